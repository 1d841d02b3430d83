import next from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import { defineConfig, globalIgnores } from "eslint/config";
import playwright from "eslint-plugin-playwright";

const CLOCK = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Time is an argument of a rule; elsewhere it comes from lib/platform/clock.ts.",
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Time is an argument of a rule; elsewhere it comes from lib/platform/clock.ts.",
  },
];
const CHANCE = {
  selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
  message: "Chance is an argument of a rule, and seeded.",
};
const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "The environment is read and checked in lib/platform/env.ts alone.",
};

/** All recommended rules of the accessibility plugin, of which Next's configuration switches on six. */
const ACCESSIBILITY = next
  .map(({ plugins }) => plugins?.["jsx-a11y"]?.configs?.recommended)
  .find((recommended) => recommended !== undefined && "rules" in recommended);
export const TESTS = [
  "**/*.test.{ts,tsx}",
  "e2e/**/*.ts",
  "prisma/testing/**/*.ts",
  "lib/bench/**/*.ts",
  "lib/faults/**/*.ts",
];
const EMPTY_LIST = {
  selector:
    "CallExpression[callee.name='expect'] > CallExpression[callee.property.name='every']:not([callee.object.callee.name='notEmpty'], [callee.object.type='ArrayExpression'])",
  message: "Of an empty list everything is true: notEmpty(list).every(…).",
};
/** What passes on a quiet machine and fails on a busy one. */
const BY_CHANCE = [
  {
    selector: "CallExpression[callee.object.name='vi'][callee.property.name='waitFor']",
    message:
      "expect.poll(…) has the patience of vitest.config.ts; vi.waitFor gives up after a second.",
  },
  {
    selector:
      "CallExpression[callee.property.name=/^toBeLessThan/]:has(> Literal[value<20000]) CallExpression[callee.object.name='performance'][callee.property.name='now']",
    message:
      "Speed is measured by npm run bench. What must end at all gets 20 s, or an input that a worse way never ends on.",
  },
];
/** The same of journeys, which wait for what a person would see. */
const BY_CHANCE_IN_PAGES = [
  {
    selector: "Literal[value='networkidle']",
    message: "Wait for what is to be there: requestsUnderWay(page, path) tells of requests.",
  },
  {
    selector: "CallExpression[callee.property.name='waitForTimeout']",
    message: "Wait for what is to be there.",
  },
  {
    selector: "CallExpression[callee.name='setTimeout']",
    message: "Wait for what is to be there, not for time to pass.",
  },
];
/** How a journey asks a page what it shows. */
const READS = [
  ...["isVisible", "isHidden", "isEnabled", "isDisabled", "isEditable", "isChecked"],
  ...["textContent", "innerText", "innerHTML", "allTextContents", "allInnerTexts"],
  ...["inputValue", "getAttribute", "count", "boundingBox", "title", "evaluate", "evaluateAll"],
];
/**
 * What a page shows a moment later, read once. The plugin's rules know it behind a name, too, but only before toBe and its
 * like, and nothing that a page is asked to compute. A function that expect(…).toPass() was given is called again.
 */
const READ_ONCE = {
  selector: `CallExpression[callee.name='expect'] AwaitExpression:not(CallExpression[callee.name='expect'] > :function AwaitExpression) > CallExpression[callee.property.name=/^(${READS.join("|")})$/]`,
  message:
    "Read once, it may be read too early: await expect(locator).toHave…, or expect.poll(() => …).",
};
const TYPED_ROWS = {
  selector: "TaggedTemplateExpression[tag.property.name='$queryRaw']:not([typeArguments])",
  message: "The statement names the type of its rows: $queryRaw<Row[]>.",
};
const RAW_SQL = {
  selector: "MemberExpression[property.name=/^\\$(query|execute)Raw/]",
  message:
    "Raw SQL is a named function in queries.ts, writes.ts (*-queries.ts, *-writes.ts), ledger.ts or checks.ts (docs/decisions/0104).",
};
const PASSED_ON = {
  selector: "ExportAllDeclaration, ExportNamedDeclaration[source]",
  message: "A name has one address: import it from the file that defines it.",
};
const ADDRESSES = {
  selector: "NewExpression[callee.name='URLSearchParams']",
  message: "Addresses are read and written by lib/platform/address.ts (docs/decisions/0247).",
};
const IN_LIB = [...CLOCK, CHANCE, ENVIRONMENT, TYPED_ROWS, PASSED_ON];
/** Where these rules do not hold. */
const UNRULED = [
  "lib/platform/clock.ts",
  "lib/platform/env.ts",
  "lib/launcher/**",
  "lib/cli/**",
  "lib/bench/**",
  "lib/faults/**",
  "**/*.test.ts",
];

export default defineConfig([
  globalIgnores([
    ".next*/**",
    ".data/**",
    ".faults/**",
    "node_modules/**",
    "prisma/generated/**",
    "next-env.d.ts",
    "test-results/**",
    "playwright-report/**",
  ]),
  ...next,
  ...nextTypescript,
  {
    rules: {
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    files: TESTS,
    rules: {
      "no-restricted-syntax": ["error", ...BY_CHANCE, EMPTY_LIST],
    },
  },
  {
    files: ["e2e/**/*.ts"],
    plugins: { playwright },
    rules: {
      "no-restricted-syntax": ["error", ...BY_CHANCE, READ_ONCE, EMPTY_LIST],
      "playwright/prefer-web-first-assertions": "error",
      "playwright/prefer-to-have-count": "error",
    },
  },
  {
    files: ["e2e/**/*.spec.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...BY_CHANCE, READ_ONCE, ...BY_CHANCE_IN_PAGES, EMPTY_LIST],
    },
  },
  {
    files: ["**/*.tsx"],
    rules: {
      ...(ACCESSIBILITY && "rules" in ACCESSIBILITY && ACCESSIBILITY.rules),
      // `role` of our own components is a person's.
      "jsx-a11y/aria-role": ["error", { ignoreNonDOM: true }],
      // A dialog's or a desk's first field; the page says where the focus is.
      "jsx-a11y/no-autofocus": "off",
      // What scrolls has to be reachable by keyboard, as axe asks for.
      "jsx-a11y/no-noninteractive-tabindex": "off",
      // Keys and focus bubble up to the form or list that they work in.
      "jsx-a11y/no-noninteractive-element-interactions": ["error", { handlers: ["onClick"] }],
      "jsx-a11y/label-has-associated-control": ["error", { depth: 5 }],
    },
  },
  {
    files: ["lib/**/*.ts", "app/**/*.{ts,tsx}"],
    ignores: UNRULED,
    rules: {
      "no-restricted-syntax": ["error", ...IN_LIB, RAW_SQL, ADDRESSES],
    },
  },
  {
    files: [
      "lib/**/{queries,*-queries,writes,*-writes,sql,checks,ledger}.ts",
      "lib/platform/**/*.ts",
    ],
    ignores: UNRULED,
    rules: {
      "no-restricted-syntax": ["error", ...IN_LIB, ADDRESSES],
    },
  },
  {
    files: ["lib/platform/address.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...IN_LIB],
    },
  },
  {
    files: ["components/**/*.{ts,tsx}"],
    ignores: [...UNRULED, "**/*.test.tsx"],
    rules: { "no-restricted-syntax": ["error", ADDRESSES, PASSED_ON] },
  },
  {
    files: ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}"],
    ignores: ["components/ui/device-storage.ts", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["localStorage", "sessionStorage"].map((name) => ({
          name,
          message:
            "components/ui/device-storage.ts: a device may refuse; names are in device-keys.ts.",
        })),
      ],
      "no-restricted-properties": [
        "error",
        ...["localStorage", "sessionStorage"].map((property) => ({
          object: "window",
          property,
          message: "components/ui/device-storage.ts: a device may refuse.",
        })),
      ],
    },
  },
  {
    files: ["app/**/*.tsx", "components/**/*.tsx"],
    ignores: ["components/ui/link.tsx", "components/ui/modals-kit.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "next/link",
          message: "Links are components/ui/link.tsx: fetched ahead when wanted.",
        },
        {
          name: "@mantine/modals",
          message: "Modals are components/ui/modals.ts: their script comes with the first.",
        },
        {
          name: "@mantine/notifications",
          message: "Messages in the corner are components/ui/notifications.ts.",
        },
      ],
    },
  },
  {
    files: [
      "lib/cli/**",
      "lib/launcher/**",
      "lib/bench/**",
      "lib/faults/**",
      "prisma/**",
      "e2e/**",
    ],
    rules: { "no-console": "off" },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
]);
