import { execFile } from "node:child_process";

export interface Ran {
  /** Its exit status; null where it could not be started, was killed, or took too long. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Run a program to its end, at most `wait_ms`; a program that asks for input gets none and so cannot hang. */
export function run(
  command: string,
  args: readonly string[],
  options: {
    wait_ms: number;
    cwd?: string;
    env?: NodeJS.ProcessEnv;
    signal?: AbortSignal;
    /** Called with what it prints, as it prints it. */
    printed?: (text: string) => void;
  },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      args,
      {
        timeout: options.wait_ms,
        killSignal: "SIGKILL",
        maxBuffer: 16 << 20,
        windowsHide: true,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...(options.env === undefined ? {} : { env: options.env }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        resolve({ code, stdout, stderr });
      },
    );
    const { printed } = options;
    if (printed !== undefined) {
      child.stdout?.on("data", printed);
    }
    child.stdin?.on("error", () => undefined);
    child.stdin?.end();
  });
}
