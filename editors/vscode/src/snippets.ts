import * as vscode from "vscode";
import type { Server } from "./server/server";

interface Snippet {
  prefix: string;
  body: string[];
  description: string;
}

/**
 * Complete the rules' forms where no server does.
 *
 * The server offers the same forms where they fit. So that they do not appear twice, the editor's own offer of the
 * extension's snippets is switched off, and made up for here.
 */
export function snippets(context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  let forms: Promise<Snippet[]> | undefined;
  return vscode.languages.registerCompletionItemProvider({ language: "toolspec" }, {
    provideCompletionItems: async (document, position) => {
      const before = document.lineAt(position.line).text.slice(0, position.character);
      if (server.condition.kind === "running" || !/^\s*\w*$/.test(before)) {
        return [];
      }
      forms ??= read(vscode.Uri.joinPath(context.extensionUri, "snippets", "toolspec.json"));
      return (await forms).map(({ prefix, body, description }) => {
        const item = new vscode.CompletionItem(description, vscode.CompletionItemKind.Keyword);
        item.filterText = prefix;
        item.insertText = new vscode.SnippetString(body.join("\n"));
        return item;
      });
    },
  });
}

async function read(file: vscode.Uri): Promise<Snippet[]> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return Object.values(JSON.parse(text) as Record<string, Snippet>);
}
