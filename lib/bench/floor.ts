import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { pressKeys, type Keystrokes } from "./desk-frames";

/** One text, another one with each key. Runs in the page, whose React it gets. */
const PAGE = `
  const { createElement, useEffect, useState } = require("react");
  function Keys() {
    const [pressed, setPressed] = useState(0);
    useEffect(() => {
      window.addEventListener("keydown", () => setPressed((before) => before + 1));
    }, []);
    return createElement("p", { "data-item": pressed }, pressed + " keys");
  }
  require("react-dom/client").createRoot(document.body).render(createElement(Keys));`;

/**
 * The best that this browser does at this moment: from each key to its paint on a page of one React element, in the same
 * rhythm as a desk's. @returns milliseconds, one for each key
 */
export async function floorKeyToPaint(page: Page, strokes: Keystrokes): Promise<number[]> {
  await page.goto("about:blank");
  await page.addScriptTag({ content: reactPage() });
  const each = { ...strokes, items: strokes.items * strokes.keys.length, keys: ["x"] };
  return (await pressKeys(page, each)).keys;
}

/** A script with the installed React as production has it, and the page. */
function reactPage(): string {
  const { resolve } = createRequire(import.meta.url);
  const dom = dirname(resolve("react-dom"));
  const files = {
    react: join(dirname(resolve("react")), "cjs/react.production.js"),
    scheduler: join(
      dirname(createRequire(join(dom, "index.js")).resolve("scheduler")),
      "cjs/scheduler.production.js",
    ),
    "react-dom": join(dom, "cjs/react-dom.production.js"),
    "react-dom/client": join(dom, "cjs/react-dom-client.production.js"),
  };
  const modules = Object.entries(files).map(
    ([name, file]) =>
      `"${name}": (exports, require) => {${readFileSync(file, "utf8")}\nreturn exports;}`,
  );
  return `{
    const modules = {${modules.join(",\n")}};
    const loaded = {};
    const require = (name) => (loaded[name] ??= modules[name]({}, require));
    ${PAGE}
  }`;
}
