import Ajv from "ajv";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZodError } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { AccessDenied } from "@/lib/platform/errors";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { accuracyRequest } from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { beginResponseImport, readResponseImport } from "@/lib/runs/responses/commands";
import { responsePlan } from "@/lib/runs/responses/queries";
import { hubTask } from "@/lib/runs/task-packages/packages";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { notEmpty } from "@/prisma/testing/not-empty";
import { unzip } from "@/prisma/testing/rezip";
import { value } from "@/prisma/testing/value";
import { readYaml } from "@/prisma/testing/yaml";
import { openRunResults } from "./queries";
import { runResultsSchema } from "./schema";

const ORIGIN = "https://freshqa.example.org";
const QUESTIONS = 120;
const folder = mkdtempSync(join(tmpdir(), "results-"));
let made: RatingSampleMade;
let researcher: Actor;
let runId: number;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: QUESTIONS,
      models: 2,
      raters: 3,
      overlap: 60,
      judged: 0.95,
      corrected: 0.1,
      gold: 0.1,
      adjudicated: 1,
      agreement: 0.8,
    }),
  );
  [runId] = made.runIds as [number];
  researcher = actorOf(made.researcherId, ["researcher"]);
  await db.datasetSettings.update({ where: { id: 1 }, data: { publicPages: true } });
  const { modelId } = await db.modelRun.findUniqueOrThrow({ where: { id: runId } });
  await db.model.update({
    where: { id: modelId },
    data: { name: 'Heron: "2"', provider: "Open Birds" },
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await disconnect();
});

const open = (
  wanted: Record<string, string>,
  {
    actor = researcher,
    run = runId,
    ...request
  }: Record<string, unknown> & { actor?: Actor; run?: number } = {},
) =>
  openRunResults(
    actor,
    run,
    runResultsSchema.parse(wanted),
    accuracyRequest.parse({ ...request, runs: run }),
    ORIGIN,
  );
const HUB = { format: "hub", dataset: "open-birds/freshqa" };
const EEE = { format: "every-eval-ever" };
const reported = async (request: object = {}) =>
  (await getAccuracyReport(researcher, accuracyRequest.parse({ ...request, runs: runId })))
    .rows[0]!;

interface Aggregate {
  evaluation_id: string;
  model_info: { id: string };
  source_metadata: { additional_details: { state: string } };
  evaluation_results: {
    evaluation_result_id: string;
    score_details: { score: number; details: Record<string, string>; uncertainty: object };
    metric_config: { additional_details: object };
    source_data: object;
  }[];
  detailed_evaluation_results: {
    file_path: string;
    checksum: string;
    total_rows: number;
    additional_details: object;
  };
}
interface Line {
  evaluation_id: string;
  evaluation_result_id: string;
  sample_id: string;
  input: { raw: string; reference: string[] };
  output: { raw: string[] };
  evaluation: { score: number; is_correct: boolean };
  metadata: Record<string, string>;
}

async function published(...of: Parameters<typeof open>) {
  const file = await open(...of);
  const path = join(folder, file.fileName);
  const bytes = await buffer(Readable.from(file.bytes));
  await writeFile(path, bytes);
  const entries = [...(await unzip(path))];
  const [[samplesPath, samples], [aggregatePath, aggregate]] = entries as [
    [string, Buffer],
    [string, Buffer],
  ];
  return {
    ...file,
    archive: bytes,
    samplesPath,
    aggregatePath,
    samples,
    aggregate: JSON.parse(aggregate.toString()) as Aggregate,
    lines: samples
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line),
  };
}

describe("for the Hub", () => {
  it("is an entry for each mode, in percent, with who judged and how far they agree", async () => {
    const { all } = (await reported()).accuracy;
    const file = await open({ ...HUB, revision: "0123abc", organization: "Open: Birds" });
    expect(file.fileName).toMatch(/^freshqa-heron-2-run-\d+\.yaml$/);
    const text = (await buffer(Readable.from(file.bytes))).toString();
    const release = await db.release.findFirstOrThrow();
    const entries = readYaml(text) as Record<string, unknown>[];
    const { tasks } = readYaml(hubTask("FreshQA_v04072025")) as { tasks: { id: string }[] };
    expect(entries.map(({ dataset }) => (dataset as { task_id: string }).task_id)).toEqual(
      tasks.map(({ id }) => id),
    );
    expect(entries).toEqual(
      (["relaxed", "strict"] as const).map((mode) => ({
        dataset: { id: "open-birds/freshqa", task_id: `freshqa_${mode}`, revision: "0123abc" },
        value: Math.round(all[mode].value! * 10_000) / 100,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        source: { url: `${ORIGIN}/public/releases/${release.name}`, name: "Open: Birds" },
        notes: expect.any(String),
      })),
    );
    const agreement = await getAgreementReport(
      researcher,
      agreementRequest.parse({ campaign: [made.campaignId], run: [runId] }),
    );
    const { counts, coefficients } = agreement;
    expect(counts.raters).toBe(3);
    expect(String(entries[0]!["notes"])).toContain(
      `n = ${all.relaxed.judged} of ${QUESTIONS} questions of ${release.name}. ${counts.judgments} ratings by 3 raters; ${counts.compared} responses rated twice or more, Krippendorff’s alpha ${coefficients.relaxed.overall.krippendorff.value!.toFixed(3)}. Verdicts by human raters.`,
    );
    expect(String(entries[1]!["notes"])).toContain(`SHA-256 ${release.sha256}.`);
  });

  it("names the dataset, and no address while the public pages are off", async () => {
    expect(runResultsSchema.safeParse({ format: "hub" }).success).toBe(false);
    expect(runResultsSchema.safeParse({ format: "hub", dataset: "freshqa" }).success).toBe(false);
    await db.datasetSettings.update({ where: { id: 1 }, data: { publicPages: false } });
    const text = (await buffer(Readable.from((await open(HUB)).bytes))).toString();
    const { aggregate } = await published(EEE);
    await db.datasetSettings.update({ where: { id: 1 }, data: { publicPages: true } });
    expect(text).not.toContain(ORIGIN);
    expect((readYaml(text) as object[])[0]).not.toHaveProperty("source");
    expect(JSON.stringify(aggregate)).not.toContain(ORIGIN);
  });
});

describe("as Every Eval Ever", () => {
  const schema = (name: string) =>
    new Ajv().compile(
      JSON.parse(
        readFileSync(new URL(`fixtures/${name}.schema.json`, import.meta.url), "utf8"),
      ) as object,
    );
  const [isAggregate, isLine] = [schema("eval"), schema("instance_level_eval")];

  it("is valid by the schemas, the aggregate and each line", async () => {
    const { aggregate, lines } = await published({ ...EEE, relationship: "third_party" });
    expect([isAggregate(aggregate), isAggregate.errors]).toEqual([true, null]);
    for (const line of notEmpty(lines)) expect([isLine(line), isLine.errors]).toEqual([true, null]);
    // The schemas do refuse.
    expect(isAggregate({ ...aggregate, source_metadata: {} })).toBe(false);
    expect(isLine({ ...lines[0], metadata: { question_id: 17 } })).toBe(false);
  });

  it("has the scores of the accuracy report, which are the means of its lines", async () => {
    const { aggregate, lines, samples, samplesPath, aggregatePath } = await published(EEE);
    const { accuracy, questions } = await reported();
    expect(aggregate.model_info.id).toBe("Open-Birds/Heron-2");
    for (const mode of ["relaxed", "strict"] as const) {
      const { value: score, low, high, judged, right } = accuracy.all[mode];
      const result = aggregate.evaluation_results.find(({ evaluation_result_id: id }) =>
        id.endsWith(`#${mode}`),
      )!;
      expect(result.score_details).toMatchObject({
        score,
        details: { questions: String(questions), judged: String(judged), right: String(right) },
        uncertainty: { confidence_interval: { lower: low, upper: high }, num_samples: judged },
      });
      const own = lines.filter((line) => line.evaluation_result_id === result.evaluation_result_id);
      expect(own).toHaveLength(judged);
      expect(own.filter(({ evaluation }) => evaluation.is_correct)).toHaveLength(right);
      expect(own.reduce((sum, { evaluation }) => sum + evaluation.score, 0) / own.length).toBe(
        score,
      );
    }
    expect(aggregate.detailed_evaluation_results).toMatchObject({
      file_path: samplesPath,
      checksum: createHash("sha256").update(samples).digest("hex"),
      total_rows: lines.length,
      additional_details: { responses_left_out: "0" },
    });
    expect(samplesPath).toBe(aggregatePath.replace(/\.json$/, "_samples.jsonl"));
    expect(new Set(lines.map((line) => line.evaluation_id))).toEqual(
      new Set([aggregate.evaluation_id]),
    );
  });

  it("has each response with its question, answers and ID as the release has them", async () => {
    const { lines } = await published(EEE);
    const stored = await db.response.findMany({
      where: { runId },
      include: { revision: true, question: true },
    });
    const byId = new Map(stored.map((one) => [`Q${one.questionId}`, one]));
    for (const { sample_id, input, output, metadata } of notEmpty(lines)) {
      const { text, revision } = byId.get(sample_id)!;
      expect(output).toEqual({ raw: [text] });
      expect(input).toEqual({
        raw: revision.cells[1]!.trim(),
        reference: revision.cells
          .slice(8, 18)
          .map((cell) => cell.trim())
          .filter(Boolean),
      });
      expect(metadata).toMatchObject({
        question_id: sample_id,
        verdict_by: "people",
        hops: revision.hops,
      });
    }
  });

  it("is of one state: asked again with it, after more was judged, it is the same archive", async () => {
    const first = await published(EEE);
    const { state } = first.aggregate.source_metadata.additional_details;
    const other = await withConnection((client) =>
      makeRating(client, { runIds: [runId], judged: 1, name: "Later", agreement: 0 }),
    );
    expect(other.judgments).toBeGreaterThan(0);
    const again = await published(EEE, { state });
    expect(again.archive.equals(first.archive)).toBe(true);
    expect((await published(EEE)).archive.equals(first.archive)).toBe(false);
  });

  it("comes back as the log of a run: every question is found, with both verdicts", async () => {
    const { samples, lines } = await published(EEE);
    const maintainer = actorOf(made.maintainerId, ["maintainer"]);
    const { release } = await db.modelRun.findUniqueOrThrow({
      where: { id: runId },
      include: { release: true },
    });
    const { modelId } = value(
      await createModel(maintainer, modelSchema.parse({ name: "Heron, back" })),
    );
    const run = value(
      await createRun(
        maintainer,
        runSchema.parse({ modelId, releaseName: release.name, name: "Back" }),
      ),
    );
    const path = join(folder, "samples.jsonl");
    writeFileSync(path, samples);
    const { importId } = value(
      await beginResponseImport(maintainer, {
        runId: run.runId,
        fileName: "samples.jsonl",
        byteSize: samples.length,
      }),
    );
    expect(value(await readResponseImport(maintainer, { importId, path })).status).toBe("planned");
    const { counts, columns } = await responsePlan(maintainer, importId);
    const questions = new Set(notEmpty(lines).map(({ sample_id }) => sample_id)).size;
    expect(questions).toBeGreaterThan(QUESTIONS * 0.9);
    expect(counts).toMatchObject({ rows: questions, adds: questions });
    expect(counts!.matched.text).toBe(questions);
    expect(columns!.roles).toContain("stable-id");
    expect(columns!.columns.filter((name) => name.includes("FreshQA"))).toEqual(
      expect.arrayContaining([
        expect.stringContaining("Relaxed"),
        expect.stringContaining("Strict"),
      ]),
    );
  });
});

describe("who gets it", () => {
  it("is without responses that one has still to rate; the numbers are those of the report", async () => {
    const late = await db.assignment.findFirstOrThrow({
      where: {
        judgmentId: null,
        raterId: { not: null },
        task: {
          response: { runId },
          gold: false,
          assignments: { some: { judgmentId: { not: null } } },
        },
      },
    });
    const reader = actorOf(late.raterId!, ["rater", "researcher"]);
    const [all, own] = [await published(EEE), await published(EEE, { actor: reader })];
    const waiting = await db.response.findMany({
      where: {
        runId,
        tasks: { some: { assignments: { some: { raterId: late.raterId, judgmentId: null } } } },
      },
    });
    const hidden = new Set(notEmpty(waiting).map(({ questionId }) => `Q${questionId}`));
    expect(own.lines).toEqual(all.lines.filter(({ sample_id }) => !hidden.has(sample_id)));
    expect(own.lines.length).toBeLessThan(all.lines.length);
    expect(own.leftOut).toBe(
      new Set(all.lines.map(({ sample_id }) => sample_id)).size -
        new Set(own.lines.map(({ sample_id }) => sample_id)).size,
    );
    expect(own.aggregate.detailed_evaluation_results.additional_details).toMatchObject({
      responses_left_out: String(own.leftOut),
    });
    expect(own.aggregate.evaluation_results).toEqual(all.aggregate.evaluation_results);
  });

  it("lines are for those who may export ratings, numbers for those who may read reports", async () => {
    const admin = actorOf(made.maintainerId, ["admin"]);
    await expect(open(EEE, { actor: admin })).rejects.toThrow(AccessDenied);
    expect((await open(HUB, { actor: admin })).fileName).toContain(".yaml");
    await expect(open(HUB, { actor: actorOf(made.raterIds[0]!, ["rater"]) })).rejects.toThrow(
      AccessDenied,
    );
  });

  it("a run that no one rated has no accuracy to publish", async () => {
    const { modelId, release } = await db.modelRun.findUniqueOrThrow({
      where: { id: runId },
      include: { release: true },
    });
    const maintainer = actorOf(made.maintainerId, ["maintainer"]);
    const { runId: empty } = value(
      await createRun(
        maintainer,
        runSchema.parse({ modelId, releaseName: release.name, name: "Empty" }),
      ),
    );
    for (const wanted of [HUB, EEE])
      await expect(open(wanted, { run: empty })).rejects.toThrow(ZodError);
  });
});
