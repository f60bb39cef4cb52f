import * as vscode from "vscode";
import { RevealOutputChannelOn, type LanguageClientOptions } from "vscode-languageclient/node";
import type { DrawnScores } from "../scores/drawn";
import { label } from "../text";
import { keptColours } from "./colours";
import { errorHandler } from "./errors";

/** What the options ask of the client they are for, once it runs. */
interface Asked {
  /** Whether it is still the one in use. */
  wanted: () => boolean;
  /** Is told when a spec was opened, after the server was. */
  opened: (document: vscode.TextDocument) => void;
  /** Is told when the server crashed too often. */
  gaveUp: () => void;
  /** The names of the server's semantic tokens, by number. */
  tokenTypes: () => readonly string[];
}

/** Return what the client tells the server, and what it makes of the answers. */
export function clientOptions(
  log: vscode.LogOutputChannel,
  scores: DrawnScores,
  asked: Asked,
): LanguageClientOptions {
  const tokensKept = (tokens: vscode.SemanticTokens | null | undefined): vscode.SemanticTokens | undefined =>
    tokens == null ? undefined : new vscode.SemanticTokens(keptColours(tokens.data, asked.tokenTypes()));
  return {
    documentSelector: [
      { language: "toolspec", scheme: "file" },
      { language: "toolspec", scheme: "untitled" },
    ],
    // Servers that pull settings still learn of a change by this notification.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    synchronize: { configurationSection: "toolspec" },
    initializationOptions: {
      ...serverSettings(),
      ...restricted(),
      status: true,
      // After a keyword come tools, after a key its values: the list opens again by itself.
      suggestAgain: "editor.action.triggerSuggest",
    },
    // Text from traces stands in hovers: it may not run commands nor bring its own markup.
    markdown: { isTrusted: false, supportHtml: false },
    outputChannel: log,
    // A faulty request is a line in the log, not a panel that opens while someone types.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: errorHandler(asked.wanted, asked.gaveUp),
    // A start that fails is told by the extension, once.
    initializationFailedHandler: () => false,
    middleware: {
      didOpen: async (document, next) => {
        await next(document);
        asked.opened(document);
      },
      // Names of traces stand in the titles, and the editor draws `$(zap)` in a title as an icon.
      provideCodeLenses: async (document, token, next) => {
        const lenses = await next(document, token);
        for (const { command } of lenses ?? []) {
          if (command !== undefined) {
            command.title = label(command.title);
          }
        }
        return lenses;
      },
      resolveCodeLens: async (lens, token, next) => {
        const resolved = await next(lens, token);
        const command = resolved?.command;
        if (command !== undefined) {
          // How a rule does on all traces leads to the picture of that.
          command.title = label(command.title);
          command.command = "toolspec.showMatrix";
        }
        return resolved;
      },
      // Drawn by the extension, in colours: the editor itself is left none to draw.
      provideInlayHints: async (document, range, token, next) => {
        const { version } = document;
        const hints = await next(document, range, token);
        if (hints != null && !token.isCancellationRequested) {
          scores.take(document, version, range, hints);
        }
        return [];
      },
      // The library counts the ways of asking from 0, the protocol from 1: what is sent for `Automatic` is read as
      // `Invoked`, what is sent for `Invoke` is refused. The answer is the same.
      provideInlineCompletionItems: (document, position, context, token, next) =>
        next(document, position, { ...context, triggerKind: vscode.InlineCompletionTriggerKind.Automatic }, token),
      provideDocumentSemanticTokens: async (document, token, next) => tokensKept(await next(document, token)),
      provideDocumentRangeSemanticTokens: async (document, range, token, next) =>
        tokensKept(await next(document, range, token)),
    },
  };
}

/** A workspace nobody has vouched for does not choose which files of this disk are read as traces. */
function restricted(): { restricted?: true } {
  return vscode.workspace.isTrusted ? {} : { restricted: true };
}

/** The settings the server reads; in Restricted Mode the editor leaves out those a workspace has written. */
function serverSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration("toolspec");
  const names = ["traces", "maxTraceBytes", "maxTraces", "maxTraceDays", "maxMemoryBytes", "maxLines"];
  const read = Object.fromEntries(names.map((name) => [name, settings.get<unknown>(name)]));
  const inlayHints = {
    enabled: settings.get("inlayHints.enabled", true),
    reason: settings.get("inlayHints.reason", true),
  };
  return { ...read, inlayHints };
}
