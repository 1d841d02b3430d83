import { defineConfig } from "eslint/config";
import { configs as typescript } from "typescript-eslint";
import base, { TESTS } from "./eslint.config.mjs";

// All of eslint.config.mjs and the rules that need types, for editors. Checks run the latter by Oxlint, which reads
// the types ten times as fast: .oxlintrc.json has the same rules (lib/launcher/lint-rules.test.ts compares).
export default defineConfig([
  ...base,
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // The plugin and the parser come with Next's configuration.
      ...Object.assign(
        {},
        ...typescript.recommendedTypeCheckedOnly.map(({ rules }) => rules ?? {}),
      ),
      // A default is an answer for all that is not named.
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // React drops what a handler returns, and commands answer refusals and lost connections as values.
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      // What an interface wants to be asynchronous may be done at once.
      "@typescript-eslint/require-await": "off",
      // Commands of the terminal and of imports are records of functions without a `this`.
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: TESTS,
    rules: {
      // What was parsed, and what matchers stand for, is any; an assertion says what it should be.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
]);
