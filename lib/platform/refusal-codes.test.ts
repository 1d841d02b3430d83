import ts from "typescript";
import { describe, expect, it } from "vitest";
import { productSourcesIn, read } from "@/prisma/testing/tree";

/*
 * The compiler knows that no code is answered which is not listed. Over the sources, the rest: that a signature names
 * its codes instead of allowing all, and that no code is listed which nothing answers.
 */
const LIST = "lib/platform/refusal-codes.ts";
const parse = (path: string) => ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
const commands = productSourcesIn("lib")
  .filter((path) => /[/-]commands\.ts$/.test(path))
  .flatMap((path) =>
    parse(path)
      .statements.filter(ts.isFunctionDeclaration)
      .filter((one) => one.modifiers?.some((word) => word.kind === ts.SyntaxKind.ExportKeyword))
      .map((one) => ({
        name: `${path}: ${one.name!.text}`,
        answers: one.type?.getText() ?? "",
      })),
  );

describe("the code of a refusal", () => {
  it("stands in the signature of each command", () => {
    expect(commands.length).toBeGreaterThan(90);
    const results = commands.filter(({ answers }) => /\b(Any)?Result</.test(answers));
    expect(results.length).toBeGreaterThan(80);
    expect(results.filter(({ answers }) => /\bAnyResult<|\bRefusalCode\b/.test(answers))).toEqual(
      [],
    );
    // The others hand over by events and lists, and are never refused.
    const others = commands.filter((one) => !results.includes(one));
    expect(others.filter(({ answers }) => answers === "").map(({ name }) => name)).toEqual([]);
  });

  it("is answered somewhere", () => {
    const listed = [...read(LIST).matchAll(/"([a-z-]+)"/g)].map(([, code]) => code!);
    expect(listed.length).toBeGreaterThan(60);
    const sources = productSourcesIn("lib", "app", "components")
      .filter((path) => path !== LIST)
      .map(read)
      .join("\n");
    const answered = (code: string) => new RegExp(`(refuse\\(\\s*|code: )"${code}"`).test(sources);
    expect([...new Set(listed)].filter((code) => !answered(code))).toEqual([]);
  });
});
