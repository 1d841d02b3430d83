import { randomUUID } from "node:crypto";
import {
  adjudicate,
  claimCases,
  commentOnTask,
  replaceAdjudication,
} from "@/lib/rating/adjudication/commands";
import {
  adjudicateSchema,
  claimCasesSchema,
  commentSchema as taskCommentSchema,
  supersedeSchema,
} from "@/lib/rating/adjudication/schema";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { commentOnQuestion, resolveThread } from "@/lib/dataset/comments/commands";
import { commentOnQuestionSchema } from "@/lib/dataset/comments/schema";
import * as authoring from "@/lib/authoring/commands";
import { commentSchema, decideSchema, EMPTY_DRAFT, type Draft } from "@/lib/authoring/schema";
import { pauseRater } from "@/lib/rating/alarms/commands";
import { setRate } from "@/lib/rating/hours/commands";
import {
  changeCampaignStatus,
  followUp,
  openCampaign,
} from "@/lib/rating/campaigns/opening-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { stateConflict } from "@/lib/rating/campaigns/rater-commands";
import { campaignPlanSchema, setGoldSchema } from "@/lib/rating/campaigns/schema";
import { applyImport, cancelImport } from "@/lib/dataset/imports/applying-commands";
import { beginImport, readImport } from "@/lib/dataset/imports/reading-commands";
import { createQueue } from "@/lib/dataset/imports/queue-commands";
import { decideRewording } from "@/lib/dataset/imports/deciding-commands";
import { planAgain, reopenImport } from "@/lib/dataset/imports/planning-commands";
import { updateLeaderboard } from "@/lib/reporting/leaderboard/commands";
import { getLeaderboardSettings } from "@/lib/reporting/leaderboard/queries";
import { updateLeaderboardSchema } from "@/lib/reporting/leaderboard/schema";
import {
  addPrice,
  addServedModel,
  allowHost,
  createConnection,
  testConnection,
} from "@/lib/runs/connections/commands";
import { suggestedProfile } from "@/lib/runs/connections/rules";
import {
  allowHostSchema,
  connectionSchema,
  priceSchema,
  servedModelSchema,
  testConnectionSchema,
} from "@/lib/runs/connections/schema";
import { readingOf } from "@/lib/runs/connections/retrieved";
import { storePage, takeTurn } from "@/lib/runs/connections/writes";
import { addEvaluatorVersion, createEvaluator } from "@/lib/runs/evaluators/commands";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { evaluatorSchema, evaluatorVersionSchema } from "@/lib/runs/evaluators/schema";
import {
  createComparisonJob,
  createGenerationJob,
  createJudgingJob,
  pauseJob,
} from "@/lib/runs/jobs/commands";
import { comparisonJobSchema, generationJobSchema, judgingJobSchema } from "@/lib/runs/jobs/schema";
import {
  claimItem,
  endItem,
  failItem,
  loadItem,
  giveSignOfLife,
  setPrepared,
  storeCall,
  storeSearch,
  storeRetrieval,
  storeSearchUse,
  type Claimed,
} from "@/lib/runs/worker/writes";
import {
  applyResponseImport,
  beginResponseImport,
  mapColumns,
  readResponseImport,
} from "@/lib/runs/responses/commands";
import { getCitationSummary } from "@/lib/runs/responses/queries";
import { updateEmailPreference, markRead } from "@/lib/people/notifications/commands";
import { updateEmailPreferenceSchema, markReadSchema } from "@/lib/people/notifications/schema";
import { db } from "@/lib/platform/db";
import { environment, provideEnvironment } from "@/lib/platform/env";
import { spool } from "@/lib/platform/temp-file";
import { cellOf, readCells } from "@/lib/dataset/questions/cells";
import {
  changeQuestions,
  editQuestion,
  saveView,
  undoOperation,
} from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import { claimItems, correctJudgment, submitJudgment } from "@/lib/rating/judging/commands";
import { correctJudgmentSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { saveLayout } from "@/lib/dataset/sheet/commands";
import { endTours } from "@/lib/home/tour/commands";
import { refreshQuestion, undoReview, verifyQuestion } from "@/lib/refreshing/commands";
import { refreshQuestionSchema, verifyQuestionSchema } from "@/lib/refreshing/schema";
import { chooseLicense } from "@/lib/dataset/licenses/commands";
import { getLicense } from "@/lib/dataset/licenses/queries";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { assignQuestions, claimNext, skipQuestion } from "@/lib/dataset/schedule/commands";
import { claimNextSchema } from "@/lib/dataset/schedule/schema";
import { applyDraw } from "@/lib/dataset/splits/commands";
import { previewDraw } from "@/lib/dataset/splits/queries";
import { drawSchema } from "@/lib/dataset/splits/schema";
import { addPresetProtocols, saveProtocolVersion } from "@/lib/rating/protocols/commands";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { setGoldAnswers } from "@/lib/rating/gold/commands";
import { setGoldAnswersSchema } from "@/lib/rating/gold/schema";
import { unknownUnlessNamed } from "./file-date";
import { answerAll, openUnderPreset } from "./protocol-desks";
import { answerExample } from "@/lib/rating/training/commands";
import { EXAMPLES } from "@/lib/rating/training/examples";
import { addPresetMethods, archiveMethod } from "@/lib/runs/generation/commands";
import { PRESETS } from "@/lib/runs/generation/presets";
import { addPresetMethodsSchema } from "@/lib/runs/generation/schema";
import { resolveFlags } from "@/lib/rating/answer-flags/commands";
import { resolveFlagsSchema } from "@/lib/rating/answer-flags/schema";
import { inviteUser, signInWithPassword } from "@/lib/people/accounts/commands";
import { SAMPLE_PASSWORD } from "@/lib/people/accounts/schema";
import { done } from "@/prisma/seed/done";
import { seed } from "@/prisma/seed/seed";

/**
 * Fills an empty database with one of everything that the product can hold, through the product's own commands: the
 * sample data, and on top of it drafts, decisions, imports, refreshes, a second release, gold, judgments with
 * corrections, adjudications (one superseded), changed answers, a changed premise, a rated follow-up campaign, flagged
 * answers, comments, training and settings. What it makes is the state from which upgrades are tested.
 */
export async function fillWithOneOfEverything(): Promise<void> {
  await seed({ questions: true });
  const people = await actors();
  await writeQuestions(people);
  await importFiles(people);
  await keepAnswersTrue(people);
  done(
    await signInWithPassword(
      { email: "carlos@freshqa.example", password: SAMPLE_PASSWORD },
      { address: "192.0.2.7" },
    ),
  );
  await addEvaluator(people);
  await rate(people);
  await methods(people);
  await protocols(people);
  await addConnections(people);
  await addFreshEval(people);
  await runJobs(people);
  await settings(people);
  // Citations are checked when someone looks at their run.
  for (const { id } of await db.modelRun.findMany()) await getCitationSummary(people.carlos, id);
}

type People = Record<"carlos" | "dana" | "ada" | "bea" | "eli" | "gina" | "hugo" | "femi", Actor>;

async function actors(): Promise<People> {
  const users = await db.user.findMany({ where: { sample: true } });
  return Object.fromEntries(
    users.map((user) => [
      user.email.split("@")[0],
      { userId: user.id, name: user.name, roles: user.roles as Role[], via: "web" } satisfies Actor,
    ]),
  );
}

/** A question's present content and the revision that has it. */
async function present(questionId: number): Promise<{ content: Content; revisionId: number }> {
  const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
  const { cells } = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  return { content: readCells(cells).content!, revisionId: head.revisionId };
}

async function writeQuestions({ carlos, ada, bea }: People): Promise<void> {
  const draft = (question: string, answer: string): Draft => ({
    ...EMPTY_DRAFT,
    category: "slow-changing",
    hops: "one-hop",
    question,
    answers: [answer],
    year: "2024",
    sources: [
      `https://example.org/${encodeURIComponent(answer)}#:~:text=${encodeURIComponent(answer)}`,
    ],
  });
  const submit = async (author: Actor, content: Draft) => {
    const { submissionId, version } = done(
      await authoring.startDraft(author, { clientKey: randomUUID(), draft: content }),
    );
    done(
      await authoring.submitDraft(author, {
        submissionId,
        baseVersion: version,
        draft: content,
        clientKey: randomUUID(),
      }),
    );
    return submissionId;
  };
  const decide = async (submissionId: number, decision: object) =>
    done(
      await authoring.decide(
        carlos,
        decideSchema.parse({ submissionId, round: 1, clientKey: randomUUID(), ...decision }),
      ),
    );

  await authoring.startDraft(ada, {
    clientKey: randomUUID(),
    draft: draft("Which lighthouse keeper has served longest on Utsira?", "Nora Utsira"),
  });
  const accepted = await submit(ada, {
    ...draft(
      "Who conducts the orchestra of the town where the puffin festival is held?",
      "Ragna Lund",
    ),
    hops: "multi-hop",
    steps: [
      { text: "The festival is held in Røst.", evidence: ["https://example.org/rost"] },
      { text: "Its orchestra is led by Ragna Lund.", evidence: ["https://example.org/lund"] },
    ],
  });
  await decide(accepted, { outcome: "accepted", split: "TEST" });
  const returned = await submit(
    ada,
    draft("Which ferry crosses the Vestfjord most often?", "MF Landegode"),
  );
  await decide(returned, {
    outcome: "returned",
    comment: "Name the season.",
    fieldComments: [{ field: "question", body: "In which season?" }],
  });
  done(
    await authoring.comment(
      ada,
      commentSchema.parse({
        submissionId: returned,
        clientKey: randomUUID(),
        body: "In winter, I mean.",
      }),
    ),
  );
  await decide(
    await submit(bea, draft("How many stairs has the Kjeungskjær lighthouse?", "Eighty")),
    { outcome: "rejected", reason: "too-easy", comment: "A child knows." },
  );
  done(
    await authoring.withdraw(bea, {
      submissionId: await submit(
        bea,
        draft("Who owns the northernmost bakery of Andøya?", "Sol Bakeri"),
      ),
    }),
  );
  await submit(bea, draft("Which year did the Bodø glider club buy its winch?", "2019"));
  done(await authoring.claimNext(carlos, { token: randomUUID(), after: [] }));

  const [first, second, third] = await db.questionHead.findMany({
    where: { status: "active" },
    orderBy: { questionId: "asc" },
    take: 3,
  });
  const edited = await present(first!.questionId);
  done(
    await editQuestion(carlos, {
      questionId: first!.questionId,
      baseRevisionId: edited.revisionId,
      content: { ...edited.content, note: "Checked against the archive." },
      comment: "A note",
      clientKey: randomUUID(),
    }),
  );
  // A day planned for the next review, which the change takes away and its undo brings back.
  await db.questionHead.update({
    where: { questionId: second!.questionId },
    data: { plannedOn: new Date("2030-01-31T00:00:00Z") },
  });
  const bulk = done(
    await changeQuestions(carlos, {
      questionIds: [second!.questionId, third!.questionId],
      change: { kind: "schedule", nextReview: { policy: "on_date", on: "2030-06-30" } },
      comment: "",
    }),
  );
  if (bulk.operationId !== null)
    done(await undoOperation(carlos, { operationId: bulk.operationId }));
  done(
    await changeQuestions(carlos, {
      questionIds: [third!.questionId],
      change: { kind: "retire" },
      comment: "Too easy by now.",
    }),
  );
  const about = done(
    await commentOnQuestion(
      carlos,
      commentOnQuestionSchema.parse({
        questionId: first!.questionId,
        body: "@Dana Whitfield, is the archive still online?",
        clientKey: randomUUID(),
      }),
    ),
  );
  done(await resolveThread(carlos, { threadId: about.threadId, resolved: true }));
  done(
    await saveView(carlos, { name: "Fast ones", query: "category=fast-changing", shared: true }),
  );
  done(
    await saveLayout(carlos, {
      columns: ["id", "question", "note"],
      pinned: ["question"],
      widths: { question: 320 },
      density: "tall",
    }),
  );
  done(await endTours(carlos, { roles: ["maintainer"], outcome: "done" }));
  const draw = drawSchema.parse({
    seed: "one of everything",
    mode: "anew",
    sizes: { testPerCategory: 6, devPerCategory: 2, demoQuestions: 2 },
  });
  done(
    await applyDraw(carlos, {
      ...draw,
      fingerprint: (await previewDraw(carlos, draw)).fingerprint,
    }),
  );
}

const HEADER =
  "id,split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,answer_0,answer_1,answer_2,answer_3,answer_4,answer_5,answer_6,answer_7,answer_8,answer_9,note";

async function importFiles({ carlos }: People): Promise<void> {
  const bring = async (fileName: string, rows: string[], apply: boolean, header = HEADER) => {
    const file = await spool(
      (async function* () {
        yield Buffer.from([header, ...rows].join("\r\n"));
      })(),
      1_000_000,
    );
    try {
      const { importId } = done(
        await beginImport(carlos, {
          fileName,
          byteSize: file.byteSize,
          ...unknownUnlessNamed(fileName),
        }),
      );
      done(await readImport(carlos, { importId, path: file.path }));
      if (apply)
        done(
          await applyImport(carlos, {
            importId,
            skipBadRows: true,
            acceptSuspect: false,
            missing: "keep",
            order: "file",
          }),
        );
      return importId;
    } finally {
      await file.remove();
    }
  };
  // Its columns have other names: it waits until someone says what they are.
  await bring("ours.csv", ["Which ferry is the last one?,Nina"], false, "Question,Gold answer");
  await bring(
    "FreshQA_v11092026.csv",
    [
      "1,TEST,Who plays the organ of Værøy church?,2023,occasionally,FALSE,one-hop,slow-changing,https://example.org/organ,Ada Nilsen,,,,,,,,,,",
      '2,TEST,How deep is the deepest lake of Lofoten?,before 2022,"hardly_ever",FALSE,one-hop,never-changing,N/A,"160 m, measured",,,,,,,,,,',
      "3,TEST,Bad row,next year,never,FALSE,one-hop,never-changing,N/A,x,,,,,,,,,,",
    ],
    true,
  );
  const replacing = await bring(
    "replacing.csv",
    [
      "1,TEST,How deep is the 2nd deepest lake of Lofoten?,before 2022,hardly_ever,FALSE,one-hop,never-changing,N/A,90 m,,,,,,,,,,",
    ],
    false,
  );
  done(await decideRewording(carlos, { importId: replacing, ordinal: 0, decision: "replaced" }));
  done(
    await applyImport(carlos, {
      importId: replacing,
      skipBadRows: true,
      acceptSuspect: false,
      missing: "keep",
      order: "present",
    }),
  );
  done(await createQueue(carlos, {}));
  const planned = await bring(
    "planned.csv",
    [
      "1,TEST,Who plays the organ of Værøy church today?,2023,occasionally,FALSE,one-hop,slow-changing,https://example.org/organ,Ada Nilsen,,,,,,,,,,",
    ],
    false,
  );
  done(await decideRewording(carlos, { importId: planned, ordinal: 0, decision: "accepted" }));
  done(await reopenImport(carlos, { importId: planned }));
  done(await planAgain(carlos, { importId: planned }));
  done(
    await cancelImport(carlos, {
      importId: await bring(
        "cancelled.csv",
        [
          "1,DEV,Which goat won?,2023,occasionally,FALSE,one-hop,slow-changing,N/A,Blanca,,,,,,,,,,",
        ],
        false,
      ),
    }),
  );
}

async function keepAnswersTrue({ carlos, dana }: People): Promise<void> {
  const token = randomUUID();
  const claimed = done(
    await claimNext(carlos, claimNextSchema.parse({ token, filters: {}, count: 2 })),
  );
  const heads = await db.questionHead.findMany({
    where: { status: "active" },
    orderBy: { questionId: "desc" },
    take: 4,
  });
  const verified = randomUUID();
  done(
    await verifyQuestion(
      carlos,
      verifyQuestionSchema.parse({
        questionId: heads[0]!.questionId,
        baseRevisionId: heads[0]!.revisionId,
        evidence: ["https://example.org/organ"],
        comment: "Still so.",
        clientKey: verified,
      }),
    ),
  );
  const mistaken = randomUUID();
  done(
    await verifyQuestion(
      carlos,
      verifyQuestionSchema.parse({
        questionId: heads[1]!.questionId,
        baseRevisionId: heads[1]!.revisionId,
        evidence: [],
        clientKey: mistaken,
      }),
    ),
  );
  done(await undoReview(carlos, { undoes: mistaken, clientKey: randomUUID(), token: undefined }));
  const { revisionId } = await present(heads[2]!.questionId);
  done(
    await refreshQuestion(
      dana,
      refreshQuestionSchema.parse({
        questionId: heads[2]!.questionId,
        baseRevisionId: revisionId,
        clientKey: randomUUID(),
        comment: "",
        change: { kind: "answer", answers: ["A wholly new answer"] },
      }),
    ),
  );
  done(
    await assignQuestions(carlos, { questionIds: [heads[3]!.questionId], assigneeId: dana.userId }),
  );
  const held =
    (claimed as { questions?: { questionId: number }[] }).questions?.[0]?.questionId ??
    (await db.answerCheckLease.findFirst())?.questionId;
  if (held !== undefined) await skipQuestion(carlos, { token, questionId: held });
  const chosen = await getLicense(carlos);
  done(
    await chooseLicense(carlos, {
      license: "CC-BY-SA-4.0",
      holder: "One of everything",
      url: "https://example.org/terms",
      baseId: chosen?.id ?? null,
    }),
  );
  done(
    await publishRelease(
      carlos,
      { name: "FreshQA_v11162026", notes: "The second release.", selection: { kind: "all" } },
      { at: new Date("2026-11-16T09:00:00Z") },
    ),
  );
}

/** Brings an evaluator's verdicts on the first run as a file, one mode of some of them missing. */
async function addEvaluator({ carlos }: People): Promise<void> {
  const run = await db.modelRun.findFirstOrThrow({ orderBy: { id: "asc" } });
  const responses = await db.response.findMany({
    where: { runId: run.id },
    orderBy: { id: "asc" },
  });
  const questions = await db.revision.findMany({
    where: { id: { in: responses.map((response) => response.revisionId) } },
  });
  const text = new Map(
    questions.map((revision) => [revision.id, cellOf(revision.cells, "question")]),
  );
  const lines = responses.map((response, at) =>
    JSON.stringify({
      question: text.get(response.revisionId),
      response: response.text,
      relaxed_rating: at % 3 === 0 ? "FALSE" : "TRUE",
      strict_rating: at % 4 === 0 ? "" : at % 3 === 0 ? "FALSE" : "TRUE",
    }),
  );
  const file = await spool(
    (async function* () {
      yield Buffer.from(lines.join("\n"));
    })(),
    1_000_000,
  );
  try {
    const { importId } = done(
      await beginResponseImport(carlos, {
        runId: run.id,
        fileName: "fresheval.jsonl",
        byteSize: file.byteSize,
      }),
    );
    done(await readResponseImport(carlos, { importId, path: file.path }));
    done(
      await mapColumns(carlos, {
        importId,
        roles: ["question", "response", "relaxed", "strict"],
        evaluator: "FreshEval (made up)",
      }),
    );
    done(await applyResponseImport(carlos, { importId }));
  } finally {
    await file.remove();
  }
}

const CREDIT = { relaxed: true, strict: true };
const RELAXED_ONLY = { relaxed: true, strict: false, strictReason: "hallucination" };
const NO_CREDIT = { relaxed: false, relaxedReason: "wrong-primary-answer" };

async function rate({ carlos, bea, eli, gina, femi }: People): Promise<void> {
  for (const rater of [bea, eli]) {
    for (const [at, example] of EXAMPLES.entries()) {
      done(
        await answerExample(rater, {
          attempt: 1,
          example: at + 1,
          relaxed: example.relaxed,
          strict: example.strict,
        }),
      );
    }
  }
  // What the raters say of a response follows from its id, so that agreement is neither perfect nor by chance.
  const verdictOf = (rater: Actor, responseId: number) =>
    responseId % 7 === 0
      ? rater === bea
        ? CREDIT
        : NO_CREDIT
      : responseId % 5 === 0
        ? rater === bea
          ? RELAXED_ONLY
          : CREDIT
        : responseId % 3 === 0
          ? NO_CREDIT
          : CREDIT;
  const visit = randomUUID();
  const work = async (
    rater: Actor,
    campaignId: number,
    verdict: (responseId: number) => object,
    leave = 0,
  ) => {
    const all = await db.assignment.count({
      where: { campaignId, raterId: rater.userId, status: { not: "judged" } },
    });
    for (let made = 0; made < all - leave;) {
      const { taskIds } = done(await claimItems(rater, { campaignId, count: 5, held: [], visit }));
      if (taskIds.length === 0) break;
      for (const taskId of taskIds.slice(0, all - leave - made)) {
        const task = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
        done(
          await submitJudgment(
            rater,
            submitJudgmentSchema.parse({
              taskId,
              revisionId: task.revisionId,
              verdict: verdict(task.responseId!),
              activeMs: 9_000 + taskId,
              clientKey: randomUUID(),
              enteredAt: new Date().toISOString(),
              comment: taskId % 11 === 0 ? "See the source." : "",
              lowConfidence: taskId % 13 === 0,
              flagged: taskId % 17 === 0 && rater === eli,
            }),
          ),
        );
        made++;
      }
    }
  };

  // The sample's campaign: rated but for three items, corrected, adjudicated, discussed.
  const pilot = await db.campaign.findFirstOrThrow({ where: { status: "open" } });
  await work(bea, pilot.id, (responseId) => verdictOf(bea, responseId));
  await work(eli, pilot.id, (responseId) => verdictOf(eli, responseId), 3);
  const mistaken = await db.judgment.findFirstOrThrow({
    where: { campaignId: pilot.id, raterId: bea.userId, relaxed: true, strict: true },
  });
  done(
    await correctJudgment(
      bea,
      correctJudgmentSchema.parse({
        supersedes: mistaken.clientKey,
        correction: "Misread it",
        verdict: RELAXED_ONLY,
        activeMs: 2_000,
        clientKey: randomUUID(),
        enteredAt: new Date().toISOString(),
      }),
    ),
  );
  const token = randomUUID();
  const cases = (
    await db.disagreement.findMany({
      where: { campaignId: pilot.id },
      orderBy: { taskId: "asc" },
    })
  ).map((one) => one.taskId);
  done(
    await commentOnTask(
      bea,
      taskCommentSchema.parse({
        taskId: cases[0],
        body: "The source says otherwise.",
        clientKey: randomUUID(),
      }),
    ),
  );
  for (const taskId of cases.slice(0, 4)) {
    done(
      await adjudicate(
        gina,
        adjudicateSchema.parse({
          taskId,
          verdict: CREDIT,
          reason: "The final answer matches.",
          clientKey: randomUUID(),
        }),
      ),
    );
  }
  const settled = await db.adjudication.findFirstOrThrow({ where: { taskId: cases[1]! } });
  done(
    await replaceAdjudication(
      carlos,
      supersedeSchema.parse({
        taskId: cases[1],
        supersedes: settled.id,
        verdict: NO_CREDIT,
        reason: "It does not, on a second look.",
        clientKey: randomUUID(),
      }),
    ),
  );
  await claimCases(gina, claimCasesSchema.parse({ token }));

  // A campaign with gold, some of it on responses of its own runs.
  const responses = await db.response.findMany({
    where: {
      runId: {
        in: (await db.modelRun.findMany({ orderBy: { id: "asc" }, take: 2 })).map(({ id }) => id),
      },
    },
    orderBy: { id: "asc" },
  });
  for (const [at, response] of responses.filter((_, index) => index % 12 === 0).entries()) {
    done(
      await setGold(
        carlos,
        setGoldSchema.parse({
          responseId: response.id,
          revisionId: response.revisionId,
          verdict: at % 2 === 0 ? CREDIT : NO_CREDIT,
          explanation: "Settled at the meeting.",
          replaces: null,
        }),
      ),
    );
  }
  const plan = campaignPlanSchema.parse({
    name: "With gold",
    instructions: "",
    runIds: [...new Set(responses.map(({ runId }) => runId))],
    raterIds: [bea.userId, eli.userId],
    sample: { kind: "random", splits: [], count: 12 },
    ratingsPerResponse: 2,
    overlap: null,
    seed: 7,
    deadline: "2026-12-24",
    truth: "release",
    goldRate: 10,
    namesHidden: true,
    ratersMayAdjudicate: false,
  });
  const opened = done(await createCampaign(carlos, { plan, clientKey: randomUUID() }));
  done(await openCampaign(carlos, opened));
  await work(bea, opened.campaignId, (responseId) => verdictOf(bea, responseId));
  await work(eli, opened.campaignId, (responseId) => verdictOf(eli, responseId));
  const [dispute] = await db.disagreement.findMany({
    where: { campaignId: opened.campaignId },
    orderBy: { taskId: "asc" },
    take: 1,
  });
  if (dispute)
    done(
      await adjudicate(
        gina,
        adjudicateSchema.parse({
          taskId: dispute.taskId,
          verdict: CREDIT,
          reason: "Agreed in the end.",
          clientKey: randomUUID(),
        }),
      ),
    );

  // Answers change after they were judged by: of an adjudicated response, of agreed ones; one question changes its premise alone.
  const judged = await db.ratingTask.findMany({
    where: { campaignId: pilot.id, judgments: { some: {} } },
    include: { response: true },
    orderBy: { id: "asc" },
  });
  const adjudicated = judged.find((task) => task.id === cases[0])!.response!.questionId;
  const [changed, premise] = [...new Set(judged.map((task) => task.response!.questionId))].filter(
    (id) => id !== adjudicated && id % 2 === 1,
  );
  for (const questionId of [adjudicated, changed!]) {
    const { content, revisionId } = await present(questionId);
    done(
      await editQuestion(carlos, {
        questionId,
        baseRevisionId: revisionId,
        content: { ...content, answers: ["Another answer since", ...content.answers.slice(1)] },
        comment: "Changed",
      }),
    );
  }
  const asked = await present(premise!);
  done(
    await editQuestion(carlos, {
      questionId: premise!,
      baseRevisionId: asked.revisionId,
      content: {
        ...asked.content,
        falsePremise: !asked.content.falsePremise,
        note: "What was assumed is no longer so.",
      },
      comment: "The premise",
    }),
  );
  const follow = done(await followUp(carlos, { campaignId: pilot.id }));
  await work(bea, follow.campaignId, () => NO_CREDIT);
  await work(eli, follow.campaignId, () => NO_CREDIT);
  const [flag, kept] = await db.answerFlag.findMany({
    where: { status: "open" },
    orderBy: { id: "asc" },
    take: 2,
  });
  if (flag && kept)
    done(
      await resolveFlags(
        carlos,
        resolveFlagsSchema.parse({
          flagIds: [flag.id],
          as: "kept",
          note: "The source is right.",
        }),
      ),
    );
  const conflicting = await db.modelRun.findFirstOrThrow({ orderBy: { id: "desc" } });
  done(
    await stateConflict(carlos, {
      raterId: eli.userId,
      runId: conflicting.id,
      reason: "Wrote the prompt",
    }),
  );
  done(
    await setRate(carlos, {
      raterId: eli.userId,
      unit: "hour",
      amount: "18.5",
      currency: "EUR",
      validFrom: "2026-01-01",
    }),
  );
  const last = await db.judgment.findFirstOrThrow({
    where: { campaignId: opened.campaignId },
    orderBy: { id: "desc" },
  });
  done(await pauseRater(carlos, { campaignId: last.campaignId, raterId: last.raterId }));
  done(await changeCampaignStatus(carlos, { campaignId: opened.campaignId, to: "closed" }));
  done(await inviteUser(femi, { email: "new@example.org", roles: ["rater"] }));
}

async function methods({ carlos, dana }: People): Promise<void> {
  done(
    await addPresetMethods(
      dana,
      addPresetMethodsSchema.parse({ presets: PRESETS.map(({ key }) => key) }),
    ),
  );
  const { id: methodId } = await db.method.findFirstOrThrow({ orderBy: { id: "asc" } });
  done(await archiveMethod(carlos, { methodId, archived: true }));
}

/** The presets, one of them changed before its first use. */
async function protocols(people: People): Promise<void> {
  const { carlos } = people;
  const key = "three-way";
  const { definition } = PROTOCOL_PRESETS.find((one) => one.key === key)!;
  const presets = PROTOCOL_PRESETS.map((one) => one.key);
  done(await addPresetProtocols(carlos, { presets }));
  const { id: protocolId } = await db.protocol.findUniqueOrThrow({ where: { key } });
  done(
    await saveProtocolVersion(carlos, {
      protocolId,
      base: { number: 1, definition },
      inPlace: true,
      definition: { ...definition, shows: { ...definition.shows, evidence: false } },
    }),
  );
  await rateUnderProtocols(people);
}

/** A ranking of two runs, and answers that raters differ in, one of them adjudicated. */
async function rateUnderProtocols({ carlos, bea, eli, gina }: People): Promise<void> {
  const runs = await db.modelRun.findMany({ orderBy: { id: "asc" }, take: 2 });
  const raters = [bea, eli];
  const campaign = { maintainer: carlos, raters, runIds: runs.map(({ id }) => id), questions: 2 };
  const ranking = await openUnderPreset(campaign, "webglm-turing");
  await answerAll(raters, ranking.campaignId, () => ({ rank: { ranks: [2, 1] } }));
  const { campaignId } = await openUnderPreset(campaign, "three-way");
  await answerAll(raters, campaignId, (rater) => ({ grade: { value: rater } }));
  const { taskId } = await db.disagreement.findFirstOrThrow({ where: { campaignId } });
  done(
    await adjudicate(
      gina,
      adjudicateSchema.parse({
        taskId,
        answers: { grade: { value: 2 } },
        reason: "It says neither.",
        clientKey: randomUUID(),
      }),
    ),
  );
  const response = await db.response.findFirstOrThrow({ orderBy: { id: "asc" } });
  const { protocolVersionId } = await db.campaign.findUniqueOrThrow({ where: { id: campaignId } });
  done(
    await setGoldAnswers(
      carlos,
      setGoldAnswersSchema.parse({
        responseId: response.id,
        versionId: protocolVersionId,
        revisionId: response.revisionId,
        expected: { grade: { value: 1 } },
        replaces: null,
      }),
    ),
  );
}

/** The key that one of the connections is given: it must be found nowhere in clear. */
const ENTERED_KEY = "sk-entered-0123456789-abcd";

/** FreshEval with the served model, and a second version of it. */
async function addFreshEval({ hugo }: People): Promise<void> {
  const { id: servedModelId } = await db.servedModel.findFirstOrThrow({
    where: { apiName: "small-1" },
  });
  const definition = freshEvalDefinition();
  const { evaluatorId } = done(
    await createEvaluator(
      hugo,
      evaluatorSchema.parse({ name: "FreshEval, small-1", servedModelId, definition }),
    ),
  );
  done(
    await addEvaluatorVersion(
      hugo,
      evaluatorVersionSchema.parse({
        evaluatorId,
        servedModelId,
        note: "More room for comments.",
        definition: { ...definition, maxTokens: 512 },
      }),
    ),
  );
}

/** A model with a key, a search that was tested at a host that nobody allowed, prices, and a host that is allowed. */
async function addConnections({ femi }: People): Promise<void> {
  const before = environment().FRESHQA_SECRET_KEYS;
  provideEnvironment({
    FRESHQA_SECRET_KEYS: before ?? Buffer.alloc(32, 1).toString("base64"),
  });
  const { connectionId } = done(
    await createConnection(
      femi,
      connectionSchema.parse({
        service: "openai-chat",
        name: "Models",
        baseUrl: "https://models.example/v1",
        requestsPerMinute: 60,
        query: { "api-version": "2026-10-21" },
        key: { source: "entered", key: ENTERED_KEY },
      }),
    ),
  );
  provideEnvironment({ FRESHQA_SECRET_KEYS: before });
  const { id: modelId } = await db.model.findFirstOrThrow({ orderBy: { id: "asc" } });
  done(
    await addServedModel(
      femi,
      servedModelSchema.parse({
        connectionId,
        modelId,
        label: "Small",
        apiName: "small-1",
        ...suggestedProfile("openai-chat", "small-1"),
      }),
    ),
  );
  done(
    await addPrice(
      femi,
      priceSchema.parse({
        connectionId,
        apiName: "small-1",
        validFrom: "2026-11-01",
        input: 0.15,
        cachedInput: 0.075,
        output: 0.6,
        source: "The service’s price list",
      }),
    ),
  );
  await takeTurn(connectionId);
  const search = done(
    await createConnection(
      femi,
      connectionSchema.parse({
        service: "searxng",
        name: "Search",
        baseUrl: "http://127.0.0.1:9",
      }),
    ),
  );
  done(await testConnection(femi, testConnectionSchema.parse(search)));
  done(await allowHost(femi, allowHostSchema.parse({ host: "localhost:11434", note: "Ollama" })));
}

/** A job that generated a response from a search, and one that judged it; both paused with items left. */
async function runJobs({ carlos }: People): Promise<void> {
  const version = await db.methodVersion.findFirstOrThrow({
    where: { definition: { path: ["kind"], equals: "freshprompt" }, method: { archivedAt: null } },
    orderBy: { id: "asc" },
  });
  const { id: servedModelId } = await db.servedModel.findFirstOrThrow({
    where: { apiName: "small-1" },
  });
  const { id: searchConnectionId } = await db.connection.findFirstOrThrow({
    where: { kind: "search", archivedAt: null },
  });
  const { name: releaseName } = await db.release.findFirstOrThrow({ orderBy: { id: "asc" } });
  const generating = done(
    await createGenerationJob(
      carlos,
      generationJobSchema.parse({
        kind: "generate",
        target: { kind: "new", releaseName, name: "Generated" },
        methodVersionId: version.id,
        servedModelId,
        searchConnectionId,
        date: "2026-11-22",
        sample: { size: 3 },
      }),
    ),
  );
  const { evaluatorId } = done(
    await createEvaluator(
      carlos,
      evaluatorSchema.parse({
        name: "FreshEval, small",
        servedModelId,
        definition: freshEvalDefinition(),
      }),
    ),
  );
  const worker = { workerId: randomUUID(), kind: "worker" as const, queueId: "pool-0" };
  await giveSignOfLife(worker, []);
  const take = async (jobId: number) => {
    const claimed = await claimItem(worker.workerId, jobId);
    if (!("itemId" in claimed)) throw new Error("No item to take.");
    return claimed;
  };
  const answer = (text: string, reading: "parsed" | null) => ({
    kind: "chat" as const,
    servedModelId,
    messages: [{ role: "user" as const, content: "Who?" }],
    requested: { temperature: 0, maxTokens: 256, seed: null },
    sent: { model: "small-1", temperature: 0 },
    startedAt: new Date("2026-11-22T12:00:00Z"),
    durationMs: 700,
    cost: 0.00006,
    most: 0.0002,
    outcome: {
      state: "answered" as const,
      reading,
      reply: {
        text,
        finish: "stop" as const,
        finishRaw: "stop",
        usage: { input: 120, output: 30, reasoning: null, cached: 100 },
        sent: null,
        received: JSON.stringify({ text }),
      },
    },
  });
  const generated = await take(generating.jobId);
  const made = {
    connectionId: searchConnectionId,
    day: "2026-11-22",
    key: "0".repeat(64),
    query: "Who?",
    params: { sent: { format: "json" }, pages: 1 },
    raw: [{ results: [] }],
    requests: 1,
    cost: null,
    startedAt: new Date("2026-11-22T12:00:00Z"),
    durationMs: 300,
  };
  await storeSearch(generated, made, null);
  const search = await db.searchAnswer.findFirstOrThrow({ where: { key: made.key } });
  await storeSearchUse(generated.itemId, 0, search.id, { kept: [], cut: [] });
  await setPrepared(generating.jobId);
  const url = "https://example.org/ada";
  const page = await storePage({
    url,
    day: made.day,
    finalUrl: url,
    contentType: "text/html",
    bytes: 100,
    sha256: "1".repeat(64),
    durationMs: 200,
    extractMs: 1,
    fetchedAt: made.startedAt,
    title: "Ada",
    paragraphs: ["Ada Lovelace wrote it."],
    cut: false,
  });
  const read = { pageId: page.pageId, stored: false, bytes: 100, paragraphs: 1 };
  await storeRetrieval(generated.itemId, 1, {
    kind: "pages",
    outcome: readingOf([{ rank: 1, url, title: "Ada", durationMs: 200, extractMs: 1, ...read }]),
    startedAt: made.startedAt,
    durationMs: 201,
  });
  await storeCall(generated, { step: 2, ...answer("Ada Lovelace.", null) });
  await endItem(generated, "generate", { outcome: "answered", text: "Ada Lovelace." });
  const failing = await take(generating.jobId);
  await failItem(
    failing,
    await loadItem(failing.itemId),
    "models.example answered 400: Unsupported parameter.",
    {
      attempts: 1,
      troubles: { "request-refused": 1 },
    },
  );
  done(await pauseJob(carlos, { jobId: generating.jobId }));

  const judging = done(
    await createJudgingJob(
      carlos,
      judgingJobSchema.parse({
        kind: "judge",
        runId: generating.runId,
        evaluatorId,
        modes: ["relaxed", "strict"],
        spendingLimit: 5,
      }),
    ),
  );
  const judged = await take(judging.jobId);
  await storeCall(judged, { step: 0, ...answer("evaluation: correct", "parsed") });
  await endItem(judged, "judge", { outcome: "parsed", correct: true, comment: "It is credited." });
  done(await pauseJob(carlos, { jobId: judging.jobId }));
  await comparePair(carlos, evaluatorId, take);
}

/** A job that compared the responses of two runs by a principle, paused with items left. */
async function comparePair(
  carlos: Actor,
  evaluatorId: number,
  take: (jobId: number) => Promise<Claimed>,
): Promise<void> {
  const [pair] = await db.$queryRaw<{ runId: number; otherRunId: number }[]>`
    SELECT a.run_id AS "runId", b.run_id AS "otherRunId" FROM responses a JOIN model_runs r ON r.id = a.run_id
      JOIN responses b ON b.question_id = a.question_id AND b.revision_id = a.revision_id AND b.run_id > a.run_id
      JOIN model_runs o ON o.id = b.run_id AND o.release_id = r.release_id
    ORDER BY a.id, b.id LIMIT 1`;
  const comparing = done(
    await createComparisonJob(
      carlos,
      comparisonJobSchema.parse({
        kind: "compare",
        ...pair,
        evaluatorId,
        principles: "fresh",
        negated: ["concise"],
      }),
    ),
  );
  await endItem(await take(comparing.jobId), "compare", { outcome: "parsed", ab: 1, ba: -1 });
  done(await pauseJob(carlos, { jobId: comparing.jobId }));
}

async function settings({ carlos, ada }: People): Promise<void> {
  const { publicPages: _, ...leaderboard } = await getLeaderboardSettings(carlos);
  const runIds = (await db.modelRun.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);
  done(
    await updateLeaderboard(
      carlos,
      updateLeaderboardSchema.parse({ ...leaderboard, runIds, footnote: "Two raters each." }),
    ),
  );
  done(await updateEmailPreference(ada, updateEmailPreferenceSchema.parse({ mail: "never" })));
  const notice = await db.notice.findFirst({ where: { userId: ada.userId } });
  if (notice) await markRead(ada, markReadSchema.parse({ upTo: notice.id }));
}
