import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { LogTable } from "@/lib/runs/logs/log-table";
import { readLog } from "@/lib/runs/logs/read-log";
import { recognizeLog } from "@/lib/runs/logs/recognize";
import { packageParts } from "@/lib/runs/task-packages/packages";
import type { TaskItem } from "@/lib/runs/task-packages/items";
import { HARNESSES, type Harness } from "@/lib/runs/task-packages/vocabulary";
import { harnessLog, objectsOf, type TaskRow } from "@/prisma/testing/harness-logs";
import { ReleaseIndex } from "./rules";

// A release leaves as a task; the tool's log, made of the task's own rows, comes back.
// Every question must be found. Half of the texts stand twice in the release, so that only the ID can tell them apart.

const QUESTIONS = 600;
const released = Array.from({ length: QUESTIONS }, (_, at) => ({
  position: at,
  questionId: 1000 + at,
  revisionId: 5000 + at,
  question: at % 2 === 0 ? `Who is ${at}?\r\n“Really”, NaN?` : `Who is the one?`,
}));

async function* items() {
  yield released.map(
    ({ questionId, question }): TaskItem =>
      ({
        questionId: `Q${questionId}`,
        question,
        answers: ["Ada", "Ada Byron"],
        metadata: {},
      }) as unknown as TaskItem,
  );
}

/** The rows of a package's data file. */
async function rowsOf(harness: Harness, ending: string): Promise<TaskRow[]> {
  const parts = packageParts(harness, {
    name: "FreshQA_v01052026",
    questionCount: QUESTIONS,
    sha256: "0".repeat(64),
    items,
  });
  const part = parts.find(({ path }) => path.endsWith(ending))!;
  let text = "";
  if (typeof part.content === "string") text = part.content;
  else
    for await (const piece of part.content as AsyncIterable<Uint8Array>)
      text += Buffer.from(piece).toString("utf8");
  return ending === ".csv" ? parse(text, { columns: true }) : objectsOf(text);
}

/** The data file of each package. */
const ENDINGS: Record<Harness, string> = {
  "lm-eval": ".jsonl",
  inspect: ".jsonl",
  helm: ".jsonl",
  "openai-evals": ".jsonl",
  promptfoo: ".csv",
};

test.each(HARNESSES)("%s: each question of a release comes back", async (harness) => {
  const bytes = await harnessLog(harness, await rowsOf(harness, ENDINGS[harness]), {
    said: () => "Ada.",
    asDocument: true,
  });
  const recognized = recognizeLog(bytes.subarray(0, 262_144))!;
  expect(recognized.tool).toBe(harness);
  const table = new LogTable(recognized.tool);
  const index = new ReleaseIndex(released);
  const found: (number | null)[] = [];
  async function* source() {
    yield bytes;
  }
  for await (const batch of readLog(recognized, { path: "", fileName: "log", bytes: source() }))
    for (const { cells } of batch.map((item) => table.row(item))) {
      const match = index.find({ question: cells[0]!, id: "", stableId: cells[1]! });
      found.push(match.by === null ? null : match.entry.questionId);
      expect(cells[3]).toBe("Ada.");
    }
  // What this tool does not log of its samples is their ID: questions with a text of their own are found by it.
  const expected = released.map(({ questionId }, at) =>
    harness === "openai-evals" && at % 2 === 1 ? null : questionId,
  );
  expect(found).toEqual(expected);
});
