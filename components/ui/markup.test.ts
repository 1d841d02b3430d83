import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { productSourcesIn } from "@/prisma/testing/tree";

/*
 * What people, models and pages write becomes text, never markup: React escapes it, and the ways around React are these few.
 */
const AROUND_REACT =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bsrcDoc\b|createContextualFragment|\bsetHTMLUnsafe\b|\bnew Function\(|(?<![.\w])eval\(|<(?:iframe|embed)\b/;
/** A text as a whole page, of which every part goes through htmlText or is ours. */
const WHOLE_PAGES = /["'`]?content-type["'`]?.{1,20}text\/html/i;

const sources = productSourcesIn("app", "components", "lib").map((path) => ({
  path,
  source: readFileSync(path, "utf8"),
}));

test("markup is made of texts in no other place than these", () => {
  expect(sources.length).toBeGreaterThan(800);
  const found = (how: RegExp) =>
    sources.filter(({ source }) => how.test(source)).map(({ path }) => path);
  expect(found(AROUND_REACT)).toEqual([
    "app/(workbench)/visit-name.tsx", // a script of ours with a random id of ours
    "components/ui/early-input.tsx", // a script of ours, from its own text
    "components/ui/json-ld.tsx", // data that no browser runs, with each "<" escaped
  ]);
  expect(found(WHOLE_PAGES)).toEqual([
    "components/data-table/clipboard-samples.ts", // what spreadsheets put on the clipboard, for tests
    "lib/launcher/plain-answer.ts",
    "lib/people/access/route.ts",
  ]);
});
