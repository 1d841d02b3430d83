import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import type { TaskItem } from "./items";
import { packageParts } from "./packages";
import { HARNESSES, PACKAGES_VERSION, type Harness } from "./vocabulary";

const item = (more: Partial<TaskItem>): TaskItem => ({
  questionId: "Q17",
  question: "Who leads the council?",
  answers: ["Ada Brandt"],
  metadata: {
    split: "TEST",
    effective_year: "2024",
    false_premise: "FALSE",
    num_hops: "one-hop",
    fact_type: "slow-changing",
  },
  ...more,
});

async function filesOf(harness: Harness, items: TaskItem[]): Promise<Map<string, string>> {
  const release = {
    name: "FreshQA_v04072025",
    questionCount: items.length,
    sha256: "0".repeat(64),
    items: async function* () {
      yield items;
    },
  };
  const files = new Map<string, string>();
  for (const { path, content } of packageParts(harness, release))
    files.set(path, typeof content === "string" ? content : await text(Readable.from(content)));
  return files;
}

it("promptfoo takes texts literally that look like templates or addresses of files", async () => {
  const items = [
    item({
      question: "What does {{env.HOME}} {% raw %} or {# this #} mean?",
      answers: ["{{question}}"],
    }),
    item({ question: "file:///etc/hosts" }),
  ];
  const [first, second] = parseCsv((await filesOf("promptfoo", items)).get("tests.csv")!);
  expect(first!.question).toBe(
    'What does {{ "{{" }}env.HOME}} {{ "{%" }} raw %} or {{ "{#" }} this #} mean?',
  );
  expect(first!.__expected).toContain('one of: {{ "{{" }}question}}');
  expect(second!.question).toBe(" file:///etc/hosts");
});

it("a package of this version has these files: raise PACKAGES_VERSION with any change of them", async () => {
  const hashes: Record<string, string> = {};
  for (const harness of HARNESSES) {
    const hash = createHash("sha256");
    for (const [path, content] of await filesOf(harness, [item({})])) hash.update(path + content);
    hashes[harness] = hash.digest("hex").slice(0, 12);
  }
  expect({ version: PACKAGES_VERSION, ...hashes }).toMatchInlineSnapshot(`
    {
      "helm": "600acb255d02",
      "inspect": "d734a3926be4",
      "lm-eval": "567a594179aa",
      "openai-evals": "f68574b20374",
      "promptfoo": "3696064cb86c",
      "version": 2,
    }
  `);
});
