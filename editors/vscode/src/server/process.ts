import { execFile, spawn, type ChildProcess, type SpawnOptions } from "node:child_process";

/** How long a killed process may take to be gone. */
const GONE_MS = 5_000;

/**
 * The server's process, of which there is one at a time.
 *
 * The client starts it, and again after a crash; but it does not end one that never answered. So it is ended here.
 */
export class ServerProcess {
  private child: ChildProcess | undefined;
  private ended = false;

  constructor(
    private readonly command: string,
    private readonly args: readonly string[],
    private readonly options: SpawnOptions,
  ) {}

  /** Start the process. Rejects where it cannot be started, or is no longer wanted. */
  readonly start = async (): Promise<ChildProcess> => {
    await this.kill();
    return await new Promise<ChildProcess>((resolve, reject) => {
      if (this.ended) {
        reject(new Error("the server is no longer wanted"));
        return;
      }
      const child = spawn(this.command, this.args, { ...this.options, stdio: "pipe", windowsHide: true });
      this.child = child;
      child.once("error", reject);
      child.once("spawn", () => {
        resolve(child);
      });
    });
  };

  /** See that the process is gone, and that no other is started: it has `wait_ms` to end by itself. */
  async end(wait_ms: number): Promise<void> {
    this.ended = true;
    if (this.child !== undefined) {
      await gone(this.child, wait_ms);
    }
    await this.kill();
  }

  private async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (child === undefined || !runs(child)) {
      return;
    }
    if (process.platform === "win32") {
      // What pip installs there is a launcher: the server is its child.
      execFile("taskkill", ["/T", "/F", "/PID", String(child.pid)], () => undefined);
    } else {
      child.kill("SIGKILL");
    }
    await gone(child, GONE_MS);
  }
}

function runs({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Wait until a process has ended, at most `wait_ms`. */
async function gone(child: ChildProcess, wait_ms: number): Promise<void> {
  if (!runs(child)) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait_ms);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
