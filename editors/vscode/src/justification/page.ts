import MarkdownIt from "markdown-it";
import { html } from "../text";

/**
 * Turn the server's Markdown into HTML.
 *
 * It quotes what agents and tools wrote. So tags in it are text, links and images are not made (a picture would
 * call its host, a link could run a command), and only headings, lists, tables, quotes and code are left.
 */
const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false })
  .disable(["link", "image", "autolink", "reference", "linkify", "html_block", "html_inline"]);

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
code { background: var(--vscode-textCodeBlock-background); padding: 0.1em 0.3em; border-radius: 3px; }
pre { background: var(--vscode-textCodeBlock-background); padding: 0.8em 1em; border-radius: 4px; overflow-x: auto; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; margin: 0.8em 0; }
th, td { border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); padding: 0.3em 0.7em; text-align: left; }
th { background: var(--vscode-textCodeBlock-background); font-weight: 600; }
blockquote { margin: 0.8em 0; padding: 0.1em 1em; border-left: 3px solid var(--vscode-textBlockQuote-border); }
`;
