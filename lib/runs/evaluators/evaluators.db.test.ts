import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction } from "@/lib/platform/db";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { editServedModel } from "@/lib/runs/connections/commands";
import { suggestedProfile } from "@/lib/runs/connections/rules";
import { editServedModelSchema } from "@/lib/runs/connections/schema";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { addServedModel } from "@/prisma/testing/served-models";
import { value } from "@/prisma/testing/value";
import { addEvaluatorVersion, createEvaluator, editEvaluator } from "./commands";
import { freshEvalDefinition } from "./fresh-eval";
import { getEvaluator, listEvaluators, repeatabilityOf } from "./queries";
import { readFreshEval } from "./rules";
import { editEvaluatorSchema, evaluatorSchema, evaluatorVersionSchema } from "./schema";
import { freezeEvaluator } from "./writes";

let actor: Actor;
let servedModelId: number;
let serial = 0;
const definition = freshEvalDefinition();
const warmer = { ...definition, temperature: 0.5 };

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "rene@example.org", name: "Rene", roles: ["researcher"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["researcher"], via: "web" };
  servedModelId = await addServedModel(actor.userId);
});

const create = (more: object = {}) =>
  createEvaluator(
    actor,
    evaluatorSchema.parse({ name: `FreshEval ${++serial}`, servedModelId, definition, ...more }),
  );
const another = (evaluatorId: number, more: object = {}) =>
  addEvaluatorVersion(
    actor,
    evaluatorVersionSchema.parse({ evaluatorId, servedModelId, definition: warmer, ...more }),
  );
const edit = (evaluatorId: number, edits: number, more: object = {}) =>
  editEvaluator(
    actor,
    editEvaluatorSchema.parse({ evaluatorId, edits, servedModelId, definition: warmer, ...more }),
  );
const freeze = (evaluatorId: number) => transaction((tx) => freezeEvaluator(tx, evaluatorId));

describe("evaluators", () => {
  it("are added with prompts and a model, and say them again unchanged", async () => {
    const { evaluatorId } = value(await create({ note: "First." }));
    expect(await getEvaluator(actor, evaluatorId)).toMatchObject({
      name: `FreshEval ${serial}`,
      version: 1,
      note: "First.",
      definition,
      frozen: false,
      model: { servedModelId, label: "judge-1" },
      judged: 0,
      repeatability: null,
      jobs: [],
    });
  });

  it("are named once each, also for two who add them at once, and not as one that files brought", async () => {
    const name = "The same";
    const made = await Promise.all([create({ name }), create({ name })]);
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(made.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: "taken" } });
    await db.evaluator.create({
      data: { name: "From a file", family: "From a file", createdById: actor.userId },
    });
    expect(await create({ name: "From a file" })).toMatchObject({
      refusal: { code: "taken", fields: { name: "Name already in use." } },
    });
  });

  it("need a model in use", async () => {
    const archived = await addServedModel(actor.userId, { archivedAt: new Date() });
    for (const wanted of [archived, 999_999])
      expect(await create({ servedModelId: wanted })).toMatchObject({
        refusal: { code: "not-found" },
      });
  });

  it("get further versions, one number each, also for two who add them at once", async () => {
    const { evaluatorId } = value(await create());
    const name = `FreshEval ${serial}`;
    const made = await Promise.all([
      another(evaluatorId),
      another(evaluatorId, { definition: { ...definition, maxTokens: 512 } }),
    ]);
    const ids = made.map((result) => value(result).evaluatorId);
    const views = await Promise.all(ids.map((id) => getEvaluator(actor, id)));
    expect(views.map((view) => view.name).sort()).toEqual([
      `${name}, version 2`,
      `${name}, version 3`,
    ]);
    const last = views.find(({ version }) => version === 3)!;
    expect(last.versions.map(({ version, changed }) => [version, changed])).toEqual([
      [3, ["temperature", "maxTokens"]],
      [2, views.find(({ version }) => version === 2)!.versions.at(-2)!.changed],
      [1, []],
    ]);
  });

  it("get no version that says what the last one says", async () => {
    const { evaluatorId } = value(await create());
    expect(await another(evaluatorId, { definition })).toMatchObject({
      refusal: { code: "unchanged" },
    });
    value(await another(evaluatorId));
    // Of the first version it differs, of the last one not.
    expect(await another(evaluatorId)).toMatchObject({ refusal: { code: "unchanged" } });
    value(await another(evaluatorId, { definition }));
    const other = await addServedModel(actor.userId);
    value(await another(evaluatorId, { definition, servedModelId: other }));
  });

  it("have no versions where their verdicts come in files", async () => {
    const { id } = await db.evaluator.create({
      data: { name: "By files", family: "By files", createdById: actor.userId },
    });
    expect(await another(id)).toMatchObject({ refusal: { code: "not-found" } });
    expect(await edit(id, 1)).toMatchObject({ refusal: { code: "not-found" } });
    expect(await freeze(id)).toBeNull();
    expect(await freeze(999_999)).toBeNull();
    expect(await getEvaluator(actor, id)).toMatchObject({ definition: null, model: null });
  });

  it("can be edited until a job uses them; a stale edit is refused, and of two at once one is", async () => {
    const { evaluatorId } = value(await create());
    expect(value(await edit(evaluatorId, 1))).toEqual({ edits: 2 });
    expect(await edit(evaluatorId, 1)).toMatchObject({ refusal: { code: "stale" } });
    const both = await Promise.all([
      edit(evaluatorId, 2, { note: "A" }),
      edit(evaluatorId, 2, { note: "B" }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const view = await getEvaluator(actor, evaluatorId);
    expect(view).toMatchObject({ edits: 3, definition: warmer });
    const events = await db.auditEvent.findMany({
      where: { type: "evaluator.edited" },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ data }) => (data as { changed: string[] }).changed).slice(-2)).toEqual([
      ["temperature"],
      ["note"],
    ]);
  });

  it("are frozen with their first job: neither a command nor the database changes them then", async () => {
    const { evaluatorId } = value(await create());
    const frozen = await Promise.all([freeze(evaluatorId), freeze(evaluatorId)]);
    for (const one of frozen)
      expect(one).toEqual({ name: `FreshEval ${serial}`, definition, servedModelId });
    expect(await edit(evaluatorId, 1)).toMatchObject({ refusal: { code: "in-use" } });
    await expect(
      db.$executeRaw`UPDATE evaluators SET note = 'Other.' WHERE id = ${evaluatorId}`,
    ).rejects.toThrow(/has been used and cannot change/);
    await expect(db.$executeRaw`DELETE FROM evaluators WHERE id = ${evaluatorId}`).rejects.toThrow(
      /has been used and cannot change/,
    );
    expect(await getEvaluator(actor, evaluatorId)).toMatchObject({ frozen: true, definition });
    // A further version may still be added.
    value(await another(evaluatorId));
  });
});

// What they judged -------------------------------------------------------------------------------------------------

/** A run with responses to this many questions. @returns the responses, in the order of the release */
async function runWithResponses(count: number) {
  const maintainer: Actor = { ...actor, roles: ["maintainer"] };
  const word = `Run ${++serial}`;
  for (let at = 0; at < count; at += 1)
    await addQuestion(maintainer, sampleContent({ question: `${word}, question ${at}?` }));
  const releaseName = `FreshQA_v0101${2000 + serial}`;
  value(
    await publishRelease(maintainer, { name: releaseName, notes: "", selection: { kind: "all" } }),
  );
  const { modelId } = value(await createModel(maintainer, modelSchema.parse({ name: word })));
  const { runId } = value(
    await createRun(maintainer, runSchema.parse({ modelId, releaseName, name: word })),
  );
  const { id: importId } = await db.responseImport.create({
    data: {
      runId,
      fileName: "a.csv",
      format: "csv",
      byteSize: 1,
      status: "applied",
      createdById: actor.userId,
    },
  });
  const { releaseId } = await db.modelRun.findUniqueOrThrow({ where: { id: runId } });
  const entries = await db.releaseEntry.findMany({
    where: { releaseId },
    orderBy: { position: "asc" },
    take: count,
  });
  const responses = await db.response.createManyAndReturn({
    data: entries.map(({ questionId, revisionId }) => ({
      runId,
      questionId,
      revisionId,
      importId,
      text: "Yes.",
    })),
  });
  return { runId, responses };
}

it("count what they judged last in each mode, and Strict credit without Relaxed", async () => {
  const { evaluatorId } = value(await create());
  const { responses } = await runWithResponses(4);
  const [a, b, c] = responses;
  const say = (
    response: (typeof responses)[number],
    relaxed: boolean | null,
    strict: boolean | null,
  ) =>
    db.automaticVerdict.create({
      data: {
        responseId: response.id,
        revisionId: response.revisionId,
        evaluatorId,
        relaxed,
        strict,
      },
    });
  await say(a!, true, null);
  await say(a!, null, true);
  // Inconsistent, and then not any more.
  await say(b!, false, null);
  await say(b!, null, true);
  await say(b!, true, null);
  // Inconsistent since its second verdict of a mode.
  await say(c!, true, true);
  await say(c!, false, null);
  expect(await getEvaluator(actor, evaluatorId)).toMatchObject({
    judged: 3,
    relaxed: 3,
    strict: 3,
    inconsistent: 1,
  });
  const { rows: evaluators, total } = await listEvaluators(actor);
  expect(total).toBe(evaluators.length);
  expect(evaluators.find((one) => one.evaluatorId === evaluatorId)).toMatchObject({
    judged: 3,
    inconsistent: 1,
  });
});

it("are as repeatable as the replies of their repeat jobs say; those of other jobs and items do not count", async () => {
  const { evaluatorId } = value(await create());
  const { runId, responses } = await runWithResponses(3);
  expect(await repeatabilityOf(actor, evaluatorId)).toBeNull();

  const job = async (kind: "judge" | "repeat", promptDate = "2026-11-22") => {
    const { id } = await db.job.create({
      data: {
        kind,
        runId,
        evaluatorId,
        servedModelId,
        settings: {},
        promptDate: new Date(promptDate),
        createdById: actor.userId,
      },
    });
    return { id, position: 0 };
  };
  type Job = Awaited<ReturnType<typeof job>>;
  /** An item that ended so; its replies, the last of which decides. */
  const item = async (
    of: Job,
    response: (typeof responses)[number],
    mode: "relaxed" | "strict",
    outcome: "parsed" | "unparsed" | null,
    ...replies: string[]
  ) => {
    of.position += 1;
    const { id } = await db.jobItem.create({
      data: {
        jobId: of.id,
        position: of.position,
        questionId: response.questionId,
        revisionId: response.revisionId,
        responseId: response.id,
        mode,
        repetition: of.position,
        status: outcome === null ? "failed" : "done",
        outcome,
        credit: outcome === "parsed" ? replies.at(-1) === yes : null,
      },
    });
    for (const [step, text] of replies.entries())
      await db.modelCall.create({
        data: {
          jobId: of.id,
          itemId: id,
          step,
          servedModelId,
          messages: [],
          requested: {},
          effective: {},
          state: "answered",
          text,
          finish: "stop",
          startedAt: new Date(),
          durationMs: 1,
        },
      });
  };
  const [a, b, c] = responses;
  const yes = "Fine: not incorrect.\nevaluation: correct";
  const no = "Not fine.\n**Evaluation:** *Incorrect.*";
  const emphasized = "Evaluation: _incorrect_";
  const closing = "Thus, the response is _not_ credited.";
  for (const [reply, correct] of [
    [yes, true],
    [no, false],
    [emphasized, false],
    [closing, false],
  ] as const)
    expect(readFreshEval(reply, "stop")).toMatchObject({ state: "parsed", correct });

  const judging = await job("judge");
  await item(judging, a!, "relaxed", "parsed", no);
  const first = await job("repeat");
  // The same three times, once only after it was asked again; it failed once more.
  await item(first, a!, "relaxed", "parsed", yes);
  await item(first, a!, "relaxed", "parsed", "Hm.", yes);
  await item(first, a!, "relaxed", "parsed", yes);
  await item(first, a!, "relaxed", null);
  // Two against one.
  await item(first, b!, "relaxed", "parsed", yes);
  await item(first, b!, "relaxed", "parsed", no);
  await item(first, b!, "relaxed", "parsed", yes);
  // One verdict, and two replies without any.
  await item(first, c!, "relaxed", "parsed", yes);
  await item(first, c!, "relaxed", "unparsed", "Hm.", "Hm.", "Hm.");
  await item(first, c!, "relaxed", "unparsed", "Hm.", "Hm.", "Hm.");
  // In a second job the same prompt goes on, one with another date is another.
  const second = await job("repeat");
  await item(second, c!, "relaxed", "parsed", yes);
  const later = await job("repeat", "2026-11-23");
  await item(later, a!, "relaxed", "parsed", emphasized);
  await item(later, a!, "relaxed", "parsed", closing);

  const expected = {
    relaxed: {
      prompts: 4,
      flips: 1,
      rate: 0.25,
      interval: null,
      verdicts: { fewest: 2, most: 3 },
      tooFew: 0,
      unread: 2,
      readings: 12,
    },
    strict: null,
  };
  expect(await repeatabilityOf(actor, evaluatorId)).toEqual(expected);
  // Samples from before verdicts were kept with them: the migration reads their replies.
  const migration = readFileSync(
    "prisma/migrations/20261122221000_repeated_verdicts/migration.sql",
    "utf8",
  );
  const kept = await db.jobItem.findMany({ orderBy: { id: "asc" } });
  await db.$executeRaw`UPDATE job_items SET credit = NULL`;
  await db.$executeRawUnsafe(migration.slice(migration.indexOf("UPDATE")));
  expect(await db.jobItem.findMany({ orderBy: { id: "asc" } })).toEqual(
    kept.map((one) => (one.jobId === judging.id ? { ...one, credit: null } : one)),
  );
  const view = await getEvaluator(actor, evaluatorId);
  expect(view.repeatability).toEqual(expected);
  expect(view.jobs.map(({ jobId, kind, items, ended }) => [jobId, kind, items, ended])).toEqual([
    [later.id, "repeat", 2, 2],
    [second.id, "repeat", 1, 1],
    [first.id, "repeat", 10, 10],
    [judging.id, "judge", 1, 1],
  ]);
  expect(view.jobs[2]!.withoutVerdict).toBe(2);
  // Repeats are no verdicts.
  expect(view.judged).toBe(0);
});

it("keep judging by the model of that name: once a job has asked it, its API name stays", async () => {
  const asked = (await db.job.findFirstOrThrow()).servedModelId!;
  const unasked = await addServedModel(actor.userId);
  const admin: Actor = { ...actor, roles: ["admin"] };
  const rename = (servedModelId: number, fields: object) =>
    editServedModel(
      admin,
      editServedModelSchema.parse({
        ...suggestedProfile("openai-chat", "judge-1"),
        servedModelId,
        version: 1,
        label: "judge-1",
        apiName: "judge-1",
        ...fields,
      }),
    );
  expect(await rename(asked, { apiName: "judge-2" })).toMatchObject({
    refusal: { code: "in-use", fields: { apiName: expect.any(String) as string } },
  });
  value(await rename(asked, { label: "Judge" }));
  value(await rename(unasked, { apiName: "judge-2" }));
});
