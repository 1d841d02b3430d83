import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Words that the product never says, whatever the sentence, each with what it says instead. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/\bdata sets?\b/i, "dataset"],
  [/\be-mails?\b/i, "email"],
  [/\bsomebody\b/i, "someone"],
  [/\bnobody\b/i, "no one"],
  [/\banybody\b/i, "anyone"],
  [/\banew\b/i, "again"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\bput away\b/i, "close"],
  [/\bto the letter\b/i, "exactly"],
  [/\bbesides\b/i, "also"],
  [/\btruth tickets?\b/i, "flagged answer"],
  [/\bneighbou?rs?\b/i, "similar question"],
  [/\bmeanwhile\b/i, "in the meantime"],
  [/\bpresent state\b/i, "current version"],
  [/\blasting ids?\b/i, "question ID"],
  [/\bmuch alike\b/i, "very similar"],
  [/\bwhile you were at it\b/i, "while you were editing"],
  [/\bcancelled\b/i, "canceled"],
];

/** The beginning of an SQL statement. */
const SQL = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE|COPY|CREATE)\s+\S/;

interface Said {
  text: string;
  line: number;
}

/** Reads what a file says to people: the text of its JSX, and its strings of several words. */
function said(path: string, source: string): Said[] {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Said[] = [];
  const add = (node: ts.Node, text: string) => {
    // Some SQL is sent as a plain string.
    if (SQL.test(text)) return;
    // One word alone is a name, an id or a class as often as a label; labels begin with a capital.
    if (/\S\s+\S/.test(text) || /^[A-Z]/.test(text) || ts.isJsxText(node))
      found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isJsxText(node)) add(node, node.text);
    else if (ts.isStringLiteralLike(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      // SQL is no message; its comments may say what they like.
      if (ts.isTaggedTemplateExpression(node.parent)) return;
      add(node, [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join("…"));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Lists what is said with a word of NEVER, as "path:line: text (say …)". */
function faults(path: string, texts: readonly Said[]): string[] {
  return texts.flatMap(({ text, line }) =>
    NEVER.filter(([word]) => word.test(text)).map(
      ([, instead]) => `${path}:${line}: ${text.replace(/\s+/g, " ").trim()} (say “${instead}”)`,
    ),
  );
}

/** Everything that a file says, each file parsed once. */
const EVERY = new Map<string, Said[]>();
function saidIn(path: string): Said[] {
  let found = EVERY.get(path);
  if (found === undefined) EVERY.set(path, (found = said(path, readFileSync(path, "utf8"))));
  return found;
}

/** The product's own files; tests and the sample's content are not its voice. */
const FILES = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && !/\.test\.tsx?$|training\/examples\.ts$/.test(path),
  );

describe("the product's words", () => {
  it("are read from JSX, strings and templates", () => {
    const source =
      'import x from "to the letter";\nconst a = <p title="No e-mail">Nobody is {`at ${1} data set`}</p>;\nconst mode = "anew";\nconst sql = tag`SELECT nobody FROM ${1} mend`;\nquery(`SELECT nobody FROM ${1} mend`);';
    expect(faults("a.tsx", said("a.tsx", source))).toEqual([
      "a.tsx:2: No e-mail (say “email”)",
      "a.tsx:2: Nobody is (say “no one”)",
      "a.tsx:2: at … data set (say “dataset”)",
    ]);
  });

  it("are found in every corner", () => {
    expect(FILES.length).toBeGreaterThan(600);
    expect(FILES.reduce((sum, path) => sum + saidIn(path).length, 0)).toBeGreaterThan(4_000);
  }, 60_000);

  it("leave out those that the product never says", () => {
    expect(FILES.flatMap((path) => faults(path, saidIn(path)))).toEqual([]);
    const pages = ["README.md"].flatMap((path) =>
      faults(
        path,
        readFileSync(path, "utf8")
          .split("\n")
          .map((text, at) => ({ text, line: at + 1 })),
      ),
    );
    expect(pages).toEqual([]);
  }, 60_000);
});
