import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SeedDataset, SeedQuestion, SeedResponses, SeedRun } from "@/prisma/seed/dataset";

function read<T>(file: string): T[] {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** What the journeys find: a dataset of their own, so that the product's sample can change without them. */
export const JOURNEYS: SeedDataset = {
  questions: read<SeedQuestion>("questions.jsonl"),
  releases: [
    {
      name: "FreshQA_v11022026",
      notes: "First release of the sample questions.",
      at: new Date("2026-11-02T09:00:00Z"),
    },
  ],
  runs: read<SeedRun>("runs.jsonl"),
  responses: read<SeedResponses>("responses.jsonl"),
  pilot: { runs: [0, 1], halfRated: false },
  submissions: [],
  verified: false,
  methods: false,
};
