import { mkdir } from "node:fs/promises";
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { candidates } from "../discovery/candidates";
import { firstThatAnswers, thisWorld, type Found } from "../discovery/probe";
import { surroundings } from "../discovery/surroundings";
import { METHODS, type Status, type Trace } from "./contract";
import { clientOptions } from "./options";
import { ownCommands } from "./ownCommands";

/** How the server stands, for the status item and for messages. */
export type Condition =
  | { kind: "looking" }
  | { kind: "starting"; found: Found }
  | { kind: "running"; found: Found }
  | { kind: "missing" }
  | { kind: "failed"; found: Found; reason: string }
  | { kind: "off"; reason: string };

/** How long a started server may take to answer for the first time. */
const START_MS = 60_000;
const STOP_MS = 3_000;

/** The one server of this window: found, started, stopped, and asked. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private current: Condition = { kind: "looking" };
  private turn: Promise<void> = Promise.resolve();
  private readonly conditionEmitter = new vscode.EventEmitter<Condition>();
  private readonly statusEmitter = new vscode.EventEmitter<Status>();
  private readonly tracesEmitter = new vscode.EventEmitter<void>();

  readonly onCondition = this.conditionEmitter.event;
  readonly onStatus = this.statusEmitter.event;
  readonly onTraces = this.tracesEmitter.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  get condition(): Condition {
    return this.current;
  }

  /** Stop what runs, look anew, start what is found. Calls wait for each other: two servers never run at once. */
  restart(): Promise<void> {
    this.turn = this.turn.then(async () => {
      await this.stop();
      await this.start();
    });
    return this.turn;
  }

  /** Ask the server to run one of its commands. */
  async execute(command: string, args: readonly unknown[]): Promise<unknown> {
    return await this.running().sendRequest("workspace/executeCommand", { command, arguments: args });
  }

  /** Return the recent traces, the newest first, as a spec sees them. */
  async traces(uri: string | null): Promise<Trace[]> {
    return (await this.running().sendRequest<Trace[] | null>(METHODS.traces, { uri })) ?? [];
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      // A server that hangs must not keep the window from closing, nor the next one from starting.
      await client.dispose(STOP_MS).catch((fault: unknown) => {
        this.log.warn(`stopping: ${String(fault)}`);
      });
    }
  }

  dispose(): void {
    this.conditionEmitter.dispose();
    this.statusEmitter.dispose();
    this.tracesEmitter.dispose();
  }

  private async start(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length > 0 && folders.every(({ uri }) => uri.scheme !== "file")) {
      this.become({ kind: "off", reason: "the workspace is not on this disk" });
      return;
    }
    this.become({ kind: "looking" });
    const cwd = this.context.globalStorageUri.fsPath;
    await mkdir(cwd, { recursive: true });
    const around = await surroundings(this.context);
    const found = await firstThatAnswers(candidates(around), around, thisWorld(cwd), (line) => {
      this.log.info(line);
    });
    if (found === undefined) {
      this.become({ kind: "missing" });
      return;
    }
    this.log.info(`toolspec ${found.version} from ${found.origin}: ${found.command}`);
    this.become({ kind: "starting", found });
    await this.launch(found, cwd);
  }

  private async launch(found: Found, cwd: string): Promise<void> {
    const level = vscode.workspace.getConfiguration("toolspec").get("logLevel", "warning");
    const client = new LanguageClient(
      "toolspec",
      "Toolspec",
      {
        command: found.command,
        args: [...found.args, "lsp", "--log-level", level],
        // Not the workspace: nothing there may be taken for a part of the server.
        options: { cwd, env: { ...process.env, PYTHONSAFEPATH: "1" } },
      },
      clientOptions(this.log, () => {
        if (this.client === client) {
          this.client = undefined;
          this.become({ kind: "failed", found, reason: "it ended again and again" });
        }
      }),
    );
    client.registerFeature(ownCommands);
    client.onNotification(METHODS.status, (status: Status) => {
      this.statusEmitter.fire(status);
    });
    client.onNotification(METHODS.tracesChanged, () => {
      this.tracesEmitter.fire();
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) {
        this.follow(found, newState);
      }
    });
    this.client = client;
    const late = new Promise<never>((_, reject) =>
      setTimeout(reject, START_MS, new Error(`no answer within ${START_MS / 1000} s`)).unref(),
    );
    try {
      await Promise.race([client.start(), late]);
    } catch (fault) {
      this.client = undefined;
      void client.dispose(STOP_MS).catch(() => undefined);
      this.become({ kind: "failed", found, reason: fault instanceof Error ? fault.message : String(fault) });
    }
  }

  /** The client starts a crashed server again by itself; until it gives up that is a start like the first. */
  private follow(found: Found, state: State): void {
    if (state === State.Running) {
      this.become({ kind: "running", found });
      this.tracesEmitter.fire();
    } else if (state === State.Starting || this.current.kind === "running") {
      this.become({ kind: "starting", found });
    }
  }

  private become(condition: Condition): void {
    this.current = condition;
    this.conditionEmitter.fire(condition);
  }

  private running(): LanguageClient {
    if (this.client === undefined || this.current.kind !== "running") {
      throw new NotRunning();
    }
    return this.client;
  }
}

/** Said when a command needs the server and there is none. */
export class NotRunning extends Error {
  constructor() {
    super("The Toolspec server is not running.");
  }
}
