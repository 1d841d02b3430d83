import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { CASES_CHECK } from "@/lib/rating/adjudication/checks";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { getCases } from "@/lib/rating/adjudication/queries";
import { proposedAnswers } from "@/lib/rating/adjudication/rules";
import { getCampaignProgress, getOpenWork } from "@/lib/rating/campaigns/progress-queries";
import { previewCampaign } from "@/lib/rating/campaigns/preview-queries";
import { previewSchema } from "@/lib/rating/campaigns/schema";
import { ANSWERS_CHECK, RATINGS_CHECK } from "@/lib/rating/judging/checks";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { isChoice } from "@/lib/rating/protocols/rules";
import {
  RELAXED_STRICT,
  RELAXED_STRICT_VERSION,
  type Answer,
  type ProtocolQuestion,
} from "@/lib/rating/protocols/vocabulary";
import {
  compareRuns,
  getAccuracyReport,
  listReportChoices,
} from "@/lib/reporting/accuracy/queries";
import { accuracyRequest, comparisonRequest } from "@/lib/reporting/accuracy/schema";
import {
  campaignsOfEvaluator,
  getAgreementReport,
  getCampaignAgreement,
  listDisagreements,
} from "@/lib/reporting/agreement/queries";
import { agreementRequest, disagreementsRequest, PAIRINGS } from "@/lib/reporting/agreement/schema";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import { EXPORTED_ROWS, JUDGMENT_FORMATS } from "@/lib/reporting/judgment-export/schema";
import { getLeaderboard } from "@/lib/reporting/leaderboard/queries";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { keepDay } from "@/prisma/testing/noon";
import { notEmpty } from "@/prisma/testing/not-empty";
import { answerAll, makeGold, openUnderPreset } from "@/prisma/testing/protocol-desks";

/*
 * A campaign under Relaxed and Strict beside one of each other preset, over the same runs and by the same raters: whatever
 * is said of the first one, in reports, files and progress, is the same before and after.
 */

let made: RatingSampleMade;
let maintainer: Actor;
let raters: Actor[];

beforeAll(async () => {
  await withConnection(keepDay);
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Beside",
      models: 3,
      questions: 6,
      raters: 3,
      agreement: 0.6,
      judged: 0.9,
      flagged: 0.1,
      lowConfidence: 0.1,
      corrected: 0.1,
      gold: 0.1,
      adjudicated: 0.5,
      evaluators: [0.9],
    }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer", "researcher", "adjudicator"]);
  raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const responses = await db.response.findMany({ where: { runId: { in: made.runIds } } });
  await db.responseReference.createMany({
    data: responses.map(({ id }) => ({ responseId: id, place: 1, title: "T", text: `Text ${id}` })),
  });
});
afterAll(disconnect);

/** Without the moment at which it was asked for: everything else has to be the same. */
const lasting = (report: unknown) =>
  JSON.stringify(report, (key, value: unknown) => (key === "at" ? undefined : value));

/** Everything that is said of Relaxed and Strict, by name. @param truth a day that is over */
async function numbers(truth: string): Promise<Record<string, string>> {
  const [first, second] = made.runIds as [number, number];
  const said: Record<string, string> = {};
  const { id: evaluator } = await db.evaluator.findFirstOrThrow();
  for (const campaign of [null, made.campaignId])
    for (const gold of ["count", "leave-out"] as const)
      for (const verdicts of ["people", "people-else-automatic"] as const) {
        const scope = {
          gold,
          verdicts,
          ...(campaign !== null && { campaign }),
          ...(verdicts !== "people" && { evaluator }),
        };
        const name = JSON.stringify(scope);
        said[`accuracy ${name}`] = lasting(
          await getAccuracyReport(
            maintainer,
            accuracyRequest.parse({ runs: made.runIds, ...scope }),
          ),
        );
        said[`comparison ${name}`] = lasting(
          await compareRuns(maintainer, comparisonRequest.parse({ first, second, ...scope })),
        );
      }
  said.agreement = lasting(
    await getAgreementReport(maintainer, agreementRequest.parse({ campaign: [made.campaignId] })),
  );
  said["accuracy by another truth"] = lasting(
    await getAccuracyReport(maintainer, accuracyRequest.parse({ runs: made.runIds, truth })),
  );
  for (const pairing of PAIRINGS)
    said[`agreement, ${pairing}`] = lasting(
      await getAgreementReport(
        maintainer,
        agreementRequest.parse({ campaign: [made.campaignId], pairing }),
      ),
    );
  said["agreement of the campaign"] = lasting(
    await getCampaignAgreement(maintainer, made.campaignId),
  );
  said.disagreements = lasting(
    await listDisagreements(
      maintainer,
      disagreementsRequest.parse({ campaign: [made.campaignId] }),
    ),
  );
  said["campaigns of an evaluator"] = lasting(await campaignsOfEvaluator(maintainer, evaluator));
  said.preview = lasting(
    await previewCampaign(
      maintainer,
      previewSchema.parse({
        protocolVersionId: RELAXED_STRICT_VERSION,
        runIds: made.runIds,
        sample: { kind: "all" },
        raterIds: made.raterIds,
        ratingsPerResponse: 2,
        overlap: null,
        goldRate: 10,
        truth: "release",
        seed: 3,
      }),
    ),
  );
  said.leaderboard = lasting(await getLeaderboard(maintainer));
  said.choices = lasting(await listReportChoices(maintainer));
  said.progress = lasting(await getCampaignProgress(maintainer, made.campaignId));
  said.open = lasting(await getOpenWork(maintainer, made.campaignId));
  for (const of of [{ campaign: made.campaignId }, { run: first }])
    for (const rows of EXPORTED_ROWS.slice(0, 2))
      for (const format of JUDGMENT_FORMATS) {
        const file = await openJudgmentExport(maintainer, { ...of, rows, format });
        const parts: Uint8Array[] = [];
        for await (const part of file.bytes) parts.push(part);
        said[`${rows} of ${JSON.stringify(of)} as ${format}`] = Buffer.concat(parts).toString();
      }
  return said;
}

/** An answer that goes by rater, item and question. */
function answerTo(question: ProtocolQuestion, chance: number, places: number): Answer {
  if (isChoice(question)) return { value: question.levels[chance % question.levels.length]!.value };
  switch (question.kind) {
    case "pairwise":
      return { value: chance % 3 };
    case "ranking":
      return {
        ranks: Array.from({ length: places }, (_, place) => ((place + chance) % places) + 1),
      };
    case "text":
      return { text: `Said ${chance}` };
  }
}

it("no number about Relaxed and Strict moves when campaigns of every other preset are rated and adjudicated", async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const before = await numbers(yesterday);
  let cases = 0;
  for (const preset of PROTOCOL_PRESETS.filter(({ key }) => key !== RELAXED_STRICT)) {
    const { key } = preset;
    const gold = await makeGold(maintainer, made.runIds[0]!, preset);
    const { campaignId, definition } = await openUnderPreset(
      { maintainer, raters, runIds: made.runIds, goldRate: gold ? 20 : 0 },
      key,
    );
    expect((await db.ratingTask.count({ where: { campaignId, gold: true } })) > 0, key).toBe(gold);
    const seen = await answerAll(raters, campaignId, (rater, { taskId, responses }) =>
      Object.fromEntries(
        definition.questions.map((question, at) => [
          question.key,
          answerTo(question, taskId + at * rater, responses.length),
        ]),
      ),
    );
    expect(seen.length, key).toBeGreaterThan(0);
    for (const { taskId } of await db.disagreement.findMany({ where: { campaignId }, take: 2 })) {
      const [view] = await getCases(maintainer, [taskId]);
      if (view === undefined || view.protocol === null) throw new Error("No case of answers.");
      const done = await adjudicate(maintainer, {
        taskId,
        answers: Object.fromEntries(
          definition.questions.map((question) => [question.key, answerTo(question, 1, 1)]),
        ),
        reason: `Beside ${
          Object.keys(
            proposedAnswers(
              definition,
              view.ratings.map(({ answers }) => answers),
            ),
          ).length
        } proposals.`,
        clientKey: randomUUID(),
      });
      expect(done).toMatchObject({ ok: true });
      cases++;
    }
  }
  expect(cases).toBeGreaterThan(2);
  const others = await db.campaign.findMany({
    where: { protocolVersionId: { not: RELAXED_STRICT_VERSION } },
  });
  for (const { id } of notEmpty(others)) {
    expect((await getCampaignProgress(maintainer, id)).agreement.pairs).toBe(0);
    // Whoever types their addresses finds no numbers.
    await expect(
      getAccuracyReport(maintainer, accuracyRequest.parse({ runs: made.runIds, campaign: id })),
    ).rejects.toThrow(NotFound);
    await expect(
      getAgreementReport(maintainer, agreementRequest.parse({ campaign: [made.campaignId, id] })),
    ).rejects.toThrow(NotFound);
  }
  const after = await numbers(yesterday);
  expect(Object.keys(after)).toEqual(notEmpty(Object.keys(before)));
  for (const [name, said] of Object.entries(before)) expect(after[name], name).toBe(said);
  for (const check of [RATINGS_CHECK, ANSWERS_CHECK, CASES_CHECK])
    expect(await withConnection((client) => check.find(client)), check.what).toMatchObject({
      wrong: 0,
    });
}, 120_000);
