import { html } from "../text";

/** Where the page's own files are, as a webview may load them. */
export interface Assets {
  script: string;
  style: string;
  source: string;
}

/** A component that draws what the server answers: its element, and the events that the extension listens to. */
export interface Component {
  title: string;
  element: string;
  events: readonly string[];
  /** What the element offers only where the extension does it. */
  attributes?: readonly string[];
}

/** The page of a component: its data come as messages, and only its own script, known by its nonce, runs. */
export function drawingPage(component: Component, { script, style, source }: Assets, nonce: string): string {
  const { title, element, events, attributes = [] } = component;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source} 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<link rel="stylesheet" href="${html(style)}">
<style nonce="${nonce}">html, body, main { height: 100%; margin: 0; padding: 0; overflow: hidden; } .said { padding: 12px 16px; }</style>
</head>
<body>
<main><${[element, ...attributes].join(" ")}></${element}></main>
<script nonce="${nonce}" src="${html(script)}"></script>
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
const main = document.querySelector("main");
const drawing = document.querySelector("${element}");
window.addEventListener("message", ({ data }) => {
  drawing.hidden = data.drawn === null;
  main.querySelector(".said")?.remove();
  drawing.data = data.drawn;
  if (data.drawn === null) {
    const said = document.createElement("p");
    said.className = "said";
    said.textContent = data.said;
    main.append(said);
  }
});
for (const name of ${JSON.stringify(events)}) {
  drawing.addEventListener(name, ({ detail }) => editor.postMessage({ event: name, detail }));
}
editor.postMessage({ ready: true });
</script>
</body>
</html>
`;
}
