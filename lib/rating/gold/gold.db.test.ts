import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCells } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { addRater } from "@/lib/rating/campaigns/rater-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { getCampaignProgress } from "@/lib/rating/campaigns/progress-queries";
import { previewCampaign } from "@/lib/rating/campaigns/preview-queries";
import { campaignPlanSchema, openCampaignSchema } from "@/lib/rating/campaigns/schema";
import { saveProtocolVersion } from "@/lib/rating/protocols/commands";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { Answers, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import type { ExportedAnswer } from "@/lib/reporting/judgment-export/schema";
import { getProtocolReport } from "@/lib/reporting/protocols/queries";
import { protocolRequest } from "@/lib/reporting/protocols/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { notEmpty } from "@/prisma/testing/not-empty";
import { writeProtocol } from "@/prisma/testing/protocol-campaign";
import { answerAll } from "@/prisma/testing/protocol-desks";
import { setGoldAnswers, withdrawGoldAnswers } from "./commands";
import { getGoldItemForm, listGoldItems } from "./queries";
import { setGoldAnswersSchema } from "./schema";
import type { ExpectedAnswers } from "./vocabulary";

const QUESTIONS = 6;
let made: RatingSampleMade;
let maintainer: Actor;
let raters: Actor[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: 2, questions: QUESTIONS, raters: 3 }),
  );
  // What is left of the sample under Relaxed and Strict hides nothing from anyone.
  await db.campaign.updateMany({ data: { status: "closed" } });
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  const responses = await db.response.findMany({ where: { runId: { in: made.runIds } } });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id }) =>
      [1, 2].map((place) => ({ responseId: id, place, text: `Text ${place} of ${id}` })),
    ),
  });
});
afterAll(disconnect);

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;
const answered = presetOf("webglm-answers");

const versionOf = async (name: string, definition: ProtocolDefinition) => {
  const versionId = await writeProtocol(name, definition, maintainer.userId);
  const { protocolId } = await db.protocolVersion.findUniqueOrThrow({ where: { id: versionId } });
  return { versionId, protocolId };
};

/** The first responses of a run, in the order of their ids. */
const responsesOf = (run: number, take: number) =>
  db.response.findMany({ where: { runId: made.runIds[run]! }, orderBy: { id: "asc" }, take });

const setting = (
  versionId: number,
  { id, revisionId }: { id: number; revisionId: number },
  expected: ExpectedAnswers,
  more: { referencePlace?: number; replaces?: string | null; clientKey?: string } = {},
) =>
  setGoldAnswersSchema.parse({
    responseId: id,
    versionId,
    revisionId,
    expected,
    replaces: null,
    ...more,
  });

async function open(protocolVersionId: number, more: object = {}): Promise<number> {
  const planned = await createCampaign(maintainer, {
    plan: campaignPlanSchema.parse(planOf(protocolVersionId, more)),
    clientKey: randomUUID(),
  });
  if (!planned.ok) throw new Error(planned.refusal.message);
  const opened = await openCampaign(maintainer, openCampaignSchema.parse(planned.value));
  if (!opened.ok) throw new Error(opened.refusal.message);
  return opened.value.campaignId;
}
let campaigns = 0;
const planOf = (protocolVersionId: number, more: object) => ({
  protocolVersionId,
  name: `Gold ${++campaigns}`,
  runIds: [made.runIds[0]!],
  sample: { kind: "all" },
  raterIds: raters.slice(0, 2).map(({ userId }) => userId),
  ratingsPerResponse: 1,
  overlap: null,
  seed: 7,
  deadline: null,
  truth: "release",
  goldRate: 20,
  namesHidden: true,
  ratersMayAdjudicate: false,
  ...more,
});

const level = (value: number) => ({ value });
/** Everything right but Correctness, which goes by the rater: 3, 2, 1 … */
const byRater = (rater: number): Answers => ({
  fluency: level(3),
  correctness: level(3 - rater),
  "citation-accuracy": level(2),
  objectivity: level(1),
  truthfulness: rater === 0 ? level(1) : { cannotTell: true },
  redundancy: level(0),
});

describe("gold answers", () => {
  it("are mixed into campaigns by the share, check every rater within the tolerance, and are told to none of them", async () => {
    const { versionId, protocolId } = await versionOf("Checked", answered);
    const [first, second] = await responsesOf(1, 2);
    const expected: ExpectedAnswers = {
      correctness: { value: 3, tolerance: 1 },
      truthfulness: { value: 1, tolerance: 0 },
    };
    expect(await setGoldAnswers(maintainer, setting(versionId, first!, expected))).toMatchObject({
      ok: true,
    });
    await setGoldAnswers(
      maintainer,
      setting(versionId, second!, { correctness: { value: 2, tolerance: 0 } }),
    );
    expect(
      (await listGoldItems(maintainer, { protocol: protocolId, run: null, search: "", page: 1 }))
        .rows,
    ).toMatchObject([
      { responseId: second!.id, gold: { stale: false } },
      { responseId: first!.id, gold: { expected } },
    ]);

    const plan = campaignPlanSchema.parse(planOf(versionId, {}));
    const preview = await previewCampaign(maintainer, plan);
    // Three ratings each, and one in five is gold.
    expect(preview).toMatchObject({ goldThere: 2, goldThereSampled: 0, gold: 1, goldRatings: 2 });
    const campaignId = await open(versionId, { goldRate: 40 });
    const gold = await db.ratingTask.findMany({ where: { campaignId, gold: true } });
    expect(gold.map(({ responseId, sampled, wanted }) => [responseId, sampled, wanted])).toEqual(
      expect.arrayContaining([
        [first!.id, false, 2],
        [second!.id, false, 2],
      ]),
    );
    // A third rater joins, and gets the gold too.
    await addRater(maintainer, { campaignId, raterId: raters[2]!.userId });
    const seen = await answerAll(raters, campaignId, byRater);
    expect(JSON.stringify(notEmpty(seen))).not.toMatch(/gold|expected|tolerance/i);

    const progress = await getCampaignProgress(maintainer, campaignId);
    expect(progress).toMatchObject({ gold: 2, goldSampled: 0, tasks: QUESTIONS });
    // Correctness: 3, 2, 1 are checked by 3 ± 1 and by 2. Truthfulness: credit, then "cannot tell".
    expect(progress.raters.map(({ goldAnswers }) => goldAnswers)).toEqual([
      [
        { key: "correctness", answers: 2, right: 1 },
        { key: "truthfulness", answers: 1, right: 1 },
      ],
      [
        { key: "correctness", answers: 2, right: 2 },
        { key: "truthfulness", answers: 1, right: 0 },
      ],
      [
        { key: "correctness", answers: 2, right: 0 },
        { key: "truthfulness", answers: 1, right: 0 },
      ],
    ]);
    expect(
      await db.disagreement.count({ where: { taskId: { in: gold.map(({ id }) => id) } } }),
    ).toBe(0);

    // In use: changed, not removed; the change counts for what was rated before, too.
    const item = { responseId: second!.id, referencePlace: null, versionId };
    expect(await withdrawGoldAnswers(maintainer, item)).toMatchObject({
      refusal: { code: "in-use" },
    });
    const form = await getGoldItemForm(maintainer, { ...item, protocol: protocolId });
    expect(form).toMatchObject({ inUse: true, choices: [{ by: "release" }] });
    await setGoldAnswers(
      maintainer,
      setting(
        versionId,
        second!,
        { fluency: { value: 3, tolerance: 0 } },
        { replaces: form.standing },
      ),
    );
    expect((await getCampaignProgress(maintainer, campaignId)).raters[2]!.goldAnswers).toEqual([
      { key: "fluency", answers: 1, right: 1 },
      { key: "correctness", answers: 1, right: 0 },
      { key: "truthfulness", answers: 1, right: 0 },
    ]);
  });

  it("are of one reference where references are rated", async () => {
    const { versionId, protocolId } = await versionOf("References", presetOf("webglm-references"));
    const [response] = await responsesOf(1, 1);
    const expected: ExpectedAnswers = { density: { value: 1, tolerance: 1 } };
    const of = { protocol: protocolId, responseId: response!.id };
    for (const [referencePlace, code] of [
      [undefined, "not-found"],
      [3, "not-found"],
    ] as const)
      expect(
        await setGoldAnswers(
          maintainer,
          setting(
            versionId,
            response!,
            expected,
            referencePlace === undefined ? {} : { referencePlace },
          ),
        ),
      ).toMatchObject({ refusal: { code } });
    await expect(getGoldItemForm(maintainer, { ...of, referencePlace: null })).rejects.toThrow(
      NotFound,
    );
    await setGoldAnswers(
      maintainer,
      setting(versionId, response!, expected, { referencePlace: 2 }),
    );
    expect(await getGoldItemForm(maintainer, { ...of, referencePlace: 2 })).toMatchObject({
      text: null,
      references: [{ place: 2 }],
      choices: [{ gold: { expected } }],
    });
    expect((await getGoldItemForm(maintainer, { ...of, referencePlace: 1 })).standing).toBeNull();
    const { rows: items, total } = await listGoldItems(maintainer, {
      protocol: protocolId,
      run: made.runIds[1]!,
      search: "",
      page: 1,
    });
    expect(total).toBe(2 * QUESTIONS);
    expect(items.filter(({ gold }) => gold !== null)).toMatchObject([{ referencePlace: 2 }]);
    const campaignId = await open(versionId);
    expect(await db.ratingTask.findMany({ where: { campaignId, gold: true } })).toMatchObject([
      { responseId: response!.id, referencePlace: 2, unitKey: `${response!.id}.2` },
    ]);
  });

  it("of the sample stay part of it, and those that the share does not need are rated like all others", async () => {
    const { versionId } = await versionOf("Of the sample", answered);
    const responses = await responsesOf(0, 3);
    for (const response of responses)
      await setGoldAnswers(
        maintainer,
        setting(versionId, response, { fluency: { value: 3, tolerance: 0 } }),
      );
    const campaignId = await open(versionId, { goldRate: 10 });
    const tasks = await db.ratingTask.findMany({ where: { campaignId } });
    expect(tasks).toHaveLength(QUESTIONS);
    expect(tasks.filter(({ gold }) => gold)).toMatchObject([{ sampled: true, wanted: 2 }]);

    // Both raters rate the gold item. One of the two ratings counts, as of every other item; none in agreement.
    await answerAll(raters.slice(0, 2), campaignId, byRater);
    const researcher = actorOf(made.researcherId, ["researcher"]);
    const report = await getProtocolReport(
      researcher,
      protocolRequest.parse({ campaign: [campaignId] }),
    );
    if (!report.ok) throw new Error(report.refusal.message);
    expect(report.value).toMatchObject({ judgments: QUESTIONS, items: QUESTIONS });
    const file = await openJudgmentExport(researcher, { campaign: campaignId, format: "jsonl" });
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes) parts.push(part);
    const rows = Buffer.concat(parts)
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ExportedAnswer)
      .filter(({ key }) => key === "fluency" || key === "correctness");
    expect(rows.filter(({ counts, key }) => counts && key === "fluency")).toHaveLength(QUESTIONS);
    const ofGold = rows.filter(({ gold }) => gold);
    expect(
      ofGold
        .map(({ key, slot, counts, gold_value, gold_tolerance, gold_right }) => [
          key,
          slot,
          counts,
          gold_value,
          gold_tolerance,
          gold_right,
        ])
        .toSorted(),
    ).toEqual([
      ["correctness", 1, true, null, null, null],
      ["correctness", 2, false, null, null, null],
      ["fluency", 1, true, 3, 0, true],
      ["fluency", 2, false, 3, 0, true],
    ]);
    expect(
      notEmpty(rows.filter(({ gold }) => !gold)).every(
        ({ gold_value, gold_right }) => gold_value === null && gold_right === null,
      ),
    ).toBe(true);
  });

  it("go by the correct answers where raters see them, and by nothing else where they do not", async () => {
    const shown = await versionOf("Shown", {
      ...answered,
      shows: { ...answered.shows, correctAnswers: true },
    });
    const hidden = await versionOf("Hidden", answered);
    const [response] = await responsesOf(1, 1);
    const expected: ExpectedAnswers = { fluency: { value: 3, tolerance: 0 } };
    for (const { versionId } of [shown, hidden])
      await setGoldAnswers(maintainer, setting(versionId, response!, expected));
    const { cells } = await db.revision.findUniqueOrThrow({ where: { id: response!.revisionId } });
    const edited = await editQuestion(maintainer, {
      questionId: response!.questionId,
      baseRevisionId: response!.revisionId,
      content: { ...readCells(cells).content!, answers: ["Another answer"] },
      comment: "",
    });
    if (!edited.ok) throw new Error(edited.refusal.message);
    const of = { responseId: response!.id, referencePlace: null };
    const choices = async ({ protocolId }: { protocolId: number }) =>
      (await getGoldItemForm(maintainer, { ...of, protocol: protocolId })).choices.map(
        ({ by, gold }) => [by, gold !== null],
      );
    expect(await choices(shown)).toEqual([
      ["release", true],
      ["present", false],
    ]);
    expect(await choices(hidden)).toEqual([["release", true]]);
    const there = async ({ versionId }: { versionId: number }, truth: string) =>
      (await previewCampaign(maintainer, campaignPlanSchema.parse(planOf(versionId, { truth }))))
        .goldThere;
    expect(await there(shown, "release")).toBe(1);
    expect(await there(shown, "present")).toBe(0);
    expect(await there(hidden, "present")).toBe(1);
  });

  it("stand for the versions that ask the same, and freeze theirs", async () => {
    const { versionId, protocolId } = await versionOf("Versions", answered);
    const [response] = await responsesOf(1, 1);
    await setGoldAnswers(
      maintainer,
      setting(versionId, response!, { fluency: { value: 3, tolerance: 1 } }),
    );
    const save = async (
      number: number,
      base: ProtocolDefinition,
      definition: ProtocolDefinition,
    ) => {
      const saved = await saveProtocolVersion(maintainer, {
        protocolId,
        base: { number, definition: base },
        inPlace: false,
        definition,
        clientKey: randomUUID(),
      });
      if (!saved.ok) throw new Error(saved.refusal.message);
      return saved.value;
    };
    const [fluency, ...others] = answered.questions;
    const reworded = { ...answered, questions: [{ ...fluency!, help: "Other words." }, ...others] };
    const second = await save(1, answered, reworded);
    expect(second.number).toBe(2);
    const goldUnder = async (version: number) =>
      (await previewCampaign(maintainer, campaignPlanSchema.parse(planOf(version, {})))).goldThere;
    expect(await goldUnder(second.versionId)).toBe(1);
    await setGoldAnswers(
      maintainer,
      setting(second.versionId, (await responsesOf(1, 2))[1]!, {
        fluency: { value: 3, tolerance: 1 },
      }),
    );
    const third = await save(2, reworded, { ...answered, questions: others });
    expect([third.number, await goldUnder(third.versionId)]).toEqual([3, 0]);
    expect(await goldUnder(versionId)).toBe(2);
  });

  it("are set by one of two at the same time, withdrawn twice at no cost, and refused for rankings and verdicts", async () => {
    const { versionId, protocolId } = await versionOf("At once", answered);
    const [response] = await responsesOf(1, 1);
    const both = await Promise.all(
      [1, 2].map((value) =>
        setGoldAnswers(
          maintainer,
          setting(
            versionId,
            response!,
            { fluency: { value, tolerance: 0 } },
            { clientKey: randomUUID() },
          ),
        ),
      ),
    );
    expect(both.map((result) => (result.ok ? "set" : result.refusal.code)).toSorted()).toEqual([
      "set",
      "stale",
    ]);
    const item = { responseId: response!.id, referencePlace: null, versionId };
    for (let time = 0; time < 2; time++)
      expect(await withdrawGoldAnswers(maintainer, item)).toMatchObject({ ok: true });
    expect(
      await db.goldAnswers.findMany({
        where: { protocolVersionId: versionId },
        orderBy: { id: "asc" },
        select: { kind: true },
      }),
    ).toEqual([{ kind: "set" }, { kind: "withdrawn" }]);
    expect(
      (await listGoldItems(maintainer, { protocol: protocolId, run: null, search: "", page: 1 }))
        .rows,
    ).toEqual([]);
    expect(
      await setGoldAnswers(
        maintainer,
        setting(versionId, response!, { fluency: { value: 2, tolerance: 2 } }),
      ),
    ).toMatchObject({
      refusal: {
        code: "not-possible",
        fields: { fluency: expect.stringContaining("Every level") },
      },
    });

    const turing = await versionOf("Ranked", presetOf("webglm-turing"));
    expect(
      await setGoldAnswers(maintainer, setting(turing.versionId, response!, {})),
    ).toMatchObject({ refusal: { code: "not-possible" } });
    expect(
      await setGoldAnswers(
        maintainer,
        setting(1, response!, { relaxed: { value: 1, tolerance: 0 } }),
      ),
    ).toMatchObject({ refusal: { code: "not-possible" } });
    expect(
      await createCampaign(maintainer, {
        plan: campaignPlanSchema.parse(planOf(turing.versionId, { runIds: made.runIds })),
        clientKey: randomUUID(),
      }),
    ).toMatchObject({ refusal: { code: "unknown", fields: { goldRate: expect.any(String) } } });
  });

  it("are not shown to whoever has still to rate the item", async () => {
    await db.campaign.updateMany({ data: { status: "closed" } });
    const { versionId, protocolId } = await versionOf("Blind", answered);
    const [response] = await responsesOf(0, 1);
    await setGoldAnswers(
      maintainer,
      setting(versionId, response!, { fluency: { value: 3, tolerance: 0 } }),
    );
    const both = actorOf(raters[0]!.userId, ["rater", "maintainer"]);
    const list = (who: Actor) =>
      listGoldItems(who, { protocol: protocolId, run: null, search: "", page: 1 });
    const of = { protocol: protocolId, responseId: response!.id, referencePlace: null };
    expect((await list(both)).total).toBe(1);
    await open(versionId);
    expect(await list(both)).toMatchObject({ total: 0, rows: [] });
    await expect(getGoldItemForm(both, of)).rejects.toThrow(NotFound);
    expect((await list(maintainer)).total).toBe(1);
  });
});
