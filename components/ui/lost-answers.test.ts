import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/*
 * What a person is told when an answer was lost, over the sources: in the words of lib/platform/lost-answers alone, and
 * never that nothing was done. Strings and calls are read from the syntax, so that comments and types say what they like.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["components", "app"]
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).map(
      (path) => `${folder}/${path.replaceAll("\\", "/")}`,
    ),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/(\.test|-samples)\.tsx?$/.test(path))
  .sort();
const sources = files.map((path) => ({
  path,
  tree: ts.createSourceFile(
    path,
    readFileSync(`${root}/${path}`, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  ),
}));

function* nodes(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodes(child);
}
const place = (path: string, node: ts.Node) =>
  `${path}: ${node.getText().replaceAll(/\s+/g, " ").slice(0, 120)}`;
const calls = (node: ts.Node, name: string): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === name;

/** Pages that stand in for one that did not load; nothing was sent from them. */
const PAGES = ["components/ui/page-error.tsx", "app/global-error.tsx"];
const WORDS =
  /(couldn['’]t reach the server|server (is |was |did |does )?not|no answer came|connection is back|check (the|your) connection)/i;
/** Saves by itself, again and again, and shows a state instead of a refusal. */
const SAVES_BY_ITSELF = "components/authoring/use-autosave.ts";
/** Actions that change nothing that a person has entered: previews, questions, leases. */
const READS = /^(preview|get|find|list|current|claim|release|renew)/;

describe("a lost answer", () => {
  it("has no private words", () => {
    const found = sources
      .filter(({ path }) => !PAGES.includes(path))
      .flatMap(({ path, tree }) =>
        [...nodes(tree)]
          .filter(
            (node) =>
              (ts.isStringLiteralLike(node) ||
                ts.isJsxText(node) ||
                ts.isTemplateHead(node) ||
                ts.isTemplateMiddleOrTemplateTail(node)) &&
              WORDS.test(node.text),
          )
          .map((node) => place(path, node)),
      );
    // Of a file and of a job that the server goes on with by itself.
    expect(found).toEqual([
      'components/dataset/import-engine/running-import.tsx: "Server not responding"',
      'components/runs/jobs/job-progress.tsx: "Server not responding"',
    ]);
  });

  it("is no refusal that a component makes itself", () => {
    const found = sources.flatMap(({ path, tree }) =>
      [...nodes(tree)]
        .filter(
          (node) =>
            ts.isPropertyAssignment(node) &&
            node.name.getText() === "code" &&
            /^"(network|unreachable|unknown-outcome|no-answer|lost)"$/.test(
              node.initializer.getText(),
            ),
        )
        .map((node) => place(path, node)),
    );
    expect(found).toEqual([]);
  });

  const uses = sources
    .flatMap(({ path, tree }) => {
      const imported = new Map<string, string>();
      for (const node of nodes(tree)) {
        if (
          !ts.isImportDeclaration(node) ||
          !/^@\/lib\/.+\/actions$/.test((node.moduleSpecifier as ts.StringLiteral).text)
        )
          continue;
        const named = node.importClause?.namedBindings;
        for (const one of named && ts.isNamedImports(named) ? named.elements : [])
          imported.set(one.name.text, (one.propertyName ?? one.name).text);
      }
      return [...nodes(tree)]
        .filter(
          (node): node is ts.Identifier =>
            ts.isIdentifier(node) &&
            imported.has(node.text) &&
            !ts.isImportSpecifier(node.parent) &&
            !ts.isJsxAttribute(node.parent) &&
            !ts.isTypeQueryNode(node.parent) &&
            !ts.isPropertyAccessExpression(node.parent) &&
            !ts.isPropertyAssignment(node.parent),
        )
        .map((node) => ({ path, node, action: imported.get(node.text)! }));
    })
    .filter(({ path }) => path !== SAVES_BY_ITSELF);

  it("of an action is told by useCommand, which knows whether it writes; of a read also by answerOf", () => {
    expect(uses.length).toBeGreaterThan(50);
    const wrong = uses.filter(({ node, action }) => {
      // Handed on to a component that uses it so.
      if (ts.isJsxExpression(node.parent) || ts.isBindingElement(node.parent)) return false;
      if (!ts.isCallExpression(node.parent)) return true;
      if (calls(node.parent, "useCommand") && node.parent.arguments[0] === node) {
        const reads = /\breads: true\b/.test(node.parent.arguments[1]?.getText() ?? "");
        return reads !== READS.test(action);
      }
      const told = node.parent.parent;
      return !(
        READS.test(action) &&
        calls(told, "answerOf") &&
        told.arguments[0] === node.parent &&
        told.arguments[1]!.getText() === "UNREACHABLE"
      );
    });
    expect(wrong.map(({ path, node }) => place(path, node.parent))).toEqual([]);
  });

  it("is told apart from a second submission by a key that few make themselves", () => {
    const makers = sources
      .filter(
        ({ path, tree }) =>
          path !== "components/ui/client-key.ts" &&
          [...nodes(tree)].some((node) => ts.isIdentifier(node) && node.text === "newClientKey"),
      )
      .map(({ path }) => path);
    expect(makers).toEqual([
      "components/authoring/review-token.ts", // names a window
      "components/authoring/use-autosave.ts", // kept with the draft
      "components/dataset/imports/upload-file.tsx", // an upload is no server action
      "components/dataset/questions/question-form.tsx", // kept with the draft
      "components/dataset/sheet/cell-store.ts", // kept with the cells
      "components/desk/use-desk.ts",
      "components/live/live-connection.ts", // names a window
      "components/ui/notify-undoable.tsx",
      "components/ui/use-command.ts",
    ]);
  });

  it("has no title that says what was not done", () => {
    const untold = sources
      .filter(({ path }) => path !== "components/ui/refusal-alert.tsx")
      .flatMap(({ path, tree }) =>
        [...nodes(tree)]
          .filter((node) => {
            const shows =
              calls(node, "notifications.show") ||
              (ts.isJsxElement(node) &&
                node.openingElement.attributes.properties.some(
                  (one) => one.name?.getText() === "title",
                ));
            return (
              shows &&
              /\brefusal\??\.message\b/.test(node.getText()) &&
              !node.getText().includes("titleOf(")
            );
          })
          .map((node) => place(path, node)),
      );
    // Only for refusals that say that there is nothing to decide (NOTHING_TO_DECIDE).
    expect(untold).toEqual([
      expect.stringMatching(
        /^components\/authoring\/review-panel\.tsx: <Alert color="blue" title=\{claim\.refusal\.code/,
      ),
    ]);
  });
});
