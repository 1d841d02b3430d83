import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { groupFiles } from "./file-groups";

const folder = mkdtempSync(join(tmpdir(), "groups-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SAMPLES = '{"doc_id": 0, "doc": {}, "filtered_resps": ["x"]}\n';
const RESULTS = '{"results": {}, "group_subtasks": {}, "configs": {}}';
const STATE = '{"adapter_spec": {}, "request_states": []}';
const STATS = '[{"instance_id": "a", "stats": []}]';
const SPEC = '{"name": "n", "scenario_spec": {}, "adapter_spec": {}}';
const TABLE = "question,response\nWho?,She\n";

let count = 0;
async function groupsOf(...files: [name: string, text: string][]) {
  const given = files.map(([fileName, text]) => {
    const path = join(folder, String(++count));
    writeFileSync(path, text);
    return { fileName, path };
  });
  const groups = await groupFiles(given);
  if (!groups.ok) return groups.refusal.code;
  return groups.value.map(({ file, log, beside }) => [
    file.fileName,
    log?.tool ?? "table",
    beside.map((one) => one.file.fileName),
  ]);
}

test("what a tool wrote beside its log goes with it, whatever the names and the order", async () => {
  expect(
    await groupsOf(["stats", STATS], ["a.csv", TABLE], ["state", STATE], ["spec", SPEC]),
  ).toEqual([
    ["a.csv", "table", []],
    ["state", "helm", ["stats", "spec"]],
  ]);
});

test("of several runs, results go with the samples of their own time; without one, with each", async () => {
  const first = "2026-01-21T03-44-18.458309";
  const second = "2026-02-21T03-44-18.458309";
  expect(
    await groupsOf(
      [`samples_a_${first}.jsonl`, SAMPLES],
      [`samples_b_${first}.jsonl`, SAMPLES],
      [`samples_a_${second}.jsonl`, SAMPLES],
      [`results_${second}.json`, RESULTS],
      [`results_${first}.json`, RESULTS],
    ),
  ).toEqual([
    [`samples_a_${first}.jsonl`, "lm-eval", [`results_${first}.json`]],
    [`samples_b_${first}.jsonl`, "lm-eval", [`results_${first}.json`]],
    [`samples_a_${second}.jsonl`, "lm-eval", [`results_${second}.json`]],
  ]);
  expect(await groupsOf(["one.jsonl", SAMPLES], ["results.json", RESULTS])).toEqual([
    ["one.jsonl", "lm-eval", ["results.json"]],
  ]);
});

test("a file that may belong to logs of several runs is refused; without one, each log is its own", async () => {
  const stamped = (day: string) => `samples_${day}T03-44-18.jsonl`;
  expect(await groupsOf(["state", STATE], ["state", STATE], ["stats", STATS])).toBe("several-runs");
  expect(
    await groupsOf(
      [stamped("2026-01-21"), SAMPLES],
      [stamped("2026-01-22"), SAMPLES],
      ["results.json", RESULTS],
    ),
  ).toBe("several-runs");
  expect(
    await groupsOf([stamped("2026-01-21"), SAMPLES], ["b", SAMPLES], ["results.json", RESULTS]),
  ).toBe("several-runs");
  expect(await groupsOf(["state", STATE], ["state", STATE])).toHaveLength(2);
});

test("results of another time go with a log whose name has none, otherwise with one that will not use them", async () => {
  const results = "results_2026-02-21T03-44-18.json";
  expect(
    await groupsOf(
      ["samples_2026-01-21T03-44-18.jsonl", SAMPLES],
      ["own.jsonl", SAMPLES],
      [results, RESULTS],
    ),
  ).toEqual([
    ["samples_2026-01-21T03-44-18.jsonl", "lm-eval", []],
    ["own.jsonl", "lm-eval", [results]],
  ]);
});

test("a file with no log of its tool to go with stands alone", async () => {
  expect(await groupsOf(["results.json", RESULTS], ["state", STATE])).toEqual([
    ["state", "helm", []],
    ["results.json", "lm-eval", []],
  ]);
});
