import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as adjudication from "@/lib/rating/adjudication/commands";
import {
  adjudicateSchema,
  claimCasesSchema,
  commentSchema as taskCommentSchema,
  correctAdjudicationSchema,
  supersedeSchema,
} from "@/lib/rating/adjudication/schema";
import * as authoring from "@/lib/authoring/commands";
import { commentSchema, decideSchema, EMPTY_DRAFT, type Draft } from "@/lib/authoring/schema";
import { readTargets } from "@/lib/authoring/writes";
import * as comments from "@/lib/dataset/comments/commands";
import * as alarms from "@/lib/rating/alarms/commands";
import * as assignment from "@/lib/rating/assignment/commands";
import { changeAuditRate } from "@/lib/rating/audit-sample/commands";
import { previewOverlap } from "@/lib/rating/assignment/queries";
import * as hours from "@/lib/rating/hours/commands";
import * as campaignGold from "@/lib/rating/campaigns/gold-commands";
import * as campaigns from "@/lib/rating/campaigns/opening-commands";
import * as campaignPlans from "@/lib/rating/campaigns/planning-commands";
import * as campaignRaters from "@/lib/rating/campaigns/rater-commands";
import * as gold from "@/lib/rating/gold/commands";
import { setGoldAnswersSchema } from "@/lib/rating/gold/schema";
import * as protocols from "@/lib/rating/protocols/commands";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { campaignPlanSchema, setGoldSchema } from "@/lib/rating/campaigns/schema";
import * as applyingImports from "@/lib/dataset/imports/applying-commands";
import * as decidingImports from "@/lib/dataset/imports/deciding-commands";
import * as planningImports from "@/lib/dataset/imports/planning-commands";
import * as importQueues from "@/lib/dataset/imports/queue-commands";
import * as readingImports from "@/lib/dataset/imports/reading-commands";
import * as leaderboard from "@/lib/reporting/leaderboard/commands";
import { getLeaderboardSettings } from "@/lib/reporting/leaderboard/queries";
import * as connections from "@/lib/runs/connections/commands";
import {
  allowHostSchema,
  connectionSchema,
  editConnectionSchema,
  editServedModelSchema,
  priceSchema,
  servedModelSchema,
  setKeySchema,
  testConnectionSchema,
} from "@/lib/runs/connections/schema";
import { suggestedProfile } from "@/lib/runs/connections/rules";
import * as models from "@/lib/runs/models/commands";
import * as methods from "@/lib/runs/generation/commands";
import { OWN_DEMONSTRATIONS } from "@/lib/runs/generation/own-demonstrations";
import { PRESETS } from "@/lib/runs/generation/presets";
import { createMethodSchema } from "@/lib/runs/generation/schema";
import * as runs from "@/lib/runs/responses/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import * as jobs from "@/lib/runs/jobs/commands";
import {
  comparisonJobSchema,
  generationJobSchema,
  judgingJobSchema,
  repeatJobSchema,
} from "@/lib/runs/jobs/schema";
import * as evaluators from "@/lib/runs/evaluators/commands";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import {
  editEvaluatorSchema,
  evaluatorSchema,
  evaluatorVersionSchema,
} from "@/lib/runs/evaluators/schema";
import { addServedModel } from "@/prisma/testing/served-models";
import * as notices from "@/lib/people/notifications/commands";
import { db, disconnect, transaction, withConnection } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import type { AnyResult } from "@/lib/platform/result";
import { spool } from "@/lib/platform/temp-file";
import * as questions from "@/lib/dataset/questions/commands";
import { parseGrid } from "@/lib/dataset/questions/grid";
import { listMatchingIds } from "@/lib/dataset/questions/queries";
import type { Content } from "@/lib/dataset/questions/schema";
import { endTours } from "@/lib/home/tour/commands";
import { saveCells, saveLayout } from "@/lib/dataset/sheet/commands";
import * as ratings from "@/lib/rating/judging/commands";
import { correctJudgmentSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import * as refreshing from "@/lib/refreshing/commands";
import { refreshQuestionSchema, verifyQuestionSchema } from "@/lib/refreshing/schema";
import * as licenses from "@/lib/dataset/licenses/commands";
import { getLicense } from "@/lib/dataset/licenses/queries";
import * as releases from "@/lib/dataset/releases/commands";
import * as schedule from "@/lib/dataset/schedule/commands";
import { previewSmoothing } from "@/lib/dataset/schedule/queries";
import { claimNextSchema } from "@/lib/dataset/schedule/schema";
import * as splits from "@/lib/dataset/splits/commands";
import { previewDraw } from "@/lib/dataset/splits/queries";
import { drawSchema } from "@/lib/dataset/splits/schema";
import { answerExample } from "@/lib/rating/training/commands";
import { EXAMPLES } from "@/lib/rating/training/examples";
import { resolveFlags } from "@/lib/rating/answer-flags/commands";
import { moduleFiles } from "@/prisma/testing/modules";
import { keepDay } from "@/prisma/testing/noon";
import * as users from "@/lib/people/accounts/commands";
import type { MadeLink } from "@/lib/people/accounts/schema";
import { seed } from "@/prisma/seed/seed";
import type { Actor } from "./schema";
import type { Role } from "./roles";
import { PLAIN } from "@/prisma/testing/plain-method";
import { sampleContent } from "@/prisma/testing/content";

/*
 * A person whose answer was lost sends the same again. Every export of every file of commands is a line here: how it is called
 * twice by one person, or why it needs no line. The second call must succeed with the first one's answer and add no row
 * anywhere. Commands with a client key are also called under it by someone else, who must be refused.
 */
type Call = (actor: Actor, clientKey: string) => Promise<AnyResult<unknown>>;
interface Line {
  by: () => Actor;
  /** Calls under the first person's key; null: the command has no key, and a repeat is harmless by itself. */
  other: (() => Actor) | null;
  prepare: () => Promise<Call>;
  /** What of the answer must be the same. */
  answer: (value: never) => unknown;
  /** A repeat is recorded in the audit log again. */
  recorded: boolean;
  /** The code by which someone else is refused. */
  refused: string;
}
type More = Partial<Pick<Line, "answer" | "recorded" | "refused">>;
const whole = (value: unknown) => value;
const keyed = (
  by: () => Actor,
  other: () => Actor,
  prepare: Line["prepare"],
  more: More = {},
): Line => ({ by, other, prepare, answer: whole, recorded: false, refused: "key-taken", ...more });
const plain = (by: () => Actor, prepare: Line["prepare"], more: More = {}): Line => ({
  by,
  other: null,
  prepare,
  answer: whole,
  recorded: false,
  refused: "key-taken",
  ...more,
});
/** Succeeds again; the answer counts what was left to do. */
const anything = () => "done";

let people: Record<string, Actor>;
let sampleRun: number;
let sampleRelease: string;
const [carlos, dana, femi, ada, bea, eli, gina] = [
  "carlos",
  "dana",
  "femi",
  "ada",
  "bea",
  "eli",
  "gina",
].map((name) => () => people[name]!) as [
  () => Actor,
  () => Actor,
  () => Actor,
  () => Actor,
  () => Actor,
  () => Actor,
  () => Actor,
];
const origin = { address: "192.0.2.9" };
let serial = 0;
const unique = (word: string) => `${word} ${++serial}`;

async function value<T>(result: Promise<AnyResult<T>>): Promise<T> {
  const outcome = await result;
  if (!outcome.ok) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.message}`);
  return outcome.value;
}

// What there is to act on -----------------------------------------------------------------------------------------

const content = (question: string, more: Partial<Content> = {}): Content =>
  sampleContent({
    question,
    effectiveYear: null,
    factType: "never-changing",
    sources: [],
    answers: ["Ada"],
    ...more,
  });
const newQuestion = (more: Partial<Content> = {}) =>
  value(
    questions.createQuestion(carlos(), {
      content: content(unique("Who keeps the light of skerry"), more),
      comment: "",
    }),
  );
const retired = async () => {
  const { questionId } = await newQuestion();
  return (
    await value(
      questions.changeQuestions(carlos(), {
        questionIds: [questionId],
        change: { kind: "retire" },
        comment: "",
      }),
    )
  ).operationId!;
};

const draft = (): Draft => ({
  ...EMPTY_DRAFT,
  category: "slow-changing",
  hops: "one-hop",
  question: `${unique("Which boat")} ${randomUUID()} sails there?`,
  answers: [unique("Boat")],
  year: "2024",
  sources: ["https://example.org/boat"],
  difference: "It asks for another boat.",
});
const started = async () => ({
  content: draft(),
  ...(await value(authoring.startDraft(ada(), { clientKey: randomUUID(), draft: draft() }))),
});
const submitted = async () => {
  const { submissionId, version, content: text } = await started();
  await value(
    authoring.submitDraft(ada(), {
      submissionId,
      baseVersion: version,
      draft: text,
      clientKey: randomUUID(),
    }),
  );
  return submissionId;
};

const plan = (more: object = {}) =>
  campaignPlanSchema.parse({
    name: unique("Campaign"),
    instructions: "",
    runIds: [sampleRun],
    raterIds: [bea().userId, eli().userId],
    sample: { kind: "random", splits: [], count: 1 },
    ratingsPerResponse: 2,
    overlap: null,
    seed: serial,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
    ...more,
  });
const protocol = () => ({
  name: unique("Protocol"),
  note: "",
  definition: PROTOCOL_PRESETS.find(({ key }) => key === "three-way")!.definition,
});
const drafted = (more: object = {}) =>
  value(campaignPlans.createCampaign(carlos(), { plan: plan(more), clientKey: randomUUID() }));
const opened = async (more: object = {}) =>
  value(campaigns.openCampaign(carlos(), await drafted(more)));

/** More items than one. */
const SEVERAL = { sample: { kind: "random", splits: [], count: 4 } };
const CREDIT = { relaxed: true, strict: true };
const NO_CREDIT = { relaxed: false, relaxedReason: "wrong-primary-answer" };
const claimed = async (rater: Actor, campaignId: number) => {
  const { taskIds } = await value(
    ratings.claimItems(rater, { campaignId, count: 1, held: [], visit: null }),
  );
  const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskIds[0]! } });
  return { taskId: taskIds[0]!, revisionId };
};
const judged = async (rater: Actor, campaignId: number, verdict: object, flagged = false) => {
  const clientKey = randomUUID();
  const item = await claimed(rater, campaignId);
  await value(
    ratings.submitJudgment(
      rater,
      submitJudgmentSchema.parse({
        ...item,
        verdict,
        flagged,
        activeMs: 1_000,
        clientKey,
        enteredAt: new Date().toISOString(),
      }),
    ),
  );
  return { ...item, clientKey };
};
const disputed = async () => {
  const { campaignId } = await opened();
  await judged(bea(), campaignId, CREDIT);
  return { campaignId, ...(await judged(eli(), campaignId, NO_CREDIT)) };
};
const settled = async () => {
  const { taskId } = await disputed();
  const clientKey = randomUUID();
  const { adjudicationId } = await value(
    adjudication.adjudicate(
      gina(),
      adjudicateSchema.parse({ taskId, verdict: CREDIT, reason: "So it says.", clientKey }),
    ),
  );
  return { taskId, clientKey, adjudicationId };
};
const ungilded = () =>
  db.response.findFirstOrThrow({
    where: { runId: sampleRun, gold: { none: {} } },
    orderBy: { id: "desc" },
  });
const golden = async () => {
  const { id: responseId, revisionId } = await ungilded();
  return {
    responseId,
    input: setGoldSchema.parse({
      responseId,
      revisionId,
      verdict: CREDIT,
      explanation: "",
      replaces: null,
    }),
  };
};

/** An item under a protocol of its own, with what may be expected of it. */
const goldAnswers = async () => {
  const { definition, ...made } = protocol();
  const { protocolId } = await value(protocols.createProtocol(carlos(), { ...made, definition }));
  const { id: versionId } = await db.protocolVersion.findFirstOrThrow({ where: { protocolId } });
  const { id: responseId, revisionId } = await ungilded();
  const item = { responseId, referencePlace: null, versionId };
  const [question] = definition.questions;
  return {
    item,
    input: setGoldAnswersSchema.parse({
      ...item,
      revisionId,
      expected: { [question!.key]: { value: 1 } },
      replaces: null,
    }),
  };
};

const HEADER =
  "id,split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,answer_0,answer_1,answer_2,answer_3,answer_4,answer_5,answer_6,answer_7,answer_8,answer_9,note";
const row = (question: string) =>
  `1,TEST,${question},2023,occasionally,FALSE,one-hop,slow-changing,N/A,Ada,,,,,,,,,,`;
async function fileOf<T>(
  text: string,
  work: (path: string, byteSize: number) => Promise<T>,
): Promise<T> {
  const file = await spool(
    (async function* () {
      yield Buffer.from(text);
    })(),
    1_000_000,
  );
  try {
    return await work(file.path, file.byteSize);
  } finally {
    await file.remove();
  }
}
const imported = (lines: string[]) =>
  fileOf(lines.join("\r\n"), async (path, byteSize) => {
    const { importId } = await value(
      readingImports.beginImport(carlos(), {
        fileName: `${unique("file")}.csv`,
        byteSize,
        date: "unknown",
      }),
    );
    await value(readingImports.readImport(carlos(), { importId, path }));
    return importId;
  });
const planned = () => imported([HEADER, row(`${unique("Which goat won the race of year")}?`)]);
const reworded = async () => {
  const { questionId } = await newQuestion();
  const { question } = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
  return imported([HEADER, row(`${question} today`)]);
};

const evaluatorContent = async () => ({
  servedModelId: await addServedModel(carlos().userId),
  definition: freshEvalDefinition(),
});
const newEvaluator = async () =>
  value(
    evaluators.createEvaluator(
      carlos(),
      evaluatorSchema.parse({ name: unique("Evaluator"), ...(await evaluatorContent()) }),
    ),
  );
const judgingJob = async () => ({
  ...judgingJobSchema.parse({
    kind: "judge",
    runId: sampleRun,
    evaluatorId: (await newEvaluator()).evaluatorId,
    modes: ["relaxed"],
  }),
});
const newJob = async () => {
  const { jobId } = await value(jobs.createJudgingJob(carlos(), await judgingJob()));
  return { jobId };
};
const newModel = () =>
  value(models.createModel(carlos(), modelSchema.parse({ name: unique("Model") })));
const newRun = async () =>
  value(
    models.createRun(
      carlos(),
      runSchema.parse({
        modelId: (await newModel()).modelId,
        releaseName: sampleRelease,
        name: "Run",
      }),
    ),
  );
const plainMethod = () =>
  createMethodSchema.parse({ name: unique("Method"), definition: PRESETS[0]!.definition });
const demonstrationSet = (name: string) => ({
  name,
  base: null,
  asOf: "2025-06-30",
  note: "",
  demonstrations: OWN_DEMONSTRATIONS.slice(0, 2),
});
/** A search at an address that nobody allowed: its test is refused at once. */
const wantedSearch = () =>
  connectionSchema.parse({
    service: "searxng",
    name: unique("Search"),
    baseUrl: "http://127.0.0.1:9",
  });
const newSearch = () => value(connections.createConnection(femi(), wantedSearch()));
const wantedServed = async () =>
  servedModelSchema.parse({
    ...(await value(
      connections.createConnection(
        femi(),
        connectionSchema.parse({
          service: "openai-chat",
          name: unique("Models"),
          baseUrl: "https://models.example/v1",
        }),
      ),
    )),
    label: "Small",
    apiName: "small",
    ...suggestedProfile("openai-chat", "small"),
  });
const newServed = async () => value(connections.addServedModel(femi(), await wantedServed()));
const responsesOf = async (text: string, fileName: string) =>
  fileOf(text, async (path, byteSize) => {
    const { runId } = await newRun();
    const { importId } = await value(
      runs.beginResponseImport(carlos(), { runId, fileName, byteSize }),
    );
    await value(runs.readResponseImport(carlos(), { importId, path }));
    return importId;
  });
const asked = async () =>
  (
    await db.releaseEntry.findFirstOrThrow({
      orderBy: { position: "asc" },
      include: { revision: true },
    })
  ).revision.cells[1]!;
const answered = async () =>
  responsesOf(
    `${JSON.stringify({ question: await asked(), response: "Ada" })}\n`,
    "responses.jsonl",
  );

const account = async (roles: Role[] = ["annotator"]) => {
  const email = `${unique("person").replace(" ", "")}@test.example`;
  const { userId } = await value(
    users.createUser(femi(), {
      email,
      name: "Somebody",
      roles,
      password: "a long enough password",
    }),
  );
  return { email, actor: { userId, name: "Somebody", roles, via: "web" } satisfies Actor };
};
/** Someone who was made for a line. */
let made: Actor;
const somebody = () => made;
const linkOf = ({ linkId }: MadeLink) => linkId;
/** Twelve questions that all fall due in ten days, by an interval. */
const dueQueue = async () => {
  const ids: number[] = [];
  for (let i = 0; i < 12; i++)
    ids.push((await newQuestion({ nextReview: { policy: "occasionally", on: null } })).questionId);
  await db.$executeRaw`UPDATE question_heads SET answers_since = dataset_today() - 170 WHERE question_id = ANY(${ids}::int[])`;
};
const smoothed = async () => {
  await dueQueue();
  const { fingerprint, moved } = await previewSmoothing(carlos(), { weeks: 12 });
  expect(moved).toBeGreaterThan(0);
  return { weeks: 12, fingerprint };
};
const held = async () => {
  await newQuestion({ nextReview: { policy: "on_date", on: "2024-01-01" } });
  const token = randomUUID();
  const { claims } = await value(schedule.claimNext(carlos(), claimNextSchema.parse({ token })));
  return { token, questionId: claims[0]!.questionId };
};

const COMMAND_LINE =
  "the command line alone: whoever types it sees what the first try did, and an address is taken once";
const SERVER = "the server's own work behind a command of this table, which begins it once";
const SIGNING_IN = "each sign-in is a session of its own; a lost one ends by itself, and is listed";

const LINES: Record<string, Record<string, Line | string>> = {
  "home/sample": {
    startSample: "needs a dataset without questions; lib/home/sample/sample.db.test.ts repeats it",
    removeSample:
      "this database's sample is built on; lib/home/sample/sample.db.test.ts repeats it",
  },
  "home/tour": {
    endTours: plain(
      carlos,
      async () => (by) => endTours(by, { roles: ["maintainer"], outcome: "done" }),
    ),
  },
  "people/accounts": {
    createUser: COMMAND_LINE,
    changeRoles: plain(femi, async () => {
      const { actor } = await account();
      return (by) => users.changeRoles(by, { userId: actor.userId, roles: ["rater"] });
    }),
    deactivateUser: plain(femi, async () => {
      const { actor } = await account();
      return (by) => users.deactivateUser(by, { userId: actor.userId });
    }),
    reactivateUser: plain(femi, async () => {
      const { actor } = await account();
      await value(users.deactivateUser(femi(), { userId: actor.userId }));
      return (by) => users.reactivateUser(by, { userId: actor.userId });
    }),
    inviteUser: keyed(
      femi,
      dana,
      async () => (by, clientKey) =>
        users.inviteUser(by, { email: "invited@test.example", roles: ["rater"], clientKey }),
      { answer: linkOf },
    ),
    revokeInvitation: plain(femi, async () => {
      const { linkId } = await value(
        users.inviteUser(femi(), { email: "revoked@test.example", roles: ["rater"] }),
      );
      return (by) => users.revokeInvitation(by, { invitationId: linkId });
    }),
    makeResetLink: keyed(
      femi,
      dana,
      async () => {
        const { actor } = await account();
        return (by, clientKey) => users.makeResetLink(by, { userId: actor.userId, clientKey });
      },
      { answer: linkOf },
    ),
    renameSelf: plain(somebody, async () => {
      made = (await account()).actor;
      return (by) => users.renameSelf(by, { name: "Another Name" });
    }),
    changePassword:
      "it ends the session that asked for it, so that no repeat can come; whoever lost its answer is told to try the new password (UNKNOWN_PASSWORD)",
    endSession: plain(somebody, async () => {
      const { email, actor } = await account();
      made = actor;
      const { sessionId } = await value(
        users.signInWithPassword({ email, password: "a long enough password" }, origin),
      );
      return (by) => users.endSession(by, { sessionId });
    }),
    signOutEverywhere: plain(
      somebody,
      async () => {
        made = (await account()).actor;
        return (by) => users.signOutEverywhere(by);
      },
      { recorded: true },
    ),
    signOut: plain(somebody, async () => {
      const { email, actor } = await account();
      made = actor;
      const session = await value(
        users.signInWithPassword({ email, password: "a long enough password" }, origin),
      );
      return async () => ({ ok: true, value: await users.signOut(session, origin) });
    }),
    signInWithPassword: SIGNING_IN,
    signInWithProvider: SIGNING_IN,
    // No one is signed in yet: another link under the key stands for another person.
    acceptInvitation: keyed(carlos, dana, async () => {
      const [one, other] = [
        await value(users.inviteUser(femi(), { email: "joins@test.example", roles: ["rater"] })),
        await value(users.inviteUser(femi(), { email: "other@test.example", roles: ["rater"] })),
      ];
      return (by, clientKey) =>
        users.acceptInvitation(
          {
            token: (by === carlos() ? one : other).token,
            name: "Joined",
            password: "a long enough password",
            clientKey,
          },
          origin,
        );
    }),
    resetPassword: keyed(carlos, dana, async () => {
      const [one, other] = [await account(), await account()];
      const [link, another] = [
        await value(users.makeResetLink(femi(), { userId: one.actor.userId })),
        await value(users.makeResetLink(femi(), { userId: other.actor.userId })),
      ];
      return (by, clientKey) =>
        users.resetPassword(
          {
            token: (by === carlos() ? link : another).token,
            password: "another long password",
            clientKey,
          },
          origin,
        );
    }),
  },
  authoring: {
    startDraft: keyed(ada, bea, async () => {
      const text = draft();
      return (by, clientKey) => authoring.startDraft(by, { clientKey, draft: text });
    }),
    // The version counts savings; what is kept is the same.
    saveDraft: plain(
      ada,
      async () => {
        const { submissionId, version } = await started();
        const text = draft();
        return (by) => authoring.saveDraft(by, { submissionId, baseVersion: version, draft: text });
      },
      { answer: ({ submissionId }: { submissionId: number }) => submissionId },
    ),
    submitDraft: keyed(
      ada,
      bea,
      async () => {
        const { submissionId, version, content: text } = await started();
        return async (by, clientKey) => {
          const mine =
            by === ada()
              ? { submissionId, version }
              : await value(authoring.startDraft(by, { clientKey: randomUUID(), draft: text }));
          return authoring.submitDraft(by, {
            submissionId: mine.submissionId,
            baseVersion: mine.version,
            draft: text,
            clientKey,
          });
        };
      },
      {
        answer: ({ submissionId, round }: { submissionId: number; round: number }) => [
          submissionId,
          round,
        ],
      },
    ),
    withdraw: plain(ada, async () => {
      const submissionId = await submitted();
      return (by) => authoring.withdraw(by, { submissionId });
    }),
    comment: keyed(carlos, dana, async () => {
      const submissionId = await submitted();
      return (by, clientKey) =>
        authoring.comment(
          by,
          commentSchema.parse({ submissionId, clientKey, body: "Name the season." }),
        );
    }),
    claimNext: plain(carlos, async () => {
      await submitted();
      const token = randomUUID();
      return (by) => authoring.claimNext(by, { token, after: [] });
    }),
    claimSubmission: plain(
      carlos,
      async () => {
        const submissionId = await submitted();
        const token = randomUUID();
        return (by) => authoring.claimSubmission(by, { token, submissionId });
      },
      { answer: anything },
    ),
    releaseSubmission: plain(carlos, async () => {
      const submissionId = await submitted();
      const token = randomUUID();
      await value(authoring.claimSubmission(carlos(), { token, submissionId }));
      return (by) => authoring.releaseSubmission(by, { token, submissionId });
    }),
    decide: keyed(carlos, dana, async () => {
      const submissionId = await submitted();
      return (by, clientKey) =>
        authoring.decide(
          by,
          decideSchema.parse({
            submissionId,
            round: 1,
            clientKey,
            outcome: "accepted",
            split: "DEV",
          }),
        );
    }),
    changeTargets: keyed(carlos, dana, async () => {
      const { updatedAt, ...targets } = await transaction((tx) => readTargets(tx));
      return (by, clientKey) =>
        authoring.changeTargets(by, {
          targets: { ...targets, demoQuestions: targets.demoQuestions + 1 },
          baseUpdatedAt: updatedAt.toISOString(),
          clientKey,
        });
    }),
  },
  "dataset/comments": {
    commentOnQuestion: keyed(carlos, dana, async () => {
      const { questionId } = await newQuestion();
      return (by, clientKey) =>
        comments.commentOnQuestion(by, {
          questionId,
          parentId: null,
          body: "@Dana Whitfield, is this still so?",
          clientKey,
        });
    }),
    resolveThread: keyed(carlos, dana, async () => {
      const { questionId } = await newQuestion();
      const { threadId } = await value(
        comments.commentOnQuestion(carlos(), { questionId, parentId: null, body: "Done?" }),
      );
      return (by, clientKey) => comments.resolveThread(by, { threadId, resolved: true, clientKey });
    }),
  },
  "dataset/splits": {
    applyDraw: keyed(carlos, dana, async () => {
      const draw = drawSchema.parse({
        seed: unique("seed"),
        mode: "anew",
        sizes: { testPerCategory: 3, devPerCategory: 1, demoQuestions: 1 },
      });
      const { fingerprint } = await previewDraw(carlos(), draw);
      return (by, clientKey) => splits.applyDraw(by, { ...draw, fingerprint, clientKey });
    }),
  },
  "people/notifications": {
    markRead: plain(
      ada,
      async () => {
        const notice = await db.notice.findFirstOrThrow({ where: { userId: ada().userId } });
        return (by) => notices.markRead(by, { upTo: notice.id });
      },
      { answer: anything },
    ),
    updateEmailPreference: plain(
      ada,
      async () => (by) => notices.updateEmailPreference(by, { mail: "never" }),
      {
        recorded: true,
      },
    ),
  },
  "rating/audit-sample": {
    changeAuditRate: keyed(carlos, dana, async () => {
      const { campaignId } = await opened();
      return (by, clientKey) => changeAuditRate(by, { campaignId, rate: 20, clientKey });
    }),
  },
  "rating/alarms": {
    pauseRater: keyed(carlos, dana, async () => {
      const { campaignId } = await opened();
      return (by, clientKey) =>
        alarms.pauseRater(by, { campaignId, raterId: bea().userId, clientKey });
    }),
    resumeRater: keyed(carlos, dana, async () => {
      const place = { campaignId: (await opened()).campaignId, raterId: bea().userId };
      await value(alarms.pauseRater(carlos(), place));
      return (by, clientKey) => alarms.resumeRater(by, { ...place, clientKey });
    }),
    settleAlarm: keyed(carlos, dana, async () => {
      const { campaignId } = await opened();
      await judged(bea(), campaignId, CREDIT);
      const { id: lastJudgmentId } = await db.judgment.findFirstOrThrow({ where: { campaignId } });
      const { id: alarmId } = await db.raterAlarm.create({
        data: {
          campaignId,
          raterId: bea().userId,
          kind: "too-fast",
          figures: { ratings: 20, seconds: 0.2, limit: 3 },
          lastJudgmentId,
          paused: false,
        },
      });
      return (by, clientKey) => alarms.settleAlarm(by, { alarmId, clientKey });
    }),
    changeAlarms: keyed(carlos, dana, async () => {
      const { campaignId } = await opened();
      return (by, clientKey) =>
        alarms.changeAlarms(by, {
          campaignId,
          fastSeconds: 5,
          straightLining: false,
          alarmPauses: true,
          clientKey,
        });
    }),
  },
  "rating/assignment": {
    assignItems: keyed(carlos, dana, async () => {
      const { campaignId } = await opened({ ...SEVERAL, ratingsPerResponse: 1 });
      const items = { kind: "count" as const, count: 1 };
      return (by, clientKey) =>
        assignment.assignItems(by, {
          campaignId,
          raterId: bea().userId,
          items,
          first: true,
          clientKey,
        });
    }),
    takeItemsBack: keyed(carlos, dana, async () => {
      const { campaignId } = await opened({ ...SEVERAL, ratingsPerResponse: 1 });
      const items = { kind: "count" as const, count: 1 };
      return (by, clientKey) =>
        assignment.takeItemsBack(by, { campaignId, raterId: bea().userId, items, clientKey });
    }),
    reorderItems: keyed(carlos, dana, async () => {
      const { campaignId } = await opened(SEVERAL);
      const { revision } = await db.ratingTask.findFirstOrThrow({
        where: { campaignId },
        include: { revision: true },
      });
      return (by, clientKey) =>
        assignment.reorderItems(by, {
          campaignId,
          questionIds: [revision.questionId],
          place: "first",
          clientKey,
        });
    }),
    raiseOverlap: keyed(carlos, dana, async () => {
      const { campaignId } = await opened({ ...SEVERAL, ratingsPerResponse: 1 });
      const wanted = { campaignId, ratingsPerResponse: 2, overlap: null };
      const { added: previewed } = await previewOverlap(carlos(), wanted);
      return (by, clientKey) => assignment.raiseOverlap(by, { ...wanted, previewed, clientKey });
    }),
    messageRaters: keyed(carlos, dana, async () => {
      const { campaignId } = await opened();
      return (by, clientKey) =>
        assignment.messageRaters(by, { campaignId, message: "Mind the dates.", clientKey });
    }),
    readMessages: plain(bea, async () => {
      const { campaignId } = await opened();
      await value(assignment.messageRaters(carlos(), { campaignId, message: "Mind the dates." }));
      const { id: upTo } = await db.notice.findFirstOrThrow({
        where: { userId: bea().userId, kind: "campaign-message" },
        orderBy: { id: "desc" },
      });
      return (by) => assignment.readMessages(by, { campaignId, upTo });
    }),
  },
  "rating/hours": {
    setRate: keyed(carlos, dana, async () => {
      const rate = {
        raterId: bea().userId,
        unit: "hour" as const,
        amount: "18.50",
        currency: "EUR",
        validFrom: "2026-01-01",
      };
      return (by, clientKey) => hours.setRate(by, { ...rate, clientKey });
    }),
  },
  "rating/judging": {
    claimItems: plain(bea, async () => {
      const { campaignId } = await opened();
      const visit = randomUUID();
      return (by) => ratings.claimItems(by, { campaignId, count: 1, held: [], visit });
    }),
    showItem: plain(bea, async () => {
      const { taskId } = await claimed(bea(), (await opened()).campaignId);
      return (by) => ratings.showItem(by, { taskId, visit: null });
    }),
    keepVisit: plain(bea, async () => {
      const visit = randomUUID();
      return (by) => ratings.keepVisit(by, { visit });
    }),
    leaveDesk: plain(bea, async () => {
      const visit = randomUUID();
      await ratings.keepVisit(bea(), { visit });
      return (by) => ratings.leaveDesk(by, { visit });
    }),
    submitJudgment: keyed(bea, eli, async () => {
      const { campaignId } = await opened();
      const items = new Map([
        [bea(), await claimed(bea(), campaignId)],
        [eli(), await claimed(eli(), campaignId)],
      ]);
      const enteredAt = new Date().toISOString();
      return (by, clientKey) =>
        ratings.submitJudgment(
          by,
          submitJudgmentSchema.parse({
            ...items.get(by),
            verdict: CREDIT,
            activeMs: 1_000,
            clientKey,
            enteredAt,
          }),
        );
    }),
    correctJudgment: keyed(bea, eli, async () => {
      const { campaignId } = await opened();
      const supersedes = new Map([
        [bea(), (await judged(bea(), campaignId, CREDIT)).clientKey],
        [eli(), (await judged(eli(), campaignId, CREDIT)).clientKey],
      ]);
      const enteredAt = new Date().toISOString();
      return (by, clientKey) =>
        ratings.correctJudgment(
          by,
          correctJudgmentSchema.parse({
            supersedes: supersedes.get(by),
            correction: "Misread",
            verdict: NO_CREDIT,
            activeMs: 1_000,
            clientKey,
            enteredAt,
          }),
        );
    }),
    skipItem: plain(bea, async () => {
      const { taskId } = await claimed(bea(), (await opened()).campaignId);
      return (by) => ratings.skipItem(by, { taskId, clientKey: randomUUID() });
    }),
    updateRatingSettings: keyed(carlos, dana, async () => {
      const { updatedAt, trainingRequired, qualifyAt, idleSeconds } =
        await db.ratingSettings.findUniqueOrThrow({ where: { id: 1 } });
      return (by, clientKey) =>
        ratings.updateRatingSettings(by, {
          trainingRequired,
          qualifyAt,
          idleSeconds: idleSeconds + 1,
          baseUpdatedAt: updatedAt.toISOString(),
          clientKey,
        });
    }),
  },
  "rating/training": {
    answerExample: plain(somebody, async () => {
      made = (await account(["rater"])).actor;
      return (by) =>
        answerExample(by, {
          attempt: 1,
          example: 1,
          relaxed: EXAMPLES[0]!.relaxed,
          strict: EXAMPLES[0]!.strict,
        });
    }),
  },
  "rating/adjudication": {
    claimCases: plain(gina, async () => {
      await disputed();
      const token = randomUUID();
      return (by) => adjudication.claimCases(by, claimCasesSchema.parse({ token, count: 1 }));
    }),
    renewCases: plain(gina, async () => {
      await disputed();
      const token = randomUUID();
      await value(adjudication.claimCases(gina(), claimCasesSchema.parse({ token, count: 1 })));
      return (by) => adjudication.renewCases(by, { token });
    }),
    releaseCases: plain(gina, async () => {
      await disputed();
      const token = randomUUID();
      await value(adjudication.claimCases(gina(), claimCasesSchema.parse({ token, count: 1 })));
      return (by) => adjudication.releaseCases(by, { token });
    }),
    adjudicate: keyed(gina, carlos, async () => {
      const { taskId } = await disputed();
      return (by, clientKey) =>
        adjudication.adjudicate(
          by,
          adjudicateSchema.parse({ taskId, verdict: CREDIT, reason: "So it says.", clientKey }),
        );
    }),
    correctAdjudication: keyed(gina, carlos, async () => {
      const { taskId, clientKey: supersedes } = await settled();
      return (by, clientKey) =>
        adjudication.correctAdjudication(
          by,
          correctAdjudicationSchema.parse({
            taskId,
            supersedes,
            verdict: NO_CREDIT,
            reason: "Not quite.",
            clientKey,
          }),
        );
    }),
    replaceAdjudication: keyed(carlos, dana, async () => {
      const { taskId, adjudicationId } = await settled();
      return (by, clientKey) =>
        adjudication.replaceAdjudication(
          by,
          supersedeSchema.parse({
            taskId,
            supersedes: adjudicationId,
            verdict: NO_CREDIT,
            reason: "Not quite.",
            clientKey,
          }),
        );
    }),
    commentOnTask: keyed(gina, carlos, async () => {
      const { taskId } = await disputed();
      return (by, clientKey) =>
        adjudication.commentOnTask(
          by,
          taskCommentSchema.parse({ taskId, body: "The source says otherwise.", clientKey }),
        );
    }),
  },
  "rating/answer-flags": {
    resolveFlags: keyed(carlos, dana, async () => {
      await judged(bea(), (await opened()).campaignId, CREDIT, true);
      const { id } = await db.answerFlag.findFirstOrThrow({
        where: { status: "open" },
        orderBy: { id: "desc" },
      });
      return (by, clientKey) =>
        resolveFlags(by, { flagIds: [id], as: "kept", note: "The source is right.", clientKey });
    }),
  },
  "dataset/sheet": {
    saveCells: keyed(carlos, dana, async () => {
      const { questionId, revisionId } = await newQuestion();
      return (by, clientKey) =>
        saveCells(by, {
          cells: [{ questionId, baseRevisionId: revisionId, field: "note", text: "Repeated" }],
          clientKey,
        });
    }),
    saveLayout: plain(
      carlos,
      async () => (by) =>
        saveLayout(by, {
          columns: ["id", "question"],
          pinned: ["id"],
          widths: { question: 300 },
          density: "compact",
        }),
    ),
  },
  "dataset/questions": {
    createQuestion: keyed(carlos, dana, async () => {
      const wanted = content(unique("Who leads"));
      return (by, clientKey) =>
        questions.createQuestion(by, { content: wanted, comment: "", clientKey });
    }),
    editQuestion: keyed(carlos, dana, async () => {
      const { questionId, revisionId } = await newQuestion();
      return (by, clientKey) =>
        questions.editQuestion(by, {
          questionId,
          baseRevisionId: revisionId,
          content: content(unique("Who leads now")),
          comment: "",
          clientKey,
        });
    }),
    changeQuestions: keyed(carlos, dana, async () => {
      const { questionId } = await newQuestion();
      return (by, clientKey) =>
        questions.changeQuestions(by, {
          questionIds: [questionId],
          change: { kind: "retire" },
          comment: "",
          clientKey,
        });
    }),
    // Retired, they are in the view no longer.
    changeMatchingQuestions: keyed(carlos, dana, async () => {
      await newQuestion({ split: "DEMO", falsePremise: true });
      const query = "split=DEMO&category=false-premise";
      const expected = (await listMatchingIds(carlos(), parseGrid(new URLSearchParams(query))))
        .length;
      return (by, clientKey) =>
        questions.changeMatchingQuestions(by, {
          query,
          expected,
          change: { kind: "retire" },
          comment: "",
          clientKey,
        });
    }),
    undoOperation: keyed(carlos, dana, async () => {
      const operationId = await retired();
      return (by, clientKey) => questions.undoOperation(by, { operationId, clientKey });
    }),
    saveView: plain(
      carlos,
      async () => (by) =>
        questions.saveView(by, {
          name: "Fast ones",
          query: "category=fast-changing",
          shared: true,
        }),
      { recorded: true },
    ),
    changeView: plain(
      carlos,
      async () => {
        const { viewId } = await value(
          questions.saveView(carlos(), { name: "To rename", query: "", shared: false }),
        );
        return (by) => questions.changeView(by, { viewId, name: "Renamed", shared: true });
      },
      { recorded: true },
    ),
    orderViews: plain(carlos, async () => (by) => questions.orderViews(by, { viewIds: [] })),
    deleteView: plain(carlos, async () => {
      const { viewId } = await value(
        questions.saveView(carlos(), {
          name: "Slow ones",
          query: "category=slow-changing",
          shared: false,
        }),
      );
      return (by) => questions.deleteView(by, { viewId });
    }),
  },
  "dataset/imports": {
    beginImport: keyed(
      carlos,
      dana,
      async () => (by, clientKey) =>
        readingImports.beginImport(by, {
          fileName: "release.csv",
          byteSize: 1,
          date: "unknown",
          clientKey,
        }),
      { answer: ({ importId }: { importId: number }) => importId },
    ),
    readImport: SERVER,
    reopenImport: keyed(
      carlos,
      dana,
      async () => {
        const importId = await planned();
        return (by, clientKey) => planningImports.reopenImport(by, { importId, clientKey });
      },
      { answer: anything },
    ),
    planAgain: SERVER,
    acceptReading: keyed(
      carlos,
      dana,
      async () => {
        const importId = await imported([
          HEADER.replaceAll(",", ";"),
          row(`${unique("Which cow won")}?`).replaceAll(",", ";"),
        ]);
        return (by, clientKey) => readingImports.acceptReading(by, { importId, clientKey });
      },
      { answer: anything },
    ),
    decideRewording: plain(carlos, async () => {
      const importId = await reworded();
      return (by) =>
        decidingImports.decideRewording(by, { importId, ordinal: 0, decision: "accepted" });
    }),
    decideAllRewordings: keyed(carlos, dana, async () => {
      const importId = await reworded();
      return (by, clientKey) =>
        decidingImports.decideAllRewordings(by, { importId, decision: "rejected", clientKey });
    }),
    undoDecisions: keyed(carlos, dana, async () => {
      const importId = await reworded();
      const { together } = await value(
        decidingImports.decideAllRewordings(carlos(), { importId, decision: "rejected" }),
      );
      return (by, clientKey) =>
        decidingImports.undoDecisions(by, { importId, together: together!, clientKey });
    }),
    resolveConflicts: keyed(carlos, dana, async () => {
      const importId = await planned();
      return (by, clientKey) =>
        decidingImports.resolveConflicts(by, { importId, resolution: "open", clientKey });
    }),
    keepChoices: plain(carlos, async () => {
      const importId = await planned();
      return (by) => decidingImports.keepChoices(by, { importId, choices: { threshold: 0.9 } });
    }),
    createQueue: keyed(
      carlos,
      dana,
      async () => (by, clientKey) => importQueues.createQueue(by, { clientKey }),
      { answer: ({ queueId }: { queueId: number }) => queueId },
    ),
    startQueue: keyed(carlos, dana, async () => {
      const { queueId } = await value(importQueues.createQueue(carlos(), {}));
      return (by, clientKey) =>
        importQueues.startQueue(by, { queueId, missing: "keep", clientKey });
    }),
    mapImportColumns: keyed(
      carlos,
      dana,
      async () => {
        const importId = await imported([
          "Question,Gold answer",
          `${unique("Which calf won")}?,Ada`,
        ]);
        return (by, clientKey) =>
          readingImports.mapImportColumns(by, {
            importId,
            as: ["question", "answer_0"],
            defaults: { false_premise: "FALSE", num_hops: "one-hop", fact_type: "slow-changing" },
            clientKey,
          });
      },
      { answer: anything },
    ),
    pauseQueue: keyed(carlos, dana, async () => {
      const { queueId } = await value(importQueues.createQueue(carlos(), {}));
      return (by, clientKey) => importQueues.pauseQueue(by, { queueId, clientKey });
    }),
    takeNextOfQueue: SERVER,
    undoImport: keyed(carlos, dana, async () => {
      const importId = await planned();
      await value(
        applyingImports.applyImport(carlos(), {
          importId,
          skipBadRows: false,
          acceptSuspect: false,
          missing: "keep",
          order: "present",
        }),
      );
      return (by, clientKey) => applyingImports.undoImport(by, { importId, clientKey });
    }),
    cancelImport: plain(carlos, async () => {
      const importId = await planned();
      return (by) => applyingImports.cancelImport(by, { importId });
    }),
    applyImport: keyed(carlos, dana, async () => {
      const importId = await planned();
      return (by, clientKey) =>
        applyingImports.applyImport(by, {
          importId,
          skipBadRows: false,
          acceptSuspect: false,
          missing: "keep",
          order: "present",
          clientKey,
        });
    }),
  },
  refreshing: {
    verifyQuestion: keyed(carlos, dana, async () => {
      const { questionId, revisionId } = await newQuestion();
      return (by, clientKey) =>
        refreshing.verifyQuestion(
          by,
          verifyQuestionSchema.parse({
            questionId,
            baseRevisionId: revisionId,
            evidence: [],
            clientKey,
          }),
        );
    }),
    refreshQuestion: keyed(carlos, dana, async () => {
      const { questionId, revisionId } = await newQuestion();
      return (by, clientKey) =>
        refreshing.refreshQuestion(
          by,
          refreshQuestionSchema.parse({
            questionId,
            baseRevisionId: revisionId,
            clientKey,
            change: { kind: "answer", answers: ["Bea"] },
          }),
        );
    }),
    undoReview: keyed(
      carlos,
      dana,
      async () => {
        const { questionId, revisionId } = await newQuestion();
        const undoes = randomUUID();
        await value(
          refreshing.refreshQuestion(
            carlos(),
            refreshQuestionSchema.parse({
              questionId,
              baseRevisionId: revisionId,
              clientKey: undoes,
              change: { kind: "answer", answers: ["Bea"] },
            }),
          ),
        );
        return (by, clientKey) =>
          refreshing.undoReview(by, { undoes, clientKey, token: undefined });
        // What is taken back is named by its maker's key, which is no one else's.
      },
      { refused: "not-found" },
    ),
  },
  "dataset/schedule": {
    claimNext: plain(
      carlos,
      async () => {
        const { token } = await held();
        return (by) => schedule.claimNext(by, claimNextSchema.parse({ token }));
      },
      {
        answer: ({ claims }: { claims: { questionId: number }[] }) =>
          claims.map((claim) => claim.questionId),
      },
    ),
    renewLeases: plain(carlos, async () => {
      const { token } = await held();
      return (by) => schedule.renewLeases(by, { token });
    }),
    releaseLeases: plain(carlos, async () => {
      const { token } = await held();
      return (by) => schedule.releaseLeases(by, { token });
    }),
    skipQuestion: plain(
      carlos,
      async () => {
        const one = await held();
        return (by) => schedule.skipQuestion(by, one);
      },
      { answer: anything },
    ),
    undoSkip: plain(carlos, async () => {
      const one = await held();
      await value(schedule.skipQuestion(carlos(), one));
      return (by) => schedule.undoSkip(by, one);
    }),
    assignQuestions: keyed(carlos, dana, async () => {
      const { questionId } = await newQuestion();
      return (by, clientKey) =>
        schedule.assignQuestions(by, {
          questionIds: [questionId],
          assigneeId: dana().userId,
          clientKey,
        });
    }),
    assignRoundRobin: keyed(carlos, dana, async () => {
      const { questionId } = await newQuestion({
        nextReview: { policy: "on_date", on: "2024-01-01" },
      });
      await value(
        schedule.assignQuestions(carlos(), { questionIds: [questionId], assigneeId: null }),
      );
      const { filters } = claimNextSchema.parse({ token: randomUUID() });
      return (by, clientKey) =>
        schedule.assignRoundRobin(by, {
          filters,
          assigneeIds: [carlos().userId, dana().userId],
          reassign: false,
          clientKey,
        });
    }),
    restoreAssignments: keyed(carlos, dana, async () => {
      const { questionId } = await newQuestion();
      const { changes } = await value(
        schedule.assignQuestions(carlos(), {
          questionIds: [questionId],
          assigneeId: dana().userId,
        }),
      );
      return (by, clientKey) => schedule.restoreAssignments(by, { changes, clientKey });
    }),
    applySmoothing: keyed(carlos, dana, async () => {
      const wanted = await smoothed();
      return (by, clientKey) => schedule.applySmoothing(by, { ...wanted, clientKey });
    }),
    restorePlan: keyed(carlos, dana, async () => {
      const { changes } = await value(schedule.applySmoothing(carlos(), await smoothed()));
      return (by, clientKey) => schedule.restorePlan(by, { changes, clientKey });
    }),
    updateSettings: keyed(carlos, dana, async () => {
      const {
        id: _,
        updatedAt,
        ...settings
      } = await db.datasetSettings.findUniqueOrThrow({ where: { id: 1 } });
      return (by, clientKey) =>
        schedule.updateSettings(by, {
          ...settings,
          frequentlyDays: settings.frequentlyDays + 1,
          baseUpdatedAt: updatedAt.toISOString(),
          clientKey,
        });
    }),
  },
  "rating/protocols": {
    createProtocol: keyed(carlos, dana, async () => {
      const wanted = protocol();
      return (by, clientKey) => protocols.createProtocol(by, { ...wanted, clientKey });
    }),
    addPresetProtocols: keyed(
      carlos,
      dana,
      async () => (by, clientKey) =>
        protocols.addPresetProtocols(by, {
          presets: PROTOCOL_PRESETS.map(({ key }) => key),
          clientKey,
        }),
    ),
    saveProtocolVersion: keyed(carlos, dana, async () => {
      const { definition, ...made } = protocol();
      const { protocolId } = await value(
        protocols.createProtocol(carlos(), { ...made, definition }),
      );
      return (by, clientKey) =>
        protocols.saveProtocolVersion(by, {
          protocolId,
          base: { number: 1, definition },
          inPlace: true,
          definition: { ...definition, shows: { ...definition.shows, evidence: false } },
          clientKey,
        });
    }),
    editProtocol: keyed(carlos, dana, async () => {
      const made = protocol();
      const { protocolId } = await value(protocols.createProtocol(carlos(), made));
      const { name, note } = made;
      const wanted = { protocolId, was: { name, note }, name: unique("Renamed"), note: "Why" };
      return (by, clientKey) => protocols.editProtocol(by, { ...wanted, clientKey });
    }),
    archiveProtocol: keyed(carlos, dana, async () => {
      const { protocolId } = await value(protocols.createProtocol(carlos(), protocol()));
      return (by, clientKey) =>
        protocols.archiveProtocol(by, { protocolId, archived: true, clientKey });
    }),
  },
  "rating/gold": {
    setGoldAnswers: keyed(carlos, dana, async () => {
      const { input } = await goldAnswers();
      return (by, clientKey) => gold.setGoldAnswers(by, { ...input, clientKey });
    }),
    withdrawGoldAnswers: plain(carlos, async () => {
      const { item, input } = await goldAnswers();
      await value(gold.setGoldAnswers(carlos(), input));
      return (by) => gold.withdrawGoldAnswers(by, item);
    }),
  },
  "rating/campaigns": {
    createCampaign: keyed(carlos, dana, async () => {
      const wanted = plan();
      return (by, clientKey) => campaignPlans.createCampaign(by, { plan: wanted, clientKey });
    }),
    updateCampaign: keyed(carlos, dana, async () => {
      const [at, wanted] = [await drafted(), plan()];
      return (by, clientKey) =>
        campaignPlans.updateCampaign(by, { ...at, plan: wanted, clientKey });
    }),
    discardCampaign: keyed(carlos, dana, async () => {
      const { campaignId } = await drafted();
      return (by, clientKey) => campaignPlans.discardCampaign(by, { campaignId, clientKey });
    }),
    editCampaign: keyed(carlos, dana, async () => {
      const { campaignId, version } = await opened();
      return (by, clientKey) =>
        campaignPlans.editCampaign(by, {
          campaignId,
          version,
          name: `Edited ${campaignId}`,
          instructions: "",
          deadline: null,
          clientKey,
        });
    }),
    openCampaign: keyed(carlos, dana, async () => {
      const at = await drafted();
      return (by, clientKey) => campaigns.openCampaign(by, { ...at, clientKey });
    }),
    changeCampaignStatus: plain(carlos, async () => {
      const { campaignId } = await opened();
      return (by) => campaigns.changeCampaignStatus(by, { campaignId, to: "paused" });
    }),
    addRater: keyed(carlos, dana, async () => {
      const { campaignId } = await opened({ raterIds: [bea().userId] });
      return (by, clientKey) =>
        campaignRaters.addRater(by, { campaignId, raterId: eli().userId, clientKey });
    }),
    removeRater: keyed(carlos, dana, async () => {
      const { campaignId } = await drafted();
      return (by, clientKey) =>
        campaignRaters.removeRater(by, { campaignId, raterId: eli().userId, clientKey });
    }),
    takePendingItems: keyed(bea, eli, async () => {
      const { campaignId } = await opened({
        sample: { kind: "random", splits: [], count: 6 },
        ratingsPerResponse: 1,
      });
      const own = await db.assignment.count({ where: { campaignId, raterId: bea().userId } });
      for (let i = 0; i < own; i++) await judged(bea(), campaignId, CREDIT);
      return (by, clientKey) => campaignRaters.takePendingItems(by, { campaignId, clientKey });
    }),
    stateConflict: plain(
      carlos,
      async () => {
        const { runId } = await newRun();
        return (by) =>
          campaignRaters.stateConflict(by, {
            raterId: eli().userId,
            runId,
            reason: "Wrote the prompt",
          });
      },
      { recorded: true },
    ),
    withdrawConflict: plain(carlos, async () => {
      const { runId } = await newRun();
      await value(
        campaignRaters.stateConflict(carlos(), { raterId: eli().userId, runId, reason: "" }),
      );
      return (by) =>
        campaignRaters.withdrawConflict(by, { raterId: eli().userId, runId, reason: "" });
    }),
    setGold: keyed(carlos, dana, async () => {
      const { input } = await golden();
      return (by, clientKey) => campaignGold.setGold(by, { ...input, clientKey });
    }),
    withdrawGold: plain(carlos, async () => {
      const { responseId, input } = await golden();
      await value(campaignGold.setGold(carlos(), input));
      return (by) => campaignGold.withdrawGold(by, { responseId });
    }),
    remindRater: keyed(carlos, dana, async () => {
      const { campaignId } = await opened();
      return (by, clientKey) =>
        campaignRaters.remindRater(by, {
          campaignId,
          raterId: eli().userId,
          message: "",
          clientKey,
        });
    }),
    followUp: keyed(carlos, dana, async () => {
      const { campaignId, revisionId } = await disputed();
      const { questionId } = await db.revision.findUniqueOrThrow({ where: { id: revisionId } });
      const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
      await value(
        refreshing.refreshQuestion(
          carlos(),
          refreshQuestionSchema.parse({
            questionId,
            baseRevisionId: head.revisionId,
            clientKey: randomUUID(),
            change: {
              kind: "answer",
              answers: [unique("Another answer")],
              nextReview: { policy: "occasionally", on: null },
            },
          }),
        ),
      );
      return (by, clientKey) => campaigns.followUp(by, { campaignId, clientKey });
    }),
  },
  "runs/jobs": {
    createGenerationJob: keyed(carlos, dana, async () => {
      const userId = carlos().userId;
      const method = await db.method.create({
        data: {
          name: unique("Method"),
          createdById: userId,
          versions: { create: { number: 1, definition: PLAIN, createdById: userId } },
        },
        include: { versions: true },
      });
      const wanted = generationJobSchema.parse({
        kind: "generate",
        target: {
          kind: "new",
          releaseName: sampleRelease,
          name: unique("Generated"),
          modelId: (await newModel()).modelId,
        },
        methodVersionId: method.versions[0]!.id,
        servedModelId: await addServedModel(userId),
        date: "2026-11-22",
      });
      return (by, clientKey) => jobs.createGenerationJob(by, { ...wanted, clientKey });
    }),
    createJudgingJob: keyed(carlos, dana, async () => {
      const wanted = await judgingJob();
      return (by, clientKey) => jobs.createJudgingJob(by, { ...wanted, clientKey });
    }),
    createRepeatJob: keyed(carlos, dana, async () => {
      const wanted = repeatJobSchema.parse({
        ...(await judgingJob()),
        kind: "repeat",
        sample: { size: 1 },
      });
      return (by, clientKey) => jobs.createRepeatJob(by, { ...wanted, clientKey });
    }),
    createComparisonJob: keyed(carlos, dana, async () => {
      const [{ runId: otherRunId }, sample] = [
        await newRun(),
        await db.response.findFirstOrThrow({ where: { runId: sampleRun } }),
      ];
      const { questionId, revisionId, importId, jobId } = sample;
      await db.response.create({
        data: { runId: otherRunId, questionId, revisionId, importId, jobId, text: "Another." },
      });
      const wanted = comparisonJobSchema.parse({
        ...(await judgingJob()),
        kind: "compare",
        otherRunId,
        principles: "fresh",
      });
      return (by, clientKey) => jobs.createComparisonJob(by, { ...wanted, clientKey });
    }),
    pauseJob: keyed(carlos, dana, async () => {
      const wanted = await newJob();
      return (by, clientKey) => jobs.pauseJob(by, { ...wanted, clientKey });
    }),
    resumeJob: keyed(carlos, dana, async () => {
      const wanted = await newJob();
      await value(jobs.pauseJob(carlos(), wanted));
      return (by, clientKey) => jobs.resumeJob(by, { ...wanted, clientKey });
    }),
    cancelJob: keyed(carlos, dana, async () => {
      const wanted = await newJob();
      return (by, clientKey) => jobs.cancelJob(by, { ...wanted, clientKey });
    }),
    retryFailed: keyed(carlos, dana, async () => {
      const wanted = await newJob();
      await db.jobItem.updateMany({ where: wanted, data: { status: "failed" } });
      return (by, clientKey) => jobs.retryFailed(by, { ...wanted, clientKey });
    }),
    acceptFailures: keyed(carlos, dana, async () => {
      const wanted = await newJob();
      await db.jobItem.updateMany({ where: wanted, data: { status: "failed" } });
      await db.job.update({
        where: { id: wanted.jobId },
        data: { status: "done", endedAt: new Date() },
      });
      return (by, clientKey) => jobs.acceptFailures(by, { ...wanted, clientKey });
    }),
  },
  "runs/evaluators": {
    createEvaluator: keyed(carlos, dana, async () => {
      const wanted = evaluatorSchema.parse({
        name: unique("Evaluator"),
        ...(await evaluatorContent()),
      });
      return (by, clientKey) => evaluators.createEvaluator(by, { ...wanted, clientKey });
    }),
    addEvaluatorVersion: keyed(carlos, dana, async () => {
      const wanted = evaluatorVersionSchema.parse({
        ...(await newEvaluator()),
        ...(await evaluatorContent()),
      });
      return (by, clientKey) => evaluators.addEvaluatorVersion(by, { ...wanted, clientKey });
    }),
    editEvaluator: keyed(carlos, dana, async () => {
      const wanted = editEvaluatorSchema.parse({
        ...(await newEvaluator()),
        ...(await evaluatorContent()),
        edits: 1,
      });
      return (by, clientKey) => evaluators.editEvaluator(by, { ...wanted, clientKey });
    }),
  },
  "runs/connections": {
    createConnection: keyed(femi, dana, async () => {
      const wanted = wantedSearch();
      return (by, clientKey) => connections.createConnection(by, { ...wanted, clientKey });
    }),
    editConnection: keyed(femi, dana, async () => {
      const { connectionId } = await newSearch();
      const wanted = editConnectionSchema.parse({ ...wantedSearch(), connectionId, version: 1 });
      return (by, clientKey) => connections.editConnection(by, { ...wanted, clientKey });
    }),
    setConnectionKey: keyed(femi, dana, async () => {
      const { connectionId } = await newSearch();
      const wanted = setKeySchema.parse({
        connectionId,
        version: 1,
        key: { source: "environment", variable: "FRESHQA_KEY_SEARCH" },
      });
      return (by, clientKey) => connections.setConnectionKey(by, { ...wanted, clientKey });
    }),
    archiveConnection: keyed(femi, dana, async () => {
      const { connectionId } = await newSearch();
      return (by, clientKey) =>
        connections.archiveConnection(by, { connectionId, archived: true, clientKey });
    }),
    testConnection: keyed(femi, dana, async () => {
      const wanted = testConnectionSchema.parse(await newSearch());
      return (by, clientKey) => connections.testConnection(by, { ...wanted, clientKey });
    }),
    rotateKeys: plain(
      femi,
      async () => {
        provideEnvironment({ FRESHQA_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") });
        return (by) => connections.rotateKeys(by);
      },
      { answer: anything, recorded: true },
    ),
    addServedModel: keyed(femi, dana, async () => {
      const wanted = await wantedServed();
      return (by, clientKey) => connections.addServedModel(by, { ...wanted, clientKey });
    }),
    editServedModel: keyed(femi, dana, async () => {
      const wanted = editServedModelSchema.parse({
        ...(await wantedServed()),
        ...(await newServed()),
        version: 1,
      });
      return (by, clientKey) => connections.editServedModel(by, { ...wanted, clientKey });
    }),
    archiveServedModel: keyed(femi, dana, async () => {
      const { servedModelId } = await newServed();
      return (by, clientKey) =>
        connections.archiveServedModel(by, { servedModelId, archived: true, clientKey });
    }),
    addPrice: keyed(femi, dana, async () => {
      const wanted = priceSchema.parse({
        ...(await newSearch()),
        validFrom: "2026-11-01",
        requests: 5,
      });
      return (by, clientKey) => connections.addPrice(by, { ...wanted, clientKey });
    }),
    allowHost: keyed(femi, dana, async () => {
      const wanted = allowHostSchema.parse({ host: `host${++serial}.internal:8080` });
      return (by, clientKey) => connections.allowHost(by, { ...wanted, clientKey });
    }),
    removeHost: keyed(femi, dana, async () => {
      const { host } = await value(
        connections.allowHost(
          femi(),
          allowHostSchema.parse({ host: `host${++serial}.internal:8080` }),
        ),
      );
      return (by, clientKey) => connections.removeHost(by, { host, clientKey });
    }),
  },
  "runs/models": {
    createModel: keyed(carlos, dana, async () => {
      const wanted = modelSchema.parse({ name: unique("Model") });
      return (by, clientKey) => models.createModel(by, { ...wanted, clientKey });
    }),
    editModel: keyed(carlos, dana, async () => {
      const wanted = {
        ...modelSchema.parse({ name: unique("Model") }),
        ...(await newModel()),
        version: 1,
      };
      return (by, clientKey) => models.editModel(by, { ...wanted, clientKey });
    }),
    createRun: keyed(carlos, dana, async () => {
      const wanted = runSchema.parse({
        ...(await newModel()),
        releaseName: sampleRelease,
        name: "Run",
      });
      return (by, clientKey) => models.createRun(by, { ...wanted, clientKey });
    }),
    editRun: keyed(carlos, dana, async () => {
      const { runId } = await newRun();
      const {
        modelId: _,
        releaseName: __,
        ...conditions
      } = runSchema.parse({ modelId: 1, releaseName: sampleRelease, name: "Another name" });
      return (by, clientKey) => models.editRun(by, { ...conditions, runId, version: 1, clientKey });
    }),
  },
  "runs/generation": {
    createMethod: keyed(carlos, dana, async () => {
      const wanted = plainMethod();
      return (by, clientKey) => methods.createMethod(by, { ...wanted, clientKey });
    }),
    addPresetMethods: keyed(
      carlos,
      dana,
      async () => (by, clientKey) =>
        methods.addPresetMethods(by, { presets: PRESETS.map(({ key }) => key), clientKey }),
    ),
    saveMethodVersion: keyed(carlos, dana, async () => {
      const made = plainMethod();
      const { methodId } = await value(methods.createMethod(carlos(), made));
      const { definition } = made;
      return (by, clientKey) =>
        methods.saveMethodVersion(by, {
          methodId,
          base: { number: 1, definition, demonstrationSetId: null },
          inPlace: true,
          definition: PRESETS[1]!.definition,
          demonstrationSetId: null,
          clientKey,
        });
    }),
    editMethod: keyed(carlos, dana, async () => {
      const made = plainMethod();
      const { name, note } = made;
      const { methodId } = await value(methods.createMethod(carlos(), made));
      const wanted = { methodId, was: { name, note }, name: unique("Renamed"), note: "Why" };
      return (by, clientKey) => methods.editMethod(by, { ...wanted, clientKey });
    }),
    archiveMethod: keyed(carlos, dana, async () => {
      const { methodId } = await value(methods.createMethod(carlos(), plainMethod()));
      return (by, clientKey) => methods.archiveMethod(by, { methodId, archived: true, clientKey });
    }),
    saveDemonstrationSet: keyed(carlos, dana, async () => {
      const wanted = demonstrationSet(unique("Set"));
      return (by, clientKey) => methods.saveDemonstrationSet(by, { ...wanted, clientKey });
    }),
    createDemonstrationsFromRelease: keyed(carlos, dana, async () => {
      const name = unique("Set");
      return (by, clientKey) =>
        methods.createDemonstrationsFromRelease(by, {
          name,
          releaseName: sampleRelease,
          clientKey,
        });
    }),
  },
  "runs/responses": {
    beginResponseImport: keyed(
      carlos,
      dana,
      async () => {
        const { runId } = await newRun();
        return (by, clientKey) =>
          runs.beginResponseImport(by, {
            runId,
            fileName: "responses.csv",
            byteSize: 1,
            clientKey,
          });
      },
      { answer: ({ importId }: { importId: number }) => importId },
    ),
    readResponseImport: SERVER,
    acceptResponseReading: keyed(carlos, dana, async () => {
      const importId = await responsesOf(
        `question;response\r\n${await asked()};Ada\r\n`,
        "responses.csv",
      );
      return (by, clientKey) => runs.acceptResponseReading(by, { importId, clientKey });
    }),
    mapColumns: plain(carlos, async () => {
      const importId = await answered();
      return (by) =>
        runs.mapColumns(by, { importId, roles: ["question", "response"], evaluator: "" });
    }),
    decideSimilar: plain(carlos, async () => {
      const importId = await responsesOf(
        `${JSON.stringify({ question: `${await asked()} Tell me now`, response: "Ada" })}\n`,
        "similar.jsonl",
      );
      return (by) => runs.decideSimilar(by, { importId, ordinal: null, accepted: true });
    }),
    applyResponseImport: plain(carlos, async () => {
      const importId = await answered();
      return (by) => runs.applyResponseImport(by, { importId });
    }),
    cancelResponseImport: plain(carlos, async () => {
      const importId = await answered();
      return (by) => runs.cancelResponseImport(by, { importId });
    }),
  },
  "reporting/leaderboard": {
    updateLeaderboard: keyed(carlos, dana, async () => {
      const { publicPages: _, ...settings } = await getLeaderboardSettings(carlos());
      return (by, clientKey) =>
        leaderboard.updateLeaderboard(by, { ...settings, footnote: unique("Footnote"), clientKey });
    }),
  },
  "dataset/licenses": {
    chooseLicense: keyed(carlos, dana, async () => {
      const baseId = (await getLicense(carlos()))?.id ?? null;
      return (by, clientKey) =>
        licenses.chooseLicense(by, {
          license: "CC-BY-4.0",
          holder: unique("Holder"),
          url: "",
          baseId,
          clientKey,
        });
    }),
    stateLicense: keyed(carlos, dana, async () => {
      const { name } = await db.release.findFirstOrThrow({ where: { license: null } });
      const licenseId = (await getLicense(carlos()))!.id;
      return (by, clientKey) => licenses.stateLicense(by, { name, licenseId, clientKey });
    }),
  },
  "dataset/releases": {
    publishRelease: keyed(
      carlos,
      dana,
      async () => (by, clientKey) =>
        releases.publishRelease(by, {
          name: "FreshQA_v11222026",
          notes: "",
          selection: { kind: "all" },
          clientKey,
        }),
    ),
  },
};

// ------------------------------------------------------------------------------------------------------------------

let counted = "";
/** How many rows each table has. */
async function rows(): Promise<Map<string, number>> {
  if (counted === "") {
    const tables = await db.$queryRaw<
      { name: string }[]
    >`SELECT relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE nspname = 'public' AND relkind = 'r'`;
    counted = tables
      .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`)
      .join(" UNION ALL ");
  }
  return new Map(
    (await db.$queryRawUnsafe<{ name: string; count: number }[]>(counted)).map(
      ({ name, count }) => [name, count],
    ),
  );
}
const grown = (before: Map<string, number>, after: Map<string, number>) =>
  [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);

beforeAll(async () => {
  await seed({ questions: true });
  // What is said twice is said on one day.
  await withConnection(keepDay);
  const sample = await db.user.findMany({ where: { sample: true } });
  people = Object.fromEntries(
    sample.map((user) => [
      user.email.split("@")[0]!,
      { userId: user.id, name: user.name, roles: user.roles as Role[], via: "web" } satisfies Actor,
    ]),
  );
  for (const rater of [bea(), eli()]) {
    for (const [at, example] of EXAMPLES.entries())
      await value(
        answerExample(rater, {
          attempt: 1,
          example: at + 1,
          relaxed: example.relaxed,
          strict: example.strict,
        }),
      );
  }
  ({
    id: sampleRun,
    release: { name: sampleRelease },
  } = await db.modelRun.findFirstOrThrow({ orderBy: { id: "asc" }, include: { release: true } }));
  const submissionId = await submitted();
  await value(
    authoring.comment(
      carlos(),
      commentSchema.parse({ submissionId, clientKey: randomUUID(), body: "A word to Ada." }),
    ),
  );
}, 120_000);
afterAll(disconnect);

describe("a write that is sent again because its answer was lost", () => {
  it("is every command: each has its line here", async () => {
    const exported: string[] = [];
    for (const { key, load } of moduleFiles("commands"))
      for (const [name, one] of Object.entries(await load()))
        if (typeof one === "function") exported.push(`${dirname(key)} ${name}`);
    expect(
      Object.entries(LINES)
        .flatMap(([feature, lines]) => Object.keys(lines).map((name) => `${feature} ${name}`))
        .sort(),
    ).toEqual(exported.sort());
  });

  const lines = Object.entries(LINES).flatMap(([feature, commands]) =>
    Object.entries(commands).flatMap(([name, line]) =>
      typeof line === "string" ? [] : [{ name: `${feature} ${name}`, line }],
    ),
  );
  it.each(lines)(
    "$name: succeeds with the same answer, does nothing twice, and is nobody else's",
    async ({ line }) => {
      const call = await line.prepare();
      const clientKey = randomUUID();
      const first = await value(call(line.by(), clientKey));
      const before = await rows();
      const again = await value(call(line.by(), clientKey));
      expect(line.answer(again as never)).toEqual(line.answer(first as never));
      expect(
        grown(before, await rows()).filter((table) => !(line.recorded && table === "audit_events")),
      ).toEqual([]);
      if (line.other === null) return;
      const stranger = await call(line.other(), clientKey);
      expect(stranger).toMatchObject({ ok: false, refusal: { code: line.refused } });
    },
  );

  it("of an invitation gives the link a token that works, as only its hash was kept", async () => {
    const clientKey = randomUUID();
    const invite = () =>
      value(users.inviteUser(femi(), { email: "twice@test.example", roles: ["rater"], clientKey }));
    const [lost, link] = [await invite(), await invite()];
    const accept = (token: string) =>
      users.acceptInvitation({ token, name: "Twice", password: "a long enough password" }, origin);
    expect(await accept(lost.token)).toMatchObject({ refusal: { code: "link-invalid" } });
    expect(await accept(link.token)).toEqual({ ok: true, value: { email: "twice@test.example" } });
    expect(
      await users.inviteUser(femi(), { email: "twice@test.example", roles: ["rater"], clientKey }),
    ).toMatchObject({ refusal: { code: "link-used" } });
  });
});
