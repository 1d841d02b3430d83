import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { parseGrid } from "@/lib/dataset/questions/grid";
import { getQuestion, listQuestions } from "@/lib/dataset/questions/queries";
import { seededRandom } from "@/prisma/factories/release-rows";
import { sampleContent } from "@/prisma/testing/content";
import { keepDay } from "@/prisma/testing/noon";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import * as commands from "./commands";
import type { StaleDraft } from "./commands";
import {
  getBalance,
  getReasoning,
  getReviewAids,
  getSubmission,
  listAllSubmissions,
  listContributions,
  listOwnSubmissions,
} from "./queries";
import {
  commentSchema,
  decideSchema,
  EMPTY_DRAFT,
  submitDraftSchema,
  type Draft,
  type SubmissionRow,
} from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";
import { expectOrders } from "@/prisma/testing/list-orders";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import {
  contributionsPage,
  submissionsPage,
  writePage,
  type OwnSubmissionsState,
  type SubmissionsState,
} from "./address";

let ada: Actor;
let bea: Actor;
let carlos: Actor;
let dana: Actor;
let both: Actor;
const person = async (name: string, roles: Role[]): Promise<Actor> => {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase().replace(" ", ".")}@example.org`, name, roles },
  });
  return { userId: user.id, name, roles, via: "web" };
};

beforeAll(async () => {
  await withConnection(keepDay);
  ada = await person("Ada", ["annotator"]);
  bea = await person("Bea", ["annotator"]);
  carlos = await person("Carlos Medina", ["maintainer"]);
  dana = await person("Dana", ["maintainer"]);
  both = await person("Both", ["annotator", "maintainer"]);
});
afterAll(disconnect);
beforeEach(async () => {
  // What is left from a test before is out of the queue.
  await db.$executeRaw`UPDATE submissions SET status = 'withdrawn' WHERE status = 'submitted'`;
});

const SYLLABLES = [
  "ka",
  "lo",
  "mi",
  "ren",
  "ta",
  "vor",
  "sel",
  "du",
  "nia",
  "gro",
  "pe",
  "zan",
  "thi",
  "bel",
  "ost",
  "ur",
  "fa",
  "quin",
  "dra",
  "sho",
];
const random = seededRandom(7);
const word = () =>
  Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join("");
let made = 0;
/** A draft that is like no other. */
function draft(change: Partial<Draft> = {}): Draft {
  const n = made++;
  return {
    ...EMPTY_DRAFT,
    category: "slow-changing",
    hops: "one-hop",
    question: `Who keeps ${word()} ${word()} ${word()} ${word()} ${word()}?`,
    answers: [`Keeper${n} Solberg`],
    sources: [`https://example.org/${n}#:~:text=keeper`],
    year: "2024",
    ...change,
  };
}
const code = (result: { ok: true } | { ok: false; refusal: { code: string } }) =>
  result.ok ? "ok" : result.refusal.code;
const begin = async (author: Actor, content = draft()) => ({
  content,
  ...value(await commands.startDraft(author, { clientKey: randomUUID(), draft: content })),
});
async function submitted(author: Actor, content = draft()): Promise<number> {
  const started = await begin(author, content);
  value(
    await commands.submitDraft(author, {
      submissionId: started.submissionId,
      baseVersion: started.version,
      draft: content,
      clientKey: randomUUID(),
    }),
  );
  return started.submissionId;
}
const accept = (submissionId: number, more: object = {}) =>
  decideSchema.parse({
    outcome: "accepted",
    submissionId,
    round: 1,
    clientKey: randomUUID(),
    split: "TEST",
    ...more,
  });

describe("a draft", () => {
  test("is saved as one goes, begun once for one key, also by two at once, and seen by its author alone", async () => {
    const clientKey = randomUUID();
    const content = draft();
    const [a, b] = await Promise.all([
      commands.startDraft(ada, { clientKey, draft: content }),
      commands.startDraft(ada, { clientKey, draft: content }),
    ]);
    expect(value(a).submissionId).toBe(value(b).submissionId);
    const { submissionId, version } = value(a);
    const saved = value(
      await commands.saveDraft(ada, {
        submissionId,
        baseVersion: version,
        draft: { ...content, note: "n" },
      }),
    );
    expect(saved.version).toBe(version + 1);
    expect((await getSubmission(ada, submissionId)).draft.note).toBe("n");
    for (const other of [bea, carlos, both])
      await expect(getSubmission(other, submissionId)).rejects.toBeInstanceOf(NotFound);
    expect(
      code(
        await commands.saveDraft(bea, { submissionId, baseVersion: saved.version, draft: content }),
      ),
    ).toBe("not-found");
    expect(code(await commands.startDraft(bea, { clientKey, draft: content }))).toBe("key-taken");
    expect(
      (await listAllSubmissions(carlos, { ...submissionsPage.usual, status: null })).rows.map(
        (row) => row.id,
      ),
    ).not.toContain(submissionId);
  });

  test("that was saved elsewhere since is not overwritten, and the other text is shown; of two at once one is kept", async () => {
    const { submissionId, version, content } = await begin(ada);
    const results = await Promise.all(
      ["a", "b"].map((note) =>
        commands.saveDraft(ada, {
          submissionId,
          baseVersion: version,
          draft: { ...content, note },
        }),
      ),
    );
    expect(results.map(code).sort()).toEqual(["ok", "stale"]);
    const refused = results.find((result) => !result.ok) as { refusal: { details: StaleDraft } };
    const kept = (await getSubmission(ada, submissionId)).draft.note;
    expect(refused.refusal.details).toMatchObject({ version: version + 1, draft: { note: kept } });
    // The same text again is no conflict: its answer was lost.
    expect(
      code(
        await commands.saveDraft(ada, {
          submissionId,
          baseVersion: version,
          draft: { ...content, note: kept },
        }),
      ),
    ).toBe("ok");
  });

  test.each([
    ["javascript: address", { sources: ["javascript:alert(document.cookie)"] }, "sources.0"],
    ["data: address", { sources: ["data:text/html,x"] }, "sources.0"],
    ["question of 20,000 characters", { question: "why ".repeat(5_000) }, "question"],
    ["control character", { answers: ["Mira\u0008"] }, "answers.0"],
    [
      "pace of more than once a week",
      { category: "fast-changing", pace: "more-than-weekly" },
      "pace",
    ],
  ] as [string, Partial<Draft>, string][])(
    "with a %s cannot be submitted: nothing is kept but the draft",
    async (_, change, field) => {
      const content = draft(change);
      const { submissionId, version } = await begin(ada, content);
      const result = await commands.submitDraft(ada, {
        submissionId,
        baseVersion: version,
        draft: content,
        clientKey: randomUUID(),
      });
      expect(result).toMatchObject({
        ok: false,
        refusal: { code: "invalid", fields: { [field]: expect.any(String) } },
      });
      expect(await getSubmission(ada, submissionId)).toMatchObject({
        status: "draft",
        draft: content,
        rounds: [],
      });
    },
  );

  test("cannot be sent with another author or a decision in it", () => {
    const input = { submissionId: 1, baseVersion: 1, draft: draft(), clientKey: randomUUID() };
    expect(
      submitDraftSchema.parse({ ...input, authorId: 5, status: "accepted", questionId: 9 }),
    ).toEqual(input);
    expect(
      submitDraftSchema.safeParse({ ...input, draft: { ...draft(), status: "accepted" } }).success,
    ).toBe(false);
  });

  test("submitted twice, or by two at once, is one round", async () => {
    const { submissionId, version, content } = await begin(ada);
    const input = { submissionId, baseVersion: version, draft: content, clientKey: randomUUID() };
    const results = await Promise.all([
      commands.submitDraft(ada, input),
      commands.submitDraft(ada, input),
      commands.submitDraft(ada, { ...input, clientKey: randomUUID() }),
    ]);
    // Whichever key came first; the other one finds the draft closed.
    const [first, again, other] = results.map(code);
    expect(again).toBe(first);
    expect([first, other].toSorted()).toEqual(["closed", "ok"]);
    expect((await getSubmission(ada, submissionId)).rounds).toHaveLength(1);
    expect(
      code(await commands.saveDraft(ada, { submissionId, baseVersion: version, draft: content })),
    ).toBe("closed");
  });

  test("like a question of the dataset is submitted only with what differs", async () => {
    const original = draft();
    value(await commands.decide(carlos, accept(await submitted(ada, original))));
    const copy = draft({
      question: original.question.replace("Who keeps", "Who is it that keeps"),
      answers: original.answers,
    });
    const { submissionId, version } = await begin(bea, copy);
    const input = { submissionId, baseVersion: version, draft: copy, clientKey: randomUUID() };
    const refused = await commands.submitDraft(bea, input);
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        code: "similar",
        details: {
          similar: [{ question: original.question, near: true, answers: original.answers }],
        },
      },
    });
    const again = await commands.submitDraft(bea, {
      ...input,
      baseVersion: version + 1,
      draft: { ...copy, difference: "It asks for the other one." },
    });
    expect(code(again)).toBe("ok");
    const view = await getSubmission(carlos, submissionId);
    expect(view.rounds[0]).toMatchObject({
      difference: "It asks for the other one.",
      similar: [{ score: expect.any(Number) }],
    });
    expect(
      (await getReviewAids(carlos, submissionId)).findings.map((finding) => finding.code),
    ).toContain("near-duplicate");
  });

  test("like another author's open submission is submitted only with what differs; of two at once only one goes through without", async () => {
    const original = draft();
    const copies = await Promise.all(
      [ada, bea].map(async (author, i) => {
        const content = draft({
          question:
            i === 0
              ? original.question
              : original.question.replace("Who keeps", "Who is keeper of"),
        });
        return { author, ...(await begin(author, content)) };
      }),
    );
    const results = await Promise.all(
      copies.map(({ author, content, submissionId, version }) =>
        commands.submitDraft(author, {
          submissionId,
          baseVersion: version,
          draft: content,
          clientKey: randomUUID(),
        }),
      ),
    );
    expect(results.map(code).sort()).toEqual(["ok", "similar"]);
    const [first, second] = code(results[0]!) === "ok" ? copies : [copies[1]!, copies[0]!];
    const refused = results.find((result) => !result.ok)!;
    expect(refused).toMatchObject({
      refusal: {
        details: {
          similar: [
            {
              kind: "submission",
              submissionId: first!.submissionId,
              question: first!.content.question,
              near: true,
              own: false,
              author: null,
            },
          ],
        },
      },
    });
    const content = { ...second!.content, difference: "Another keeper." };
    value(
      await commands.submitDraft(second!.author, {
        submissionId: second!.submissionId,
        baseVersion: second!.version + 1,
        draft: content,
        clientKey: randomUUID(),
      }),
    );
    expect((await getSubmission(carlos, second!.submissionId)).rounds[0]!.similar).toEqual([
      { submissionId: first!.submissionId, score: expect.any(Number) },
    ]);
    // Reviewers see both beside each other, by name.
    const aids = await getReviewAids(carlos, second!.submissionId);
    expect(aids.similar).toMatchObject([
      { kind: "submission", submissionId: first!.submissionId, author: first!.author.name },
    ]);
    expect(aids.findings.find((finding) => finding.code === "near-duplicate")?.words).toContain(
      `A submission by ${first!.author.name} is very similar`,
    );
  });

  test("that asks an existing question in other words is pointed out to its reviewer, with the same answer as a problem", async () => {
    const known = await addQuestion(
      carlos,
      sampleContent({
        question: "How many public payphones are left in New York City?",
        answers: ["None"],
      }),
    );
    const again = "What is the number of payphones remaining in New York City?";
    const other = await submitted(ada, draft({ question: again, answers: ["Four"] }));
    const finding = async (id: number) =>
      (await getReviewAids(carlos, id)).findings.find(({ code: of }) => of === "paraphrase");
    expect(await finding(other)).toMatchObject({
      grade: "hint",
      words: expect.stringMatching(
        new RegExp(`^Q${known.questionId} may ask the same in other words \\(\\d\\d%\\)\\.$`),
      ),
    });
    await db.$executeRaw`UPDATE submissions SET status = 'withdrawn' WHERE id = ${other}`;
    const same = await submitted(bea, draft({ question: again, answers: ["none"] }));
    expect(await finding(same)).toMatchObject({
      grade: "trouble",
      words: expect.stringContaining(`Q${known.questionId} has the same answer`),
    });
  });

  test("is withdrawn for good by its author alone, and never after it was decided", async () => {
    const id = await submitted(ada);
    expect(code(await commands.withdraw(bea, { submissionId: id }))).toBe("not-found");
    value(await commands.withdraw(ada, { submissionId: id }));
    expect(code(await commands.decide(carlos, accept(id)))).toBe("decided");
    const other = await submitted(ada);
    value(await commands.decide(carlos, accept(other)));
    expect(code(await commands.withdraw(ada, { submissionId: other }))).toBe("closed");
  });
});

describe("a decision", () => {
  test("to accept writes the question as its author's, with split and steps, in the grid and in the round's history", async () => {
    const content = draft({
      hops: "multi-hop",
      category: "false-premise",
      factType: "never-changing",
      year: "",
      explanation: "No one keeps it.",
      steps: [
        { text: "First", evidence: ["https://example.org/1"] },
        { text: "Then", evidence: ["https://example.org/2"] },
      ],
    });
    const id = await submitted(ada, content);
    const decided = value(
      await commands.decide(carlos, accept(id, { split: "DEV", comment: "Good." })),
    );
    const question = await getQuestion(carlos, decided.questionId!);
    expect(question).toMatchObject({
      category: "false-premise",
      created: { by: "Ada" },
      content: {
        split: "DEV",
        question: content.question,
        answers: content.answers,
        sources: content.sources,
        note: "No one keeps it.",
        hops: "multi-hop",
        nextReview: { policy: "hardly_ever" },
      },
      history: [
        {
          number: 1,
          reason: "author",
          author: "Ada",
          comment: "Submitted by Ada, accepted by Carlos Medina.",
        },
      ],
    });
    expect(await getReasoning(carlos, decided.questionId!)).toMatchObject({
      author: "Ada",
      steps: [{ text: "First", evidence: ["https://example.org/1"] }, { text: "Then" }],
    });
    expect(
      (
        await listQuestions(carlos, parseGrid(new URLSearchParams({ q: content.question })))
      ).view.rows.map((row) => row.id),
    ).toEqual([decided.questionId]);
    expect(await getSubmission(ada, id)).toMatchObject({
      status: "accepted",
      questionId: decided.questionId,
      rounds: [
        { decision: { outcome: "accepted", by: "Carlos Medina", split: "DEV", comment: "Good." } },
      ],
    });
    expect(
      await db.notice.findFirstOrThrow({ where: { userId: ada.userId }, orderBy: { id: "desc" } }),
    ).toMatchObject({
      kind: "accepted",
      data: { submissionId: id, questionId: decided.questionId, by: "Carlos Medina" },
    });
    expect(
      await db.auditEvent.findFirstOrThrow({
        where: { type: "submission.decided" },
        orderBy: { id: "desc" },
      }),
    ).toMatchObject({
      actorId: carlos.userId,
      data: { submissionId: id, outcome: "accepted", questionId: decided.questionId },
    });
  });

  test("is made once: of two maintainers at once one decides, and one question is written; the same key again is the same answer", async () => {
    const id = await submitted(ada);
    const first = accept(id);
    const results = await Promise.all([
      commands.decide(carlos, first),
      commands.decide(dana, accept(id)),
      commands.decide(carlos, first),
    ]);
    const questions = await db.question.count({ where: { submission: { id } } });
    expect(questions).toBe(1);
    expect(results.filter((result) => result.ok).length).toBeGreaterThanOrEqual(1);
    expect(
      notEmpty(results.filter((result) => !result.ok)).every(
        (result) => code(result) === "decided",
      ),
    ).toBe(true);
    expect(await db.submissionDecision.count({ where: { round: { submissionId: id } } })).toBe(1);
    // Whoever decided gets the same answer again.
    const again = await commands.decide(carlos, first);
    expect(again).toEqual(results[0].ok ? results[0] : again);
  });

  test("to return names fields, brings the draft back to its author, and the next round is decided anew; all rounds stay", async () => {
    const content = draft();
    const id = await submitted(ada, content);
    const returned = decideSchema.parse({
      outcome: "returned",
      submissionId: id,
      round: 1,
      clientKey: randomUUID(),
      comment: "",
      fieldComments: [
        { field: "answers", body: "Which of the two?" },
        { field: "year", body: "Since when?" },
      ],
    });
    value(await commands.decide(carlos, returned));
    value(await commands.decide(carlos, returned));
    const view = await getSubmission(ada, id);
    expect(view).toMatchObject({
      status: "returned",
      comments: [
        { field: "answers", body: "Which of the two?", author: "Carlos Medina" },
        { field: "year" },
      ],
    });
    const better = { ...content, answers: [...content.answers, "Another"] };
    value(
      await commands.submitDraft(ada, {
        submissionId: id,
        baseVersion: view.version,
        draft: better,
        clientKey: randomUUID(),
      }),
    );
    // A page that shows the first round cannot decide on the second.
    expect(code(await commands.decide(dana, accept(id)))).toBe("stale");
    const decided = value(await commands.decide(dana, accept(id, { round: 2, split: "none" })));
    expect((await getQuestion(dana, decided.questionId!)).content).toMatchObject({
      answers: better.answers,
      split: null,
    });
    expect(
      (await getSubmission(ada, id)).rounds.map((round) => [
        round.number,
        round.decision?.outcome,
        round.draft.answers.length,
      ]),
    ).toEqual([
      [2, "accepted", 2],
      [1, "returned", 1],
    ]);
  });

  test("to reject names a reason of the closed list", async () => {
    const id = await submitted(ada);
    expect(
      decideSchema.safeParse({
        outcome: "rejected",
        submissionId: id,
        round: 1,
        clientKey: randomUUID(),
        reason: "boring",
      }).success,
    ).toBe(false);
    expect(
      decideSchema.safeParse({
        outcome: "rejected",
        submissionId: id,
        round: 1,
        clientKey: randomUUID(),
        reason: "other",
        comment: " ",
      }).success,
    ).toBe(false);
    value(
      await commands.decide(
        carlos,
        decideSchema.parse({
          outcome: "rejected",
          submissionId: id,
          round: 1,
          clientKey: randomUUID(),
          reason: "too-easy",
        }),
      ),
    );
    expect(await getSubmission(ada, id)).toMatchObject({
      status: "rejected",
      rounds: [{ decision: { reason: "too-easy" } }],
    });
    expect(
      code(await commands.saveDraft(ada, { submissionId: id, baseVersion: 1, draft: draft() })),
    ).toBe("closed");
  });

  test("on one's own question is refused by command, by claim, by queue and by the database itself", async () => {
    const id = await submitted(both);
    expect(code(await commands.decide(both, accept(id)))).toBe("own");
    expect(
      code(await commands.claimSubmission(both, { token: randomUUID(), submissionId: id })),
    ).toBe("own");
    expect(value(await commands.claimNext(both, { token: randomUUID(), after: [] }))).toEqual({
      submissionId: null,
      heldByOthers: 0,
    });
    const round = await db.submissionRound.findFirstOrThrow({ where: { submissionId: id } });
    await expect(
      db.$executeRaw`INSERT INTO submission_decisions (round_id, decider_id, outcome, client_key) VALUES (${round.id}, ${both.userId}, 'returned', gen_random_uuid())`,
    ).rejects.toThrow(/own question/);
  });

  test("without a review is impossible: an annotator may not decide, a draft cannot be decided, a status cannot be accepted without its question", async () => {
    const { submissionId } = await begin(ada);
    expect(code(await commands.decide(carlos, accept(submissionId)))).toBe("not-found");
    await expect(commands.decide(ada, accept(submissionId))).rejects.toBeInstanceOf(AccessDenied);
    await expect(commands.decide(bea, accept(await submitted(ada)))).rejects.toBeInstanceOf(
      AccessDenied,
    );
    await expect(
      db.submission.update({ where: { id: submissionId }, data: { status: "accepted" } }),
    ).rejects.toThrow();
    for (const table of [
      "submission_rounds",
      "submission_decisions",
      "submission_comments",
      "question_reasonings",
      "split_draws",
    ]) {
      await expect(db.$executeRawUnsafe(`DELETE FROM ${table}`), table).rejects.toThrow(
        /append-only/,
      );
    }
  });

  test("by the balanced draw fills what the category lacks, and two at once never overfill it", async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, () =>
        submitted(ada, draft({ category: "fast-changing", pace: "monthly" })),
      ),
    );
    const { updatedAt, ...targets } = (await getBalance(carlos)).targets;
    const set = value(
      await commands.changeTargets(carlos, {
        targets: { ...targets, testPerCategory: 2, devPerCategory: 1, demoQuestions: 0 },
        baseUpdatedAt: updatedAt,
      }),
    );
    expect(code(await commands.changeTargets(dana, { targets, baseUpdatedAt: updatedAt }))).toBe(
      "stale",
    );
    const splits = (
      await Promise.all(
        ids.map((id, i) =>
          commands.decide(i % 2 === 0 ? carlos : dana, accept(id, { split: "balanced" })),
        ),
      )
    ).map((result) => value(result).split);
    expect([...splits].sort()).toEqual(["DEV", "TEST", "TEST", null, null, null]);
    value(await commands.changeTargets(carlos, { targets, baseUpdatedAt: set.updatedAt }));
  });
});

describe("the queue", () => {
  test("gives each submission to one window, the longest waiting first; many windows never meet", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.push(await submitted(ada));
    const first = randomUUID();
    expect(value(await commands.claimNext(carlos, { token: first, after: [] })).submissionId).toBe(
      ids[0],
    );
    expect(value(await commands.claimNext(carlos, { token: first, after: [] })).submissionId).toBe(
      ids[0],
    );
    const given = await Promise.all(
      Array.from({ length: 11 }, (_, i) =>
        commands.claimNext(i % 2 === 0 ? carlos : dana, { token: randomUUID(), after: [] }),
      ),
    );
    expect(given.map((result) => value(result).submissionId).sort((a, b) => a! - b!)).toEqual(
      ids.slice(1),
    );
    expect(value(await commands.claimNext(dana, { token: randomUUID(), after: [] }))).toEqual({
      submissionId: null,
      heldByOthers: 12,
    });
    // Nor can someone decide past a live claim; once it is given back, they can.
    expect(code(await commands.decide(dana, accept(ids[0]!)))).toBe("held");
    expect(
      code(await commands.claimSubmission(dana, { token: randomUUID(), submissionId: ids[0]! })),
    ).toBe("held");
    // The same person may go on in another window; giving back in the first one then changes nothing.
    const second = randomUUID();
    expect(
      code(await commands.claimSubmission(carlos, { token: second, submissionId: ids[0]! })),
    ).toBe("ok");
    value(await commands.releaseSubmission(carlos, { token: first, submissionId: ids[0]! }));
    expect(code(await commands.decide(dana, accept(ids[0]!)))).toBe("held");
    value(await commands.releaseSubmission(carlos, { token: second, submissionId: ids[0]! }));
    expect(code(await commands.decide(dana, accept(ids[0]!)))).toBe("ok");
  });
});

describe("comments", () => {
  test("are told to who takes part and to who is named, answered in their thread, and written once", async () => {
    const id = await submitted(ada);
    const told = async (actor: Actor) =>
      (await db.notice.findMany({ where: { userId: actor.userId }, orderBy: { id: "desc" } }))
        .filter((notice) => (notice.data as { submissionId?: number }).submissionId === id)
        .map((notice) => notice.kind);
    const input = commentSchema.parse({
      submissionId: id,
      field: "answers",
      body: "@Carlos Medina, is this one valid?",
      clientKey: randomUUID(),
    });
    const { commentId } = value(await commands.comment(ada, input));
    expect(value(await commands.comment(ada, input)).commentId).toBe(commentId);
    expect(await told(carlos)).toEqual(["mentioned"]);
    value(
      await commands.comment(
        carlos,
        commentSchema.parse({
          submissionId: id,
          parentId: commentId,
          body: "Yes.",
          clientKey: randomUUID(),
        }),
      ),
    );
    expect(await told(ada)).toEqual(["commented"]);
    value(
      await commands.comment(
        ada,
        commentSchema.parse({ submissionId: id, body: "Thank you.", clientKey: randomUUID() }),
      ),
    );
    expect(await told(carlos)).toEqual(["commented", "mentioned"]);
    expect(await told(dana)).toEqual([]);
    expect((await getSubmission(dana, id)).comments).toMatchObject([
      { parentId: null, field: "answers" },
      { parentId: commentId, field: "answers" },
      { parentId: null },
    ]);
    expect(
      code(
        await commands.comment(
          bea,
          commentSchema.parse({ submissionId: id, body: "Me too", clientKey: randomUUID() }),
        ),
      ),
    ).toBe("not-found");
    expect(
      commentSchema.safeParse({ submissionId: id, body: "a\u0000", clientKey: randomUUID() })
        .success,
    ).toBe(false);
  });
});

describe("contributions", () => {
  test("count what each annotator wrote and what became of it; an annotator sees themself alone", async () => {
    const cy = await person("Cy", ["annotator"]);
    const [a, b, c] = [await submitted(cy), await submitted(cy), await submitted(cy)];
    value(await commands.decide(carlos, accept(a)));
    value(
      await commands.decide(
        carlos,
        decideSchema.parse({
          outcome: "rejected",
          submissionId: b,
          round: 1,
          clientKey: randomUUID(),
          reason: "duplicate",
        }),
      ),
    );
    const [own] = await listContributions(cy, contributionsPage.usual);
    expect(own).toMatchObject({
      author: "Cy",
      written: 3,
      accepted: 1,
      waiting: 1,
      rejected: { duplicate: 1, other: 0 },
      agreement: 0.5,
      medianHoursToAcceptance: expect.any(Number),
    });
    expect(
      await listContributions(cy, {
        ...contributionsPage.usual,
        from: "2000-01-01",
        to: "2000-12-31",
      }),
    ).toEqual([]);
    expect(
      (await listContributions(carlos, contributionsPage.usual)).map((row) => row.author),
    ).toEqual(expect.arrayContaining(["Ada", "Cy"]));
    expect(
      (await listContributions(ada, contributionsPage.usual)).map((row) => row.author),
    ).toEqual(["Ada"]);
    expect(await listOwnSubmissions(cy, { ...writePage.usual, status: "submitted" })).toMatchObject(
      {
        counts: { submitted: 1, accepted: 1, rejected: 1 },
        rows: [{ id: c, author: "Cy" }],
      },
    );
  });

  test("of a period go by the first submission or by the final decision, which then alone counts", async () => {
    const dee = await person("Dee", ["annotator"]);
    const [a, b] = [await submitted(dee), await submitted(dee)];
    await submitted(dee);
    value(await commands.decide(carlos, accept(a)));
    value(
      await commands.decide(
        carlos,
        decideSchema.parse({
          outcome: "returned",
          submissionId: b,
          round: 1,
          clientKey: randomUUID(),
          comment: "Which one?",
        }),
      ),
    );
    const today = (await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`)[0]!
      .day;
    const of = async (from: string, to: string, by: "submitted" | "decided") =>
      (await listContributions(dee, { ...contributionsPage.usual, from, to, by }))[0];
    expect(await of(today, today, "submitted")).toMatchObject({
      written: 3,
      accepted: 1,
      returned: 1,
      waiting: 1,
    });
    expect(await of(today, today, "decided")).toMatchObject({
      written: 1,
      accepted: 1,
      returned: 0,
      waiting: 0,
    });
    expect(await of("2000-01-01", "2000-12-31", "decided")).toBeUndefined();
  });

  test("are sorted by each column, as submissions are", async () => {
    // What is alike of all, or comes in the usual order.
    const zoe = await person("zoe", ["annotator"]);
    const [first, second] = [await submitted(zoe), await submitted(zoe)];
    await submitted(zoe);
    value(await commands.withdraw(zoe, { submissionId: first }));
    await db.submission.update({
      where: { id: second },
      data: { draft: { ...draft(), category: "false-premise" } },
    });
    await expectOrders(contributionsPage.usual, (state) => listContributions(carlos, state), {
      author: ({ author }) => author.toLowerCase(),
      submitted: ({ written }) => written,
      accepted: ({ accepted }) => accepted,
      waiting: ({ waiting }) => waiting,
      returned: ({ returned }) => returned,
      withdrawn: ({ withdrawn }) => withdrawn,
      rejected: ({ rejected }) => Object.values(rejected).reduce((sum, count) => sum + count),
      time: ({ medianHoursToAcceptance }) => medianHoursToAcceptance,
      rate: ({ agreement }) => agreement,
    });
    const question = (row: SubmissionRow) => row.question.toLowerCase() || null;
    const category = (row: SubmissionRow) =>
      row.category === null ? null : CATEGORIES.indexOf(row.category);
    await expectOrders<SubmissionRow, SubmissionsState>(
      { ...submissionsPage.usual, status: null },
      (state) => listAllSubmissions(carlos, state),
      {
        question,
        category,
        author: ({ author }) => author.toLowerCase(),
        submitted: ({ submittedAt }) => submittedAt,
      },
    );
    await expectOrders<SubmissionRow, OwnSubmissionsState>(
      writePage.usual,
      (state) => listOwnSubmissions(zoe, state),
      {
        question,
        category,
        saved: ({ savedAt }) => savedAt,
      },
    );
  });
});
