/**
 * The campaigns of the sample: a finished one, what its two raters said of three runs, where they differed, and what became
 * of it; and one to try the desk on. Everything goes through the product's own commands, and is the same every time.
 */
import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/people/access/schema";
import { deactivateUser } from "@/lib/people/accounts/commands";
import { insertUser } from "@/lib/people/accounts/writes";
import { cellOf } from "@/lib/dataset/questions/cells";
import { now } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { adjudicate, claimCases } from "@/lib/rating/adjudication/commands";
import {
  changeCampaignStatus,
  followUp,
  openCampaign,
} from "@/lib/rating/campaigns/opening-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { campaignPlanSchema, type CampaignPlan } from "@/lib/rating/campaigns/schema";
import { changeAlarms } from "@/lib/rating/alarms/commands";
import { alarmSettingsSchema } from "@/lib/rating/alarms/schema";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import type { Reason, Verdict } from "@/lib/rating/judging/vocabulary";
import { answerExample } from "@/lib/rating/training/commands";
import { EXAMPLES } from "@/lib/rating/training/examples";
import { FORMER, STUDIED, type SeedDataset, type SeedResponse, type SeedVerdict } from "./dataset";
import { done } from "./done";
import { emailOf, PILOT, STUDY } from "./names";

/** @param premise the question rests on a false premise */
function verdictOf(given: SeedVerdict, premise: boolean): Verdict {
  const reason: Reason = premise ? "premise-not-rebutted" : "wrong-primary-answer";
  return {
    relaxed: given !== "n",
    strict: given === "c",
    relaxedReason: given === "n" ? reason : null,
    strictReason: given === "c" ? null : given === "n" ? reason : "hallucination",
  };
}

/** A response of a study, as the dataset says it. */
interface StudyResponse extends SeedResponse {
  final: SeedVerdict;
  premise: boolean;
  revisionId: number;
  /** A number of its own, for how long it took. */
  at: number;
}

/** By the id of the response. */
type StudyResponses = ReadonlyMap<number, StudyResponse>;

/** Runs of the dataset, in its order. */
export interface Written {
  runIds: readonly number[];
  dataset: SeedDataset;
}

/** A study of which everything is rated and adjudicated. */
export interface RatedStudy {
  campaignId: number;
  people: Record<keyof typeof FORMER, Actor>;
}

/**
 * Plans, rates and adjudicates the study and its follow-up, or goes on where it was interrupted.
 * @param manager who keeps the dataset @param admin who makes the raters' accounts
 * @returns null where it is closed already
 */
export async function rateStudy(
  manager: Actor,
  admin: Actor,
  written: Written,
): Promise<RatedStudy | null> {
  const begun = await db.campaign.findUnique({
    where: { name: STUDY },
    select: { id: true, version: true, status: true },
  });
  if (begun?.status === "closed") return null;
  const people = await joinStudy(admin);
  for (const rater of [people.ines, people.jonas]) await train(rater);
  const responses = await responsesOf(written);
  await setStudyGold(manager, responses);
  const campaignId = await openOnce(manager, begun, {
    name: STUDY,
    instructions: "Rate against the answers of the release. If you can't decide, say so.",
    runIds: written.runIds.slice(0, STUDIED),
    raterIds: [people.ines.userId, people.jonas.userId],
    ratingsPerResponse: 2,
    overlap: null,
    goldRate: 5,
  });
  await rateAll(campaignId, people, responses, (one) => one.final);
  if ([...responses.values()].some(({ present }) => present !== undefined)) {
    const later = done(await followUp(manager, { campaignId, clientKey: randomUUID() })).campaignId;
    await ignoreSpeed(manager, later);
    await rateAll(later, people, responses, (one) => one.present ?? one.final);
    done(await changeCampaignStatus(manager, { campaignId: later, to: "closed" }));
  }
  return { campaignId, people };
}

/** Closes the study, by which it is known that all that comes before is there, and the accounts of those who rated it. */
export async function closeStudy(
  manager: Actor,
  admin: Actor,
  { campaignId, people }: RatedStudy,
): Promise<void> {
  done(await changeCampaignStatus(manager, { campaignId, to: "closed" }));
  for (const { userId } of Object.values(people)) done(await deactivateUser(admin, { userId }));
}

/**
 * Opens a campaign over some runs, so that raters have something to judge and maintainers something to watch.
 * Where the dataset says so, half of them are rated.
 */
export async function openPilot(
  manager: Actor,
  written: Written,
  raters: readonly Actor[],
): Promise<void> {
  const { runs, halfRated } = written.dataset.pilot;
  const campaignId = await openOnce(manager, null, {
    name: PILOT,
    instructions:
      "Rate against the answers shown, even if you think they're wrong. If so, flag the answer.",
    runIds: runs.map((place) => written.runIds[place]!),
    raterIds: raters.map(({ userId }) => userId),
    ratingsPerResponse: raters.length,
    overlap: 20,
    goldRate: 0,
  });
  if (!halfRated) return;
  const responses = await responsesOf(written);
  for (const rater of raters) {
    await train(rater);
    const theirs = await db.assignment.count({ where: { campaignId, raterId: rater.userId } });
    await rate(
      campaignId,
      rater,
      responses,
      (one) => one.ines ?? one.final,
      Math.floor(theirs / 2),
    );
  }
}

/** Creates and opens a campaign, unless that was done before. @returns its id */
async function openOnce(
  manager: Actor,
  begun: { id: number; version: number; status: string } | null,
  plan: Partial<CampaignPlan>,
): Promise<number> {
  const { campaignId, version } =
    begun === null
      ? done(
          await createCampaign(manager, {
            plan: campaignPlanSchema.parse({
              sample: { kind: "all" },
              seed: 2026,
              deadline: null,
              truth: "release",
              namesHidden: true,
              ratersMayAdjudicate: false,
              ...plan,
            }),
            clientKey: randomUUID(),
          }),
        )
      : { campaignId: begun.id, version: begun.version };
  if (begun === null || begun.status === "draft")
    done(await openCampaign(manager, { campaignId, version }));
  await ignoreSpeed(manager, campaignId);
  return campaignId;
}

/** The sample's raters rate as quickly as the server goes, which is no sign of anything. */
async function ignoreSpeed(manager: Actor, campaignId: number): Promise<void> {
  done(
    await changeAlarms(manager, {
      campaignId,
      ...alarmSettingsSchema
        .omit({ campaignId: true, clientKey: true })
        .parse({ fastSeconds: null, straightLining: false, alarmPauses: false }),
    }),
  );
}

async function setStudyGold(manager: Actor, responses: StudyResponses): Promise<void> {
  for (const [responseId, { revisionId, gold, final, premise }] of responses) {
    if (!gold || (await db.goldVerdict.count({ where: { responseId } })) > 0) continue;
    done(
      await setGold(manager, {
        responseId,
        revisionId,
        verdict: verdictOf(final, premise),
        explanation: "Agreed on before the study.",
        replaces: null,
        clientKey: randomUUID(),
      }),
    );
  }
}

async function joinStudy(admin: Actor): Promise<Record<keyof typeof FORMER, Actor>> {
  const joined = await transaction(async (tx) => {
    const made: [string, Actor][] = [];
    for (const [key, person] of Object.entries(FORMER)) {
      const email = emailOf(key);
      const { id } =
        (await tx.user.findUnique({ where: { email, sample: true }, select: { id: true } })) ??
        (await insertUser(tx, admin, { ...person, email, passwordHash: null, sample: true }));
      made.push([key, { userId: id, ...person, via: "system" }]);
    }
    return made;
  });
  return Object.fromEntries(joined) as Record<keyof typeof FORMER, Actor>;
}

async function train(rater: Actor): Promise<void> {
  for (const [at, { relaxed, strict }] of EXAMPLES.entries())
    done(await answerExample(rater, { attempt: 1, example: at + 1, relaxed, strict }));
}

/** What the dataset says of the responses that are given anything, by id. */
async function responsesOf({ runIds, dataset }: Written): Promise<StudyResponses> {
  const places = new Map(dataset.responses.map(({ question }, at) => [question, at]));
  const rows = await db.response.findMany({
    where: { runId: { in: [...runIds] } },
    include: { revision: { select: { cells: true } } },
  });
  return new Map(
    rows.flatMap(({ id, runId, revisionId, revision: { cells } }) => {
      const place = places.get(cellOf(cells, "question"))!;
      const run = runIds.indexOf(runId);
      const said = dataset.responses[place]!.says[run]!;
      if (said.final === undefined) return [];
      const premise = cellOf(cells, "false_premise") === "TRUE";
      const at = place * 7 + run * 11;
      return [[id, { ...said, final: said.final, premise, at, revisionId }] as const];
    }),
  );
}

/** Has everything rated by both, and what they differ on adjudicated. */
async function rateAll(
  campaignId: number,
  { ines, jonas, kemal }: Record<keyof typeof FORMER, Actor>,
  responses: StudyResponses,
  inTheEnd: (response: StudyResponse) => SeedVerdict,
): Promise<void> {
  await Promise.all([
    rate(campaignId, ines, responses, (one) => one.ines ?? inTheEnd(one)),
    rate(campaignId, jonas, responses, (one) => one.jonas ?? inTheEnd(one)),
  ]);
  await settle(campaignId, kemal, responses, inTheEnd);
}

/** How long they take for an item at most, with what is between it and the next. */
const ITEM_MS = 42_000;
const BETWEEN_MS = 3_000;

/**
 * Has the items of a rater handed out as long ago as rating them takes, so that their hours fit into the time that passed.
 * @returns when they began, in milliseconds
 */
async function beganEarlier(campaignId: number, rater: Actor): Promise<number> {
  const items = await db.assignment.findMany({
    where: { campaignId, raterId: rater.userId, status: "pending" },
    select: { id: true, taskId: true },
  });
  const began = now().getTime() - items.length * ITEM_MS;
  await db.handingOut.createMany({
    data: items.map(({ id, taskId }) => ({
      assignmentId: id,
      taskId,
      raterId: rater.userId,
      handedAt: new Date(began),
    })),
  });
  return began;
}

/** Rates what a rater is given, as many items at a time as a desk holds, and not more than `most`. */
async function rate(
  campaignId: number,
  rater: Actor,
  responses: StudyResponses,
  given: (response: StudyResponse) => SeedVerdict,
  most = Infinity,
): Promise<void> {
  let entered = await beganEarlier(campaignId, rater);
  for (let rated = 0; rated < most;) {
    const count = Math.min(10, most - rated);
    const { taskIds } = done(await claimItems(rater, { campaignId, count, visit: null }));
    if (taskIds.length === 0) return;
    const tasks = await db.ratingTask.findMany({
      where: { id: { in: taskIds } },
      select: { id: true, revisionId: true, responseId: true },
    });
    for (const task of tasks) {
      const one = responses.get(task.responseId!)!;
      const activeMs = 9_000 + (one.at % 30) * 1_000;
      entered += activeMs + BETWEEN_MS;
      done(
        await submitJudgment(rater, {
          taskId: task.id,
          revisionId: task.revisionId,
          verdict: verdictOf(given(one), one.premise),
          answers: null,
          comment: "",
          lowConfidence: given(one) !== one.final && one.at % 3 === 0,
          flagged: false,
          activeMs,
          enteredAt: new Date(entered).toISOString(),
          clientKey: randomUUID(),
        }),
      );
    }
    rated += tasks.length;
  }
}

const RATIONALES: Record<SeedVerdict, string> = {
  c: "Everything that it says is supported by the evidence.",
  r: "The answer is right; something said beside it is not.",
  n: "The answer can't be inferred from what it says.",
};

/** Adjudicates all on which the raters differ. */
async function settle(
  campaignId: number,
  adjudicator: Actor,
  responses: StudyResponses,
  inTheEnd: (response: StudyResponse) => SeedVerdict,
): Promise<void> {
  const token = randomUUID();
  for (;;) {
    const claimed = done(
      await claimCases(adjudicator, {
        token,
        filters: { campaign: campaignId, cause: [] },
        except: [],
        first: null,
        count: 2,
      }),
    );
    const taskIds = claimed.cases.map(({ item }) => item.taskId);
    if (taskIds.length === 0) return;
    const tasks = await db.ratingTask.findMany({
      where: { id: { in: taskIds } },
      orderBy: { id: "asc" },
      select: { id: true, responseId: true },
    });
    for (const task of tasks) {
      const one = responses.get(task.responseId!)!;
      done(
        await adjudicate(adjudicator, {
          taskId: task.id,
          verdict: verdictOf(inTheEnd(one), one.premise),
          reason: RATIONALES[inTheEnd(one)],
          clientKey: randomUUID(),
          token,
        }),
      );
    }
  }
}
