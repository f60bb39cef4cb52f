import MarkdownIt from "markdown-it";
import { html, plain } from "../text";

export const OPEN_PLACE = "toolspec.openPlace";

/**
 * Turn the server's Markdown into HTML.
 *
 * It quotes what agents and tools wrote. So tags in it are text, images are not made (a picture would call its
 * host), of links only the words are left unless they lead to a place in a file, and nothing else is made but
 * headings, lists, tables, quotes and code.
 */
const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false })
  .disable(["image", "autolink", "reference", "linkify", "html_block", "html_inline"]);
markdown.validateLink = () => true;
markdown.renderer.rules.link_open = (tokens, at) => {
  const place = tokens[at]?.attrGet("href") ?? "";
  return place.startsWith("file:///")
    ? `<a href="${html(openCommand(place))}" title="${html(placeTitle(place))}">`
    : "<a>";
};

/** Return what a link says when it is pointed at: the file, and the line in it. */
function placeTitle(place: string): string {
  const [, path = "", line] = /^([^#?]*)[^#]*(?:#L(\d+))?/.exec(place) ?? [];
  const file = path.slice(path.lastIndexOf("/") + 1);
  return plain(line === undefined ? decoded(file) : `${decoded(file)}, line ${line}`, 200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The one command the page may run; it looks again at what it is asked to open. */
function openCommand(place: string): string {
  return `command:${OPEN_PLACE}?${encodeURIComponent(JSON.stringify([place]))}`;
}

/** Nothing may be loaded or run; the one style is in the page, known by its nonce. */
export function page(title: string, body: string, nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${html(nonce)}'">
<title>${html(title)}</title>
<style nonce="${html(nonce)}">${STYLE}</style>
</head>
<body>
<main>
${markdown.render(body)}
</main>
</body>
</html>`;
}

const STYLE = `
body { padding: 0 1.5em 2em; line-height: 1.5; color: var(--vscode-foreground); }
main { max-width: 60em; }
h1, h2, h3 { font-weight: 600; line-height: 1.25; }
h1 { font-size: 1.4em; }
h2 { font-size: 1.2em; }
h3 { font-size: 1em; }
code, pre { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
main a { color: var(--vscode-textLink-foreground); text-decoration: underline; text-underline-offset: 2px; }
code { color: var(--vscode-textPreformat-foreground); background: var(--vscode-textPreformat-background); }
code { padding: 0.1em 0.3em; border-radius: 3px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
pre { color: var(--vscode-editor-foreground); background: var(--vscode-textCodeBlock-background); }
pre { padding: 0.8em 1em; border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 4px; }
pre { overflow-x: auto; }
pre code { color: inherit; background: none; padding: 0; }
main a code { color: inherit; }
table { border-collapse: collapse; margin: 0.8em 0; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); padding: 0.3em 0.7em; }
th, td { text-align: left; vertical-align: top; overflow-wrap: break-word; }
th { white-space: nowrap; }
td { max-width: 30em; }
td:last-child:not(:first-child) { min-width: 12em; }
th { background: var(--vscode-textCodeBlock-background); font-weight: 600; }
blockquote { margin: 0.8em 0; padding: 0.1em 1em; border-left: 3px solid var(--vscode-textBlockQuote-border); }
`;
