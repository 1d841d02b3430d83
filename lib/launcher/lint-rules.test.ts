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

/** The rules that refuse a line of a journey. */
async function refusing(line: string): Promise<(string | null)[]> {
  const eslint = new ESLint({ overrideConfigFile: "eslint.config.mjs" });
  const text = `import { expect, test } from "../support/journey";
test("any", async ({ page }) => {
  const link = page.getByRole("link");
  await link.click();
  ${line}
});
`;
  const [result] = await eslint.lintText(text, { filePath: "e2e/any/any.spec.ts" });
  return [...new Set(result!.messages.map(({ ruleId }) => ruleId))].sort();
}
const OWN = "no-restricted-syntax";
const WEB_FIRST = "playwright/prefer-web-first-assertions";
const COUNT = "playwright/prefer-to-have-count";

it.each([
  ["expect(await link.isVisible()).toBe(true);", [OWN, WEB_FIRST]],
  ["expect(await link.textContent()).toBe('One');", [OWN, WEB_FIRST]],
  ["expect(await link.innerText()).toContain('One');", [OWN]],
  ["expect(await link.inputValue(), 'its value').toMatch(/One/);", [OWN]],
  ["expect(await link.count()).toBe(1);", [OWN, COUNT]],
  ["expect(await link.count()).toBeGreaterThan(1);", [OWN]],
  ["expect(await link.isChecked()).toBeTruthy();", [OWN, WEB_FIRST]],
  ["expect(await link.allTextContents()).toEqual(['One']);", [OWN, WEB_FIRST]],
  ["expect(Number(await link.getAttribute('id'))).toBeLessThan(3);", [OWN]],
  ["expect((await link.boundingBox())!.width).toBe(3);", [OWN]],
  ["expect(await page.evaluate(() => scrollY)).toBe(0);", [OWN]],
  ["const text = await link.innerText(); expect(text).toBe('One');", [WEB_FIRST]],
  ["const count = await link.count(); expect(count).toBe(1);", [COUNT]],
])("a journey may not read a page once and expect it of that: %s", async (line, rules) =>
  expect(await refusing(line)).toEqual(rules),
);

it.each([
  "await expect(link).toHaveText('One');",
  "await expect(link).toHaveText(await page.locator('h1').allInnerTexts());",
  "await expect.poll(() => link.count()).toBeGreaterThan(1);",
  "await expect.poll(async () => (await link.innerText()).length).toBe(3);",
  "await expect(async () => { expect(await page.evaluate(() => scrollY)).toBe(0); }).toPass();",
  "const address = await link.getAttribute('href'); await expect(page).toHaveURL(address!);",
])("it may expect what is asked again and again: %s", async (line) =>
  expect(await refusing(line)).toEqual([]),
);
