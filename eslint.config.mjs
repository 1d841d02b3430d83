import next from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import { defineConfig, globalIgnores } from "eslint/config";

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

export default defineConfig([
  globalIgnores([
    ".next*/**",
    ".data/**",
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
    files: ["lib/**/*.ts", "app/**/*.{ts,tsx}"],
    ignores: [
      "lib/platform/clock.ts",
      "lib/platform/env.ts",
      "lib/launcher/**",
      "lib/cli/**",
      "lib/bench/**",
      "**/*.test.ts",
    ],
    rules: { "no-restricted-syntax": ["error", ...CLOCK, CHANCE, ENVIRONMENT] },
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
    ignores: ["components/ui/link.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "next/link",
          message: "Links are components/ui/link.tsx: fetched ahead when wanted.",
        },
      ],
    },
  },
  {
    files: ["lib/cli/**", "lib/launcher/**", "lib/bench/**", "prisma/**", "e2e/**"],
    rules: { "no-console": "off" },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
]);
