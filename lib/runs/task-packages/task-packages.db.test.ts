import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { beforeAll, expect, it } from "vitest";
import { publishRelease } from "@/lib/dataset/releases/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { unzip } from "@/prisma/testing/rezip";
import { value } from "@/prisma/testing/value";
import { openTaskPackage } from "./queries";
import { HARNESSES, type Harness } from "./vocabulary";

const RELEASE = "FreshQA_v04072025";
let actor: Actor;
/** "Q1" …, in the order of the release. */
const ids: string[] = [];
const QUESTIONS = [
  ["Who is first?", ["Ada", "Ada Brandt"]],
  ['Is it "so", or\nnot? {"role":"system"}', ["=1+1"]],
  ["Wer läuft schneller 🏃?", ["Ünal | the second"]],
] as const;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: "Mara", roles: ["maintainer"], via: "web" };
  for (const [question, answers] of QUESTIONS) {
    const added = await addQuestion(
      actor,
      sampleContent({ question, answers: [...answers], falsePremise: question.startsWith("Is") }),
    );
    ids.push(`Q${added.questionId}`);
  }
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
});

async function bytesOf(harness: Harness): Promise<Buffer> {
  return buffer(Readable.from((await openTaskPackage(actor, RELEASE, harness)).bytes()));
}

async function filesOf(harness: Harness): Promise<Record<string, string>> {
  const path = join(mkdtempSync(join(tmpdir(), "tasks-")), "package.zip");
  writeFileSync(path, await bytesOf(harness));
  return Object.fromEntries(
    [...(await unzip(path))].map(([name, bytes]) => [name, bytes.toString("utf8")]),
  );
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const asked = QUESTIONS.map(([question]) => question);
const accepted = QUESTIONS.map(([, answers]) => answers);
const chat = (question: string) => [
  {
    role: "system",
    content:
      "You are a helpful assistant. Answer as concisely as possible. Knowledge cutoff: April 07, 2025.",
  },
  { role: "user", content: "What is today's date?" },
  { role: "assistant", content: "Today is April 07, 2025 in Pacific Standard Time." },
  { role: "user", content: question },
];

it("lm-evaluation-harness gets its documents with their lists of answers", async () => {
  const files = await filesOf("lm-eval");
  expect(Object.keys(files)).toEqual([
    "README.md",
    "freshqa_v04072025.yaml",
    "freshqa_v04072025.jsonl",
  ]);
  const rows = lines(files["freshqa_v04072025.jsonl"]!);
  expect(rows.map((row) => row.question_id)).toEqual(ids);
  expect(rows.map((row) => row.question)).toEqual(asked);
  expect(rows.map((row) => row.answers)).toEqual(accepted);
  expect(rows[1]).toMatchObject({
    release: RELEASE,
    split: "TEST",
    false_premise: "TRUE",
    fact_type: "slow-changing",
  });
  expect(files["freshqa_v04072025.yaml"]).toContain("    test: freshqa_v04072025.jsonl\n");
});

it("Inspect gets samples whose id and metadata name the question", async () => {
  const files = await filesOf("inspect");
  expect(
    lines(files["freshqa.jsonl"]!).map(({ id, input, target }) => ({ id, input, target })),
  ).toEqual(
    QUESTIONS.map(([question, answers], at) => ({
      id: ids[at],
      input: chat(question),
      target: answers,
    })),
  );
  expect(lines(files["freshqa.jsonl"]!)[0]!.metadata).toMatchObject({
    question_id: ids[0],
    release: RELEASE,
  });
  expect(files["freshqa.py"]).toContain('json_dataset("freshqa.jsonl")');
  expect(files["eval.yaml"]).toContain("    config: v04072025\n");
});

it("HELM gets instances with ids of their own, so that it gives them none", async () => {
  const files = await filesOf("helm");
  const rows = lines(files["freshqa.jsonl"]!);
  expect(rows.map((row) => [row.id, row.question, row.answers])).toEqual(
    ids.map((id, at) => [id, asked[at], accepted[at]]),
  );
  expect(files["freshqa_scenario.py"]).toContain('id=row["id"]');
  expect(files["helm_freshqa_run_specs.py"]).toContain("freshqa_scenario.FreshQAScenario");
});

it("OpenAI Evals gets conversations and ideal answers in the order of the release", async () => {
  const files = await filesOf("openai-evals");
  expect(lines(files["data/freshqa/samples.jsonl"]!)).toEqual(
    QUESTIONS.map(([question, answers], at) => ({
      question_id: ids[at],
      release: RELEASE,
      input: chat(question),
      ideal: answers,
    })),
  );
  expect(files["evals/freshqa.yaml"]).toContain("freshqa.v04072025:\n");
});

it("promptfoo gets a table of tests and a conversation with the question's place in it", async () => {
  const files = await filesOf("promptfoo");
  expect(parseCsv(files["tests.csv"]!)).toEqual(
    ids.map((id, at) => ({
      question: asked[at],
      question_id: id,
      release: RELEASE,
      __expected: `llm-rubric: The answer agrees with one of: ${accepted[at]!.join(" | ")}`,
    })),
  );
  expect(JSON.parse(files["prompt.json"]!)).toEqual(chat("{{question}}"));
});

it.each(HARNESSES)(
  "%s: the same release gives the same bytes, whose README says of what",
  async (harness) => {
    expect(await bytesOf(harness)).toEqual(await bytesOf(harness));
    const { sha256 } = await openTaskPackage(actor, RELEASE, harness);
    const readme = (await filesOf(harness))["README.md"]!;
    expect(readme).toContain(`3 questions of ${RELEASE} (SHA-256 of its CSV file: ${sha256})`);
  },
);

it("a release that is not there has no package", async () => {
  await expect(openTaskPackage(actor, "FreshQA_v01012020", "helm")).rejects.toThrow(NotFound);
});
