import { expect, test } from "vitest";
import type { FoundLog } from "@/lib/runs/logs/schema";
import type { LookedAtFile } from "@/lib/runs/responses/look-queries";
import { filledIn, takenOf, withoutFilled } from "./log-of-run";

const log: FoundLog = {
  tool: "inspect",
  toolVersion: "0.3.210",
  model: "openai/GPT-4o",
  temperature: 0.5,
  maxTokens: 64,
  parameters: { top_p: "0.9", judge: "openai/gpt-4o-mini" },
  startedAt: "2026-02-03T04:05:06.000Z",
  task: "freshqa",
  dataset: "",
  trouble: "",
  parts: { epoch: [], filter: [], variant: [] },
  chosen: { epoch: "", filter: "", variant: "" },
  scorers: [],
};
const found = (said: Partial<FoundLog> | null, more: Partial<LookedAtFile> = {}): LookedAtFile => ({
  fileName: "a.eval",
  beside: [],
  log: said === null ? null : { ...log, ...said },
  rows: 600,
  releases: [{ name: "FreshQA_v2", matched: 600 }],
  questions: 600,
  problem: null,
  ...more,
});
const EMPTY = {
  modelId: "",
  modelName: "",
  releaseName: "FreshQA_v3",
  name: "",
  ranOn: "",
  temperature: "",
  maxTokens: "",
  note: "",
  logName: "",
};
const CHOICES = {
  models: [{ modelId: 7, name: "openai/gpt-4o" }],
  releases: ["FreshQA_v3", "FreshQA_v2"],
};

test("a log fills in model, release, name, date, parameters and a note", () => {
  expect(filledIn(EMPTY, found({}), CHOICES)).toEqual({
    modelId: "7",
    modelName: "",
    releaseName: "FreshQA_v2",
    name: "freshqa, 2026-02-03",
    ranOn: "2026-02-03",
    temperature: 0.5,
    maxTokens: 64,
    note: "From a log of Inspect 0.3.210.\ntop_p: 0.9\njudge: openai/gpt-4o-mini",
    logName: "a.eval",
  });
});

test("a model that is not there is added; what the log does not say, and a name and note that someone entered, stay", () => {
  const entered = { ...EMPTY, name: "Mine", note: "My note", ranOn: "2026-01-01", modelId: "7" };
  expect(filledIn(entered, found({ model: "meta/llama" }), CHOICES)).toMatchObject({
    modelId: "new",
    modelName: "meta/llama",
    name: "Mine",
    note: "My note",
  });
  const silent = { model: "", startedAt: null, temperature: -1, maxTokens: null, task: "" };
  expect(filledIn(entered, found(silent, { releases: [] }), CHOICES)).toEqual({
    ...entered,
    logName: "a.eval",
  });
  expect(filledIn(EMPTY, found(silent), CHOICES).name).toBe("a.eval");
  expect(filledIn(entered, found(null), CHOICES)).toEqual({ ...entered, logName: "a.eval" });
});

test("filled in from another log, the form keeps what someone entered and nothing of the first log", () => {
  const entered = { ...EMPTY, maxTokens: 9 };
  const one = filledIn(entered, found({ model: "a/b", maxTokens: null }), CHOICES);
  const changed = { ...one, note: "My note", ranOn: "2026-05-05" };
  const empty = withoutFilled(changed, { before: entered, behind: one });
  expect(empty).toEqual({ ...entered, note: "My note", ranOn: "2026-05-05" });
  const silent = { task: "other", startedAt: null, temperature: null };
  expect(filledIn(empty, found(silent), CHOICES)).toMatchObject({
    modelId: "7",
    modelName: "",
    name: "other",
    ranOn: "2026-05-05",
    temperature: "",
    note: "My note",
  });
  expect(withoutFilled(changed, null)).toBe(changed);
});

test("of several files, those of the first one's model are one run", () => {
  expect([...takenOf([found({}), found({ model: "other" }), found({}), found(null)])]).toEqual([
    0, 2,
  ]);
  expect([...takenOf([found(null), found({}), found({ model: "" })])]).toEqual([0, 2]);
});
