import * as vscode from "vscode";
import { tidyEnvironments } from "../discovery/environment";
import { install } from "../discovery/install";
import { message } from "../text";
import { NotRunning } from "../server/server";
import type { CallNode, Node, TraceNode } from "../trace/nodes";
import { openArguments, openPlace } from "../trace/open";
import { OPEN_PLACE } from "../justification/page";
import { openWalkthrough } from "../walkthrough";
import { chooseTrace, scoreAgainst } from "./chooseTrace";
import { goToRules, revealCalls, ruleFromCalls } from "./jumps";
import { runAllTraces, showJustification } from "./justify";
import { compareTraces } from "./compare";
import type { Kit } from "./kit";
import { newFile } from "./newFile";
import { checkFile, explainCode } from "./program";
import { showMatrix, showTimeline } from "./drawings";

/** Register every command of the extension. */
export function registerCommands(kit: Kit): vscode.Disposable {
  const commands: Record<string, (...args: never[]) => unknown> = {
    "toolspec.newFile": () => newFile(),
    "toolspec.checkFile": () => checkFile(kit),
    "toolspec.chooseTrace": (uri?: unknown, name?: unknown, id?: unknown) => chooseTrace(kit, uri, name, id),
    "toolspec.showJustification": (uri?: unknown, line?: unknown) => showJustification(kit, uri, line),
    "toolspec.runAllTraces": (uri?: unknown, name?: unknown) => runAllTraces(kit, uri, name),
    "toolspec.showTimeline": (uri?: unknown, line?: unknown) => showTimeline(kit, uri, line),
    "toolspec.showMatrix": (uri?: unknown) => showMatrix(kit, uri),
    "toolspec.ruleFromCalls": (node?: Node, nodes?: Node[]) => ruleFromCalls(kit, node, nodes),
    "toolspec.compareTraces": (node?: TraceNode, nodes?: Node[]) => compareTraces(kit, node, nodes),
    "toolspec.revealCalls": () => revealCalls(kit),
    "toolspec.goToRules": (node?: Node) => goToRules(kit, node),
    "toolspec.scoreAgainst": (node?: TraceNode) => scoreAgainst(kit, node),
    "toolspec.rulesOfCall": (rules?: unknown) => kit.inFiles.rulesOfCall(rules),
    "toolspec.ruleFromSelection": (trace?: unknown, calls?: unknown) => kit.inFiles.ruleFromSelection(trace, calls),
    "toolspec.openCall": ({ call, parent }: CallNode) => openArguments(kit.server, parent.trace.id, call.index),
    [OPEN_PLACE]: async (place?: unknown) => {
      const { traces } = await kit.server.traces(kit.traces.activeSpec?.toString() ?? null);
      await openPlace(place, traces.map(({ path }) => path));
    },
    "toolspec.refreshTraces": () => kit.traces.refresh(),
    "toolspec.explainCode": (code?: unknown) => explainCode(kit, code),
    "toolspec.restartServer": () => kit.server.restart(),
    "toolspec.installServer": async () => {
      if (await install(kit.context, kit.log)) {
        await kit.server.restart();
        await tidyEnvironments(kit.context.globalStorageUri.fsPath);
      }
    },
    "toolspec.showLog": () => {
      kit.log.show(true);
    },
    "toolspec.openWalkthrough": () => openWalkthrough(),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(name, async (...args: unknown[]) => {
        try {
          return await command(...(args as never[]));
        } catch (fault) {
          tell(fault, kit.log);
          return undefined;
        }
      }),
    ),
  );
}

function tell(fault: unknown, log: vscode.LogOutputChannel): void {
  const said = fault instanceof Error ? fault.message : String(fault);
  log.error(said);
  const button = fault instanceof NotRunning ? buttonFor(fault.kind) : "Show Log";
  const commands = {
    Install: "toolspec.installServer",
    Restart: "toolspec.restartServer",
    "Show Log": "toolspec.showLog",
  } as const;
  void vscode.window.showErrorMessage(`Toolspec: ${message(said)}`, button).then((choice) => {
    if (choice !== undefined) {
      void vscode.commands.executeCommand(commands[choice]);
    }
  });
}

function buttonFor(kind: NotRunning["kind"]): "Install" | "Restart" | "Show Log" {
  return kind === "missing" ? "Install" : kind === "wrong" ? "Show Log" : "Restart";
}
