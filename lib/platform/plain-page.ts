/** The Content-Security-Policy of a plain page. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A page of its own: nothing of the built pages is needed to show it. @param content HTML; never from input. */
export function plainPage(title: string, content: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · FreshQA Workbench</title>
${head}<style>
:root { color-scheme: light dark; }
body { font: 16px/1.55 Inter, system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fdfdfc; color: #1b2323; }
main { max-width: 34rem; padding: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
a { color: #0b6b62; }
small { color: #5c6666; }
@media (prefers-color-scheme: dark) { body { background: #171c1c; color: #e6eaea; } a { color: #6fd0c4; } small { color: #9aa5a5; } }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** A text within a page, or within a quoted attribute of it. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
