import { mkdir } from "node:fs/promises";
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { candidates } from "../discovery/candidates";
import { firstThatAnswers, thisWorld, type Found } from "../discovery/probe";
import { choiceSetting } from "../discovery/settings";
import { surroundings } from "../discovery/surroundings";
import type { DrawnScores } from "../scores/drawn";
import { message } from "../text";
import type { ChosenTraces } from "../trace/chosen";
import { asListed, METHODS } from "./contract";
import type {
  Call, CallInFile, CompareAnswer, Listed, MatrixAnswer, Place, RuleForCalls, RulePlace, RuleResult, Status,
  TimelineAnswer,
} from "./contract";
import { clientOptions } from "./options";
import { ownCommands } from "./ownCommands";
import { ServerProcess } from "./process";

/** How the server stands, for the status item and for messages. */
export type Condition =
  | { kind: "looking" }
  | { kind: "starting"; found: Found }
  | { kind: "running"; found: Found }
  | { kind: "missing" }
  | { kind: "wrong"; setting: string; reason: string }
  | { kind: "failed"; found?: Found; reason: string }
  | { kind: "off"; reason: string };

/** How long a started server may take to answer for the first time. */
const START_MS = 60_000;
const STOP_MS = 3_000;
/** How long a server that was told to end may take. */
const END_MS = 2_000;

const LOG_LEVELS = ["warning", "error", "info", "debug"] as const;

/** The one server of this window: found, started, stopped, and asked. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private process: ServerProcess | undefined;
  private turnAbort = new AbortController();
  private current: Condition = { kind: "looking" };
  private turn: Promise<void> = Promise.resolve();
  private readonly conditionEmitter = new vscode.EventEmitter<Condition>();
  private readonly statusEmitter = new vscode.EventEmitter<Status>();
  private readonly tracesEmitter = new vscode.EventEmitter<void>();
  private readonly openedEmitter = new vscode.EventEmitter<vscode.TextDocument>();

  readonly onCondition = this.conditionEmitter.event;
  readonly onStatus = this.statusEmitter.event;
  readonly onTraces = this.tracesEmitter.event;
  /** Is told when the server knows an open spec: from then on it answers for it. */
  readonly onOpened = this.openedEmitter.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly scores: DrawnScores,
    private readonly chosen: ChosenTraces,
  ) {}

  get condition(): Condition {
    return this.current;
  }

  /**
   * Stop what runs, look anew, start what is found.
   *
   * A call has the one before give up what it waits for, and waits until its server has ended: two never run at
   * once. However one ends, the next begins from the start.
   */
  restart(): Promise<void> {
    return this.inTurn(async (signal) => {
      await this.end();
      if (!signal.aborted) {
        await this.start(signal);
      }
    });
  }

  /** Ask the server to run one of its commands. */
  async execute(command: string, args: readonly unknown[]): Promise<unknown> {
    return await this.running().sendRequest("workspace/executeCommand", { command, arguments: args });
  }

  /** Return the recent traces, the newest first, as a spec sees them, and the files that are not read. */
  async traces(uri: string | null): Promise<Listed> {
    return asListed(await this.running().sendRequest(METHODS.traces, { uri, calls: false, unread: true }));
  }

  /** Return the calls of a trace; none where it is gone. */
  async calls(trace: string): Promise<Call[]> {
    return (await this.running().sendRequest<Call[] | null>(METHODS.calls, { trace })) ?? [];
  }

  /** Return the rules of the workspace's specs that speak of a tool. */
  async rules(tool: string): Promise<RulePlace[]> {
    return (await this.running().sendRequest<RulePlace[] | null>(METHODS.rules, { tool })) ?? [];
  }

  /** Return the tools, of those the spec's traces call, that the rule on a line speaks of. */
  async tools(uri: string, line: number): Promise<string[]> {
    return (await this.running().sendRequest<string[] | null>(METHODS.tools, { uri, line })) ?? [];
  }

  /** Return the calls of the traces in a file that a spec is scored against, and the rules about each. */
  async inFile(uri: string, path: string): Promise<CallInFile[]> {
    return (await this.running().sendRequest<CallInFile[] | null>(METHODS.inFile, { uri, path })) ?? [];
  }

  /** Return a trace of a spec as a picture, coloured by the rule on a line; null where there is no trace. */
  async timeline(uri: string, line: number, trace?: string): Promise<TimelineAnswer | null> {
    const of = trace === undefined ? {} : { trace };
    return await this.running().sendRequest<TimelineAnswer | null>(METHODS.timeline, { uri, line, ...of });
  }

  /** Return where the arguments of a call are in its trace's file; null where that is not known. */
  async callText(trace: string, call: number): Promise<Place | null> {
    return await this.running().sendRequest<Place | null>(METHODS.callText, { trace, call });
  }

  /** Return two traces of a spec side by side, coloured by the rule on a line; null where there are no two. */
  async compare(uri: string, line: number, trace?: string, other?: string): Promise<CompareAnswer | null> {
    const of = { ...(trace === undefined ? {} : { trace }), ...(other === undefined ? {} : { other }) };
    return await this.running().sendRequest<CompareAnswer | null>(METHODS.compare, { uri, line, ...of });
  }

  /** Return rules for some calls of a trace, each with the edit that adds it below a line; null where one is gone. */
  async fromCalls(uri: string, line: number, trace: string, calls: readonly number[]): Promise<RuleForCalls[] | null> {
    return await this.running().sendRequest<RuleForCalls[] | null>(METHODS.fromCalls, { uri, line, trace, calls });
  }

  /** Return the rules of a spec on all its traces; null where there is no such spec. */
  async matrix(uri: string, order: "worst" | "written"): Promise<MatrixAnswer | null> {
    return await this.running().sendRequest<MatrixAnswer | null>(METHODS.matrix, { uri, order });
  }

  /** Return one rule on one trace, with what was expected and what came; null where one of them is gone. */
  async result(uri: string, rule: number, trace: string): Promise<RuleResult | null> {
    return await this.running().sendRequest<RuleResult | null>(METHODS.result, { uri, rule, trace });
  }

  async stop(): Promise<void> {
    await this.inTurn(() => this.end());
  }

  dispose(): void {
    this.conditionEmitter.dispose();
    this.statusEmitter.dispose();
    this.tracesEmitter.dispose();
    this.openedEmitter.dispose();
  }

  private inTurn(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.turnAbort.abort();
    this.turnAbort = new AbortController();
    const { signal } = this.turnAbort;
    this.turn = this.turn.then(() => act(signal)).catch((fault: unknown) => {
      this.log.error(fault instanceof Error ? fault : String(fault));
      if (!signal.aborted) {
        const said = fault instanceof Error ? fault.message : String(fault);
        this.become({ kind: "failed", reason: `The server could not be started: ${said}` });
      }
    });
    return this.turn;
  }

  /** See that no server runs: a server that hangs keeps neither the window from closing nor another from starting. */
  private async end(): Promise<void> {
    const { client, process } = this;
    this.client = undefined;
    this.process = undefined;
    await client?.dispose(STOP_MS).catch((fault: unknown) => {
      this.log.info(`stopping: ${String(fault)}`);
    });
    // The client throws where it has not started yet: such a server has heard nothing that would end it.
    await process?.end(client?.state === State.Stopped ? END_MS : 0);
  }

  private async start(signal: AbortSignal): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length > 0 && folders.every(({ uri }) => uri.scheme !== "file")) {
      this.become({ kind: "off", reason: "the workspace is not on this disk" });
      return;
    }
    this.become({ kind: "looking" });
    const cwd = this.context.globalStorageUri.fsPath;
    await mkdir(cwd, { recursive: true });
    const around = await surroundings(this.context, (fault) => {
      this.tellSetting(fault);
    });
    const found = await firstThatAnswers(candidates(around), around, thisWorld(cwd, signal), (line) => {
      this.log.info(line);
    });
    if (signal.aborted) {
      return;
    }
    if (found === undefined) {
      this.become({ kind: "missing" });
      return;
    }
    if ("reason" in found) {
      this.become({ kind: "wrong", setting: found.setting, reason: found.reason });
      return;
    }
    this.log.info(`toolspec ${found.version} from ${found.origin}: ${found.command}`);
    this.become({ kind: "starting", found });
    await this.launch(found, cwd, signal);
  }

  private async launch(found: Found, cwd: string, signal: AbortSignal): Promise<void> {
    const given = vscode.workspace.getConfiguration("toolspec").get("logLevel");
    const level = choiceSetting("logLevel", given, LOG_LEVELS, (fault) => {
      this.tellSetting(fault);
    });
    // Not in the workspace: nothing there may be taken for a part of the server.
    const options = { cwd, env: { ...process.env, PYTHONSAFEPATH: "1" } };
    const server = new ServerProcess(found.command, [...found.args, "lsp", "--log-level", level], options);
    const client = this.makeClient(found, server);
    this.client = client;
    this.process = server;
    try {
      await Promise.race([client.start(), late(signal)]);
    } catch (fault) {
      if (this.client === client) {
        await this.end();
      }
      if (!signal.aborted) {
        this.become({ kind: "failed", found, reason: whyNotStarted(found, fault) });
      }
    }
  }

  private makeClient(found: Found, server: ServerProcess): LanguageClient {
    const options = clientOptions(this.log, this.scores, {
      wanted: () => this.client === client,
      gaveUp: () => {
        this.client = undefined;
        this.become({ kind: "failed", found, reason: "The server ended again and again. The log says why." });
      },
      opened: (document) => {
        this.chooseAgain(client, document.uri.toString());
        this.openedEmitter.fire(document);
      },
      tokenTypes: () => client.initializeResult?.capabilities.semanticTokensProvider?.legend.tokenTypes ?? [],
    });
    const client: QuietClient = new QuietClient("toolspec", "Toolspec", server.start, options);
    client.registerFeature(ownCommands);
    // The rest of an order in grey is still a proposal to the client, though the editor has it.
    client.registerProposedFeatures();
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
    return client;
  }

  /** Choose for an opened spec what was chosen for it before, though its traces may not have been read yet. */
  private chooseAgain(client: LanguageClient, spec: string): void {
    for (const [name, trace] of this.chosen.of(spec)) {
      const command = { command: "toolspec.chooseTrace", arguments: [spec, name, trace, { remembered: true }] };
      client.sendRequest("workspace/executeCommand", command).catch((fault: unknown) => {
        this.log.info(`${trace} is not chosen again: ${String(fault)}`);
      });
    }
  }

  private tellSetting(fault: string): void {
    this.log.warn(fault);
    const button = "Open Settings";
    void vscode.window.showWarningMessage(`Toolspec: ${message(fault)}`, button).then((choice) => {
      if (choice === button) {
        void vscode.commands.executeCommand("workbench.action.openSettings", "toolspec");
      }
    });
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
    if (condition.kind !== "running") {
      this.scores.clear();
    }
    this.conditionEmitter.fire(condition);
  }

  private running(): LanguageClient {
    if (this.client === undefined || this.current.kind !== "running") {
      throw new NotRunning(this.current.kind);
    }
    return this.client;
  }
}

/** Reject once a server is too late with its first answer, or is no longer waited for. */
async function late(signal: AbortSignal): Promise<never> {
  return await new Promise<never>((_, reject) => {
    const timer = setTimeout(reject, START_MS, new TooLate());
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("another start was asked for"));
    });
  });
}

function whyNotStarted({ command, origin }: Found, fault: unknown): string {
  return fault instanceof TooLate
    ? `${command} (${origin}) said its version, but as a language server it gave no answer within `
      + `${START_MS / 1000} s and was ended. Restart it, or name another program in the setting toolspec.path.`
    : `${command} (${origin}) did not start: ${fault instanceof Error ? fault.message : String(fault)}`;
}

class TooLate extends Error {}

/** What goes wrong with a start, the extension tells itself, once; the client would tell it beside that. */
class QuietClient extends LanguageClient {
  override error(said: string, data?: unknown): void {
    super.error(said, data, false);
  }
}

const WHY_NOT: Partial<Record<Condition["kind"], string>> = {
  looking: "The Toolspec server is still starting.",
  starting: "The Toolspec server is still starting.",
  missing: "No Toolspec server was found.",
  wrong: "The Toolspec server named in the settings does not run.",
  off: "The Toolspec server needs a folder on this disk.",
};

/** Said when a command needs the server and there is none. */
export class NotRunning extends Error {
  constructor(readonly kind: Condition["kind"]) {
    super(WHY_NOT[kind] ?? "The Toolspec server is not running.");
  }
}
