import * as vscode from "vscode";
import type { Server } from "./server/server";

interface Snippet {
  prefix: string;
  body: string[];
  description: string;
}

const SUGGEST = "editor.action.triggerSuggest";
const TOOL = "${1:tool}";
/** Further entries of a chain, which are completed one after the other. */
const FURTHER = / -> \$\{\d:tool\}/g;

/**
 * Complete the rules' forms where no server does.
 *
 * The server offers the same forms where they fit. So that they do not appear twice, the editor's own offer of the
 * extension's snippets is switched off, and made up for here. A list that was asked for while the server started opens
 * again once it knows the text: nobody has to type a letter more to see the tools.
 */
export function snippets(context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  let forms: Promise<Snippet[]> | undefined;
  let unanswered: { document: vscode.TextDocument; line: number } | undefined;
  const completion = vscode.languages.registerCompletionItemProvider({ language: "toolspec" }, {
    provideCompletionItems: async (document, position) => {
      const { kind } = server.condition;
      if (kind === "running") {
        return [];
      }
      const comes = kind === "looking" || kind === "starting";
      unanswered = comes ? { document, line: position.line } : undefined;
      const before = document.lineAt(position.line).text.slice(0, position.character);
      if (!/^\s*\w*$/.test(before)) {
        return [];
      }
      forms ??= read(vscode.Uri.joinPath(context.extensionUri, "snippets", "toolspec.json"));
      return (await forms).map(({ prefix, body, description }) => {
        const item = new vscode.CompletionItem(description, vscode.CompletionItemKind.Keyword);
        const form = body.join("\n");
        item.filterText = prefix;
        item.insertText = new vscode.SnippetString(form);
        // As the server writes it: the place for the first tool is empty, and the list opens there.
        if (comes && form.includes(TOOL)) {
          item.insertText = new vscode.SnippetString(form.replace(FURTHER, "").replace(TOOL, () => "$1"));
          item.command = { title: "Suggest", command: SUGGEST };
        }
        return item;
      });
    },
  });
  const opening = server.onOpened((document) => {
    const [asked, editor] = [unanswered, vscode.window.activeTextEditor];
    if (asked?.document !== document) {
      return;
    }
    unanswered = undefined;
    if (editor?.document === document && editor.selection.active.line === asked.line) {
      void vscode.commands.executeCommand(SUGGEST);
    }
  });
  return vscode.Disposable.from(completion, opening);
}

async function read(file: vscode.Uri): Promise<Snippet[]> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return Object.values(JSON.parse(text) as Record<string, Snippet>);
}
