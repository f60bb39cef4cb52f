import * as vscode from "vscode";
import { RevealOutputChannelOn, type LanguageClientOptions } from "vscode-languageclient/node";
import { errorHandler } from "./errors";

/** Return what the client tells the server, and what it makes of the answers. */
export function clientOptions(log: vscode.LogOutputChannel, gaveUp: () => void): LanguageClientOptions {
  return {
    documentSelector: [
      { language: "toolspec", scheme: "file" },
      { language: "toolspec", scheme: "untitled" },
    ],
    // Servers that pull settings still learn of a change by this notification.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    synchronize: { configurationSection: "toolspec" },
    initializationOptions: { ...serverSettings(), status: true },
    // Text from traces stands in hovers: it may not run commands nor bring its own markup.
    markdown: { isTrusted: false, supportHtml: false },
    outputChannel: log,
    // A faulty request is a line in the log, not a panel that opens while someone types.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: errorHandler(gaveUp),
    // A start that fails is told by the extension, once.
    initializationFailedHandler: () => false,
  };
}

/** The settings the server reads; in Restricted Mode the editor leaves out those a workspace has written. */
function serverSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration("toolspec");
  const names = ["traces", "maxTraceBytes", "maxTraces", "maxTraceDays", "maxMemoryBytes", "maxLines"];
  const read = Object.fromEntries(names.map((name) => [name, settings.get<unknown>(name)]));
  return { ...read, inlayHints: { enabled: settings.get("inlayHints.enabled", true) } };
}
