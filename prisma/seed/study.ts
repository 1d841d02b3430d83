/**
 * The finished campaign of the sample: what its two raters said of three runs, where they differed, and what became of it.
 * Everything goes through the product's own commands, and is the same every time.
 */
import { STUDY } from "./names";
import { randomUUID } from "node:crypto";
import type { Actor, Role } from "@/lib/people/access/schema";
import { deactivateUser } from "@/lib/people/accounts/commands";
import { insertUser } from "@/lib/people/accounts/writes";
import { now } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import type { AnyResult } from "@/lib/platform/result";
import { adjudicate, claimCases } from "@/lib/rating/adjudication/commands";
import { changeCampaignStatus, openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { campaignPlanSchema } from "@/lib/rating/campaigns/schema";
import { changeAlarms } from "@/lib/rating/alarms/commands";
import { alarmSettingsSchema } from "@/lib/rating/alarms/schema";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import type { Reason, Verdict } from "@/lib/rating/judging/vocabulary";
import { answerExample } from "@/lib/rating/training/commands";
import { EXAMPLES } from "@/lib/rating/training/examples";
import { SEED_RESPONSES } from "./responses";

/** They left once the study was done: nobody can sign in as them. */
const FORMER = {
  ines: { name: "Ines Duarte", roles: ["rater"] },
  jonas: { name: "Jonas Weber", roles: ["rater"] },
  kemal: { name: "Kemal Aydin", roles: ["adjudicator"] },
} satisfies Record<string, { name: string; roles: Role[] }>;

/** What a response gets in the end: `c`redit in both modes, `r`elaxed alone, `n`one; `-`: the run has no response. */
type Pattern = "c" | "r" | "n" | "-";

/** For each question of SEED_RESPONSES, in its order, one letter a run. */
const FINAL =
  "cnn cnn cnr crn cnn cnn crn cnn cnn ccn cnn crn ccn crn cnc ccn crn cc- cnc cnn ccn cnn cnn cnn crn cn- cnn cnn crn cnn cnn".split(
    " ",
  );

/** Where a rater said something else than what stands in the end: question and run, counted from 0. */
const DIFFERENT: Record<"ines" | "jonas", Record<string, Exclude<Pattern, "-">>> = {
  // Strict about what is said beside the answer.
  ines: { "2 0": "r", "9 1": "r", "12 0": "r", "15 1": "r", "13 1": "c", "20 1": "r", "2 2": "n" },
  // Generous with what is nearly right.
  jonas: {
    "4 1": "r",
    "14 1": "r",
    "16 1": "c",
    "23 1": "r",
    "23 2": "r",
    "28 1": "n",
    "3 1": "c",
    "6 1": "c",
    "18 1": "r",
  },
};

/** Gold: the responses of the third run to these questions. */
const GOLD = [0, 10, 15, 21, 29];

/** @param question its place in SEED_RESPONSES */
function verdictOf(pattern: Pattern, question: number): Verdict {
  // The first twelve questions rest on false premises.
  const reason: Reason = question < 12 ? "premise-not-rebutted" : "wrong-primary-answer";
  return {
    relaxed: pattern !== "n",
    strict: pattern === "c",
    relaxedReason: pattern === "n" ? reason : null,
    strictReason: pattern === "c" ? null : pattern === "n" ? reason : "hallucination",
  };
}

interface StudyResponse {
  id: number;
  revisionId: number;
  question: number;
  run: number;
  final: Pattern;
}

/**
 * Plans, rates, adjudicates and closes the study, or goes on where it was interrupted.
 * @param manager who keeps the dataset @param admin who makes and closes the raters' accounts
 */
export async function writeStudy(
  manager: Actor,
  admin: Actor,
  runIds: readonly number[],
): Promise<void> {
  const begun = await db.campaign.findUnique({
    where: { name: STUDY },
    select: { id: true, version: true, status: true },
  });
  if (begun?.status === "closed") return;
  const people = await joinStudy(admin);
  for (const rater of [people.ines, people.jonas]) await train(rater);
  const responses = await responsesOf(runIds);
  for (const { id, revisionId, question, run, final } of responses.values())
    if (
      run === 2 &&
      GOLD.includes(question) &&
      (await db.goldVerdict.count({ where: { responseId: id } })) === 0
    )
      done(
        await setGold(manager, {
          responseId: id,
          revisionId,
          verdict: verdictOf(final, question),
          explanation: "Agreed on before the study.",
          replaces: null,
          clientKey: randomUUID(),
        }),
      );
  const plan = campaignPlanSchema.parse({
    name: STUDY,
    instructions: "Rate against the answers of the release. If you can't decide, say so.",
    runIds,
    raterIds: [people.ines.userId, people.jonas.userId],
    sample: { kind: "all" },
    ratingsPerResponse: 2,
    overlap: null,
    seed: 2026,
    deadline: null,
    truth: "release",
    goldRate: 5,
    namesHidden: true,
    ratersMayAdjudicate: false,
  });
  const { campaignId, version } =
    begun === null
      ? done(await createCampaign(manager, { plan, clientKey: randomUUID() }))
      : { campaignId: begun.id, version: begun.version };
  if (begun === null || begun.status === "draft")
    done(await openCampaign(manager, { campaignId, version }));
  // They rate as quickly as the server goes, which is no sign of anything.
  done(
    await changeAlarms(manager, {
      campaignId,
      ...alarmSettingsSchema
        .omit({ campaignId: true, clientKey: true })
        .parse({ fastSeconds: null, straightLining: false, alarmPauses: false }),
    }),
  );
  await Promise.all([
    rate(campaignId, people.ines, DIFFERENT.ines, responses),
    rate(campaignId, people.jonas, DIFFERENT.jonas, responses),
  ]);
  await settle(campaignId, people.kemal, responses);
  done(await changeCampaignStatus(manager, { campaignId, to: "closed" }));
  for (const { userId } of Object.values(people)) done(await deactivateUser(admin, { userId }));
}

async function joinStudy(admin: Actor): Promise<Record<keyof typeof FORMER, Actor>> {
  const joined = await transaction(async (tx) => {
    const made: [string, Actor][] = [];
    for (const [key, person] of Object.entries(FORMER)) {
      const email = `${key}@freshqa.example`;
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

/** The responses of the runs to questions of SEED_RESPONSES, by id. */
async function responsesOf(runIds: readonly number[]): Promise<Map<number, StudyResponse>> {
  const places = new Map(SEED_RESPONSES.map(([question], at) => [question, at]));
  const rows = await db.response.findMany({ where: { runId: { in: [...runIds] } } });
  const heads = await db.questionHead.findMany({
    where: { questionId: { in: rows.map(({ questionId }) => questionId) } },
    select: { questionId: true, question: true },
  });
  const texts = new Map(heads.map(({ questionId, question }) => [questionId, question]));
  return new Map(
    rows.map(({ id, runId, revisionId, questionId }) => {
      const question = places.get(texts.get(questionId)!)!;
      const run = runIds.indexOf(runId);
      const final = FINAL[question]![run] as Pattern;
      return [id, { id, revisionId, question, run, final }] as const;
    }),
  );
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

/** Rates everything that a rater is given, as many items at a time as a desk holds. */
async function rate(
  campaignId: number,
  rater: Actor,
  different: Record<string, Pattern>,
  responses: ReadonlyMap<number, StudyResponse>,
): Promise<void> {
  let entered = await beganEarlier(campaignId, rater);
  for (;;) {
    const { taskIds } = done(await claimItems(rater, { campaignId, count: 10, visit: null }));
    if (taskIds.length === 0) return;
    const tasks = await db.ratingTask.findMany({
      where: { id: { in: taskIds } },
      select: { id: true, revisionId: true, responseId: true },
    });
    for (const task of tasks) {
      const { question, run, final } = responses.get(task.responseId!)!;
      const said = different[`${question} ${run}`];
      const activeMs = 9_000 + ((question * 7 + run * 11) % 30) * 1_000;
      entered += activeMs + BETWEEN_MS;
      done(
        await submitJudgment(rater, {
          taskId: task.id,
          revisionId: task.revisionId,
          verdict: verdictOf(said ?? final, question),
          answers: null,
          comment: "",
          lowConfidence: said !== undefined && question % 3 === 0,
          flagged: false,
          activeMs,
          enteredAt: new Date(entered).toISOString(),
          clientKey: randomUUID(),
        }),
      );
    }
  }
}

/** Adjudicates all on which the raters differ. */
async function settle(
  campaignId: number,
  adjudicator: Actor,
  responses: ReadonlyMap<number, StudyResponse>,
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
      const { final, question } = responses.get(task.responseId!)!;
      done(
        await adjudicate(adjudicator, {
          taskId: task.id,
          verdict: verdictOf(final, question),
          reason:
            final === "c"
              ? "Everything that it says is supported by the evidence."
              : final === "r"
                ? "The answer is right; something said beside it is not."
                : "The answer can't be inferred from what it says.",
          clientKey: randomUUID(),
          token,
        }),
      );
    }
  }
}

/** The value of a result; a refusal is a mistake in the sample. */
export function done<T>(result: AnyResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.refusal.message);
}
