import { ESLint } from "eslint";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Rule = [severity: string, ...options: unknown[]];
type Rules = Record<string, string | Rule>;

const { rules, overrides } = JSON.parse(readFileSync(".oxlintrc.json", "utf8")) as {
  rules: Rules;
  overrides: { files: string[]; rules: Rules }[];
};

/** The rules that ESLint would check a file by, those that are off left out; options beside their names. */
async function rulesOf(configuration: string, file: string): Promise<Record<string, unknown[]>> {
  const eslint = new ESLint({ overrideConfigFile: configuration });
  const { rules } = (await eslint.calculateConfigForFile(file)) as {
    rules: Record<string, [number, ...unknown[]]>;
  };
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([, [severity]]) => severity > 0)
      .map(([name, [, ...options]]) => [name, options]),
  );
}

/** Those of the two configurations' difference: the rules that need types. */
async function typedRulesOf(file: string) {
  const untyped = await rulesOf("eslint.config.mjs", file);
  const typed = await rulesOf("eslint.types.config.mjs", file);
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !(name in untyped)));
}

const inForce = (given: Rules) =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, rule]): [string, Rule] => [name, typeof rule === "string" ? [rule] : rule])
      .filter(([, [severity]]) => severity === "error")
      .map(([name, [, ...options]]) => [
        name.replace("typescript/", "@typescript-eslint/"),
        options,
      ]),
  );

it.each(["lib/platform/db.ts", "components/ui/link.tsx"])(
  "the fast linter has every rule that needs types, with its options: %s",
  async (file) => {
    const typed = await typedRulesOf(file);
    expect(Object.keys(typed)).toContain("@typescript-eslint/no-floating-promises");
    expect(inForce(rules)).toEqual(typed);
  },
);

it("in tests it leaves out what ESLint leaves out, and no more", async () => {
  expect(overrides).toHaveLength(1);
  expect(inForce({ ...rules, ...overrides[0]!.rules })).toEqual(
    await typedRulesOf("lib/platform/text.test.ts"),
  );
});

it("both call the same files tests", async () => {
  const { TESTS } = (await import("../../eslint.config.mjs")) as { TESTS: string[] };
  expect(overrides.flatMap(({ files }) => files)).toEqual(TESTS);
});
