import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import type { AnyResult } from "@/lib/platform/result";
import type { Content } from "@/lib/dataset/questions/schema";
import { addDays } from "@/lib/dataset/schedule/rules";
import { value } from "@/prisma/testing/value";
import { refreshQuestion, undoReview, verifyQuestion } from "./commands";
import type { RefreshChange } from "./schema";
import { sampleContent } from "@/prisma/testing/content";
import { keepDay } from "@/prisma/testing/noon";
import { addQuestion } from "@/prisma/testing/questions";

let ana: Actor;
let ben: Actor;

beforeAll(async () => {
  await withConnection(keepDay);
  const [a, b] = await Promise.all(
    ["ana", "ben"].map((name) =>
      db.user.create({ data: { email: `${name}@test.example`, name, roles: ["maintainer"] } }),
    ),
  );
  ana = { userId: a!.id, name: "ana", roles: ["maintainer"], via: "web" };
  ben = { userId: b!.id, name: "ben", roles: ["maintainer"], via: "web" };
});

const content: Content = sampleContent({
  effectiveYear: { year: 2022, before: true },
  nextReview: { policy: "frequently", on: null },
  factType: "fast-changing",
  answers: ["Ada Brandt", "Brandt"],
});
const made = () => addQuestion(ana, content);
const verify = (
  actor: Actor,
  on: { questionId: number; revisionId: number },
  clientKey = randomUUID(),
) =>
  verifyQuestion(actor, {
    questionId: on.questionId,
    baseRevisionId: on.revisionId,
    evidence: ["https://council.example/lead"],
    comment: "",
    clientKey,
  });
const refresh = (
  actor: Actor,
  on: { questionId: number; revisionId: number },
  change: RefreshChange,
  clientKey = randomUUID(),
  comment = "",
) =>
  refreshQuestion(actor, {
    questionId: on.questionId,
    baseRevisionId: on.revisionId,
    change,
    evidence: [],
    comment,
    clientKey,
  });
const chain = (questionId: number) =>
  db.revision.findMany({ where: { questionId }, orderBy: { number: "asc" } });
const head = (questionId: number) => db.questionHead.findUniqueOrThrow({ where: { questionId } });
const today = async () =>
  (await db.$queryRaw<{ day: Date }[]>`SELECT dataset_today() AS day`)[0]!.day;

const codes = (results: AnyResult<unknown>[]) =>
  results.map((result) => (result.ok ? "ok" : result.refusal.code)).sort();

describe("verifying", () => {
  it("is an event with who, when and on which evidence, no edit, and starts next review anew", async () => {
    const question = await made();
    await db.questionHead.update({
      where: { questionId: question.questionId },
      data: { plannedOn: new Date("2026-12-01") },
    });
    const { verificationId } = value(await verify(ben, question));
    expect(await db.verification.findUnique({ where: { id: verificationId! } })).toMatchObject({
      revisionId: question.revisionId,
      verifiedById: ben.userId,
      evidence: ["https://council.example/lead"],
      withdrawsId: null,
    });
    expect(await head(question.questionId)).toMatchObject({
      revisionId: question.revisionId,
      verifiedOn: await today(),
      verifiedById: ben.userId,
      plannedOn: null,
    });
    expect(await chain(question.questionId)).toHaveLength(1);
    expect(
      await db.auditEvent.findFirst({
        where: { type: "question.verified" },
        orderBy: { id: "desc" },
      }),
    ).toMatchObject({
      actorId: ben.userId,
      data: { questionId: question.questionId, number: 1, verificationId, evidence: 1 },
    });
  });

  it("is refused where a fixed date has passed, which would never be due again, until the next date is set with it", async () => {
    const passed = addDays((await today()).toISOString().slice(0, 10), -1);
    const next = { policy: "on_date", on: "2999-01-01" } as const;
    const on = async (date: string) =>
      addQuestion(ana, { ...content, nextReview: { policy: "on_date", on: date } });
    const question = await on(passed);
    const schedule: RefreshChange = { kind: "schedule", nextReview: next, verified: true };
    const answer: RefreshChange = { kind: "answer", answers: ["Bea Okafor"] };
    expect(
      codes([
        await verify(ana, question),
        await refresh(ana, question, answer),
        await refresh(ana, question, { kind: "evidence", sources: [], verified: true }),
      ]),
    ).toEqual(["date-passed", "date-passed", "date-passed"]);
    expect(await db.verification.count({ where: { questionId: question.questionId } })).toBe(0);
    expect(await chain(question.questionId)).toHaveLength(1);
    // Not today's either: it would be settled by the very verification.
    expect(await verify(ana, await on(addDays(passed, 1)))).toMatchObject({ ok: false });

    value(await verify(ana, await on(addDays(passed, 2))));
    value(await refresh(ana, await on(passed), { ...answer, nextReview: next }));
    value(await refresh(ana, await on(passed), { kind: "evidence", sources: [], verified: false }));
    value(await refresh(ana, question, schedule));
    expect(await head(question.questionId)).toMatchObject({
      reviewOn: new Date(next.on),
      verifiedOn: await today(),
    });
  });

  it.each<
    [
      string,
      (
        question: { questionId: number; revisionId: number },
        key: ReturnType<typeof randomUUID>,
      ) => Promise<AnyResult<unknown>>,
    ]
  >([
    ["a verification", (question, key) => verify(ana, question, key)],
    [
      "a new answer",
      (question, key) => refresh(ana, question, { kind: "answer", answers: ["Bea Okafor"] }, key),
    ],
  ])(
    "%s uses up the day that was planned for it, and taking it back brings the day back",
    async (_, review) => {
      const question = await made();
      const plannedOn = new Date("2026-12-01");
      await db.questionHead.update({
        where: { questionId: question.questionId },
        data: { plannedOn },
      });
      const key = randomUUID();
      value(await review(question, key));
      expect(await head(question.questionId)).toMatchObject({ plannedOn: null });
      value(await undoReview(ana, { undoes: key, clientKey: randomUUID() }));
      expect(await head(question.questionId)).toMatchObject({ plannedOn, verifiedOn: null });
    },
  );

  it("of another class without a look at the answers leaves the planned day as it is", async () => {
    const question = await made();
    const plannedOn = new Date("2026-12-01");
    await db.questionHead.update({
      where: { questionId: question.questionId },
      data: { plannedOn },
    });
    value(
      await refresh(ana, question, {
        kind: "reclassify",
        factType: "slow-changing",
        falsePremise: false,
        hops: "one-hop",
        verified: false,
      }),
    );
    expect(await head(question.questionId)).toMatchObject({ plannedOn, verifiedOn: null });
  });

  it("sent six times at once with one key is one row, and each call gets the same answer", async () => {
    const question = await made();
    const key = randomUUID();
    const results = await Promise.all(Array.from({ length: 6 }, () => verify(ana, question, key)));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(value(results[0]!).verificationId).not.toBeNull();
    expect(await db.verification.count({ where: { questionId: question.questionId } })).toBe(1);
  });

  it("refuses a revision that is not the last any more, and shows whose is", async () => {
    const question = await made();
    value(await refresh(ben, question, { kind: "answer", answers: ["Bea Okafor"] }));
    expect(await verify(ana, question)).toMatchObject({
      ok: false,
      refusal: { code: "stale", details: { number: 2, by: "ben" } },
    });
    expect(
      await db.verification.count({
        where: { questionId: question.questionId, verifiedById: ana.userId },
      }),
    ).toBe(0);
  });

  it("refuses the key of another question's verification", async () => {
    const [one, other] = [await made(), await made()];
    const key = randomUUID();
    value(await verify(ana, one, key));
    expect(await verify(ana, other, key)).toMatchObject({
      ok: false,
      refusal: { code: "key-taken" },
    });
  });

  it("ends the visit's own claim and leaves any other; taking it back holds the question again", async () => {
    const [mine, theirs] = [await made(), await made()];
    const [token, expiresAt] = [randomUUID(), new Date(Date.now() + 60_000)];
    await db.answerCheckLease.createMany({
      data: [
        { questionId: mine.questionId, holderId: ana.userId, token, expiresAt },
        { questionId: theirs.questionId, holderId: ben.userId, token: randomUUID(), expiresAt },
      ],
    });
    const key = randomUUID();
    for (const [question, clientKey] of [
      [mine, key],
      [theirs, randomUUID()],
    ] as const) {
      value(
        await verifyQuestion(ana, {
          questionId: question.questionId,
          baseRevisionId: question.revisionId,
          evidence: [],
          comment: "",
          clientKey,
          token,
        }),
      );
    }
    const claims = () =>
      db.answerCheckLease.findMany({
        where: { questionId: { in: [mine.questionId, theirs.questionId] } },
        orderBy: { questionId: "asc" },
      });
    expect(await claims()).toMatchObject([{ questionId: theirs.questionId, holderId: ben.userId }]);
    value(await undoReview(ana, { undoes: key, clientKey: randomUUID(), token }));
    expect(await claims()).toMatchObject([
      { questionId: mine.questionId, token },
      { questionId: theirs.questionId, holderId: ben.userId },
    ]);
  });
});

describe("refreshing", () => {
  it("a new answer moves the effective year to the present one, keeps other cells to the letter and counts as verified", async () => {
    const question = await made();
    const { number, verificationId } = value(
      await refresh(ana, question, { kind: "answer", answers: ["Bea Okafor", "Okafor"] }),
    );
    const [before, after] = await chain(question.questionId);
    const year = (await today()).getUTCFullYear();
    expect(after).toMatchObject({
      number,
      reason: "refresh",
      effectiveYear: year,
      effectiveBefore: false,
    });
    expect(
      after!.cells
        .map((cell, i) => (cell === before!.cells[i] ? null : cell))
        .filter((cell) => cell !== null),
    ).toEqual([String(year), "Bea Okafor", "Okafor"]);
    expect(verificationId).not.toBeNull();
    expect(await head(question.questionId)).toMatchObject({
      verifiedOn: await today(),
      verifiedById: ana.userId,
      primaryAnswer: "Bea Okafor",
    });
    expect(
      await db.auditEvent.findFirst({
        where: { type: "question.refreshed" },
        orderBy: { id: "desc" },
      }),
    ).toMatchObject({
      data: {
        change: "answer",
        columns: ["effective_year", "answer_0", "answer_1"],
        verificationId,
      },
    });
  });

  it.each<[string, RefreshChange, object]>([
    [
      "an overridden year",
      { kind: "answer", answers: ["Bea Okafor"], effectiveYear: { year: 2025, before: false } },
      { reason: "refresh", effectiveYear: 2025 },
    ],
    [
      "one more name, which moves no year",
      { kind: "answer", answers: ["Ada Brandt", "Brandt", "A. Brandt"] },
      { reason: "refresh", effectiveYear: 2022, effectiveBefore: true },
    ],
    [
      "a new answer with its evidence and day",
      {
        kind: "answer",
        answers: ["Bea Okafor"],
        sources: ["https://news.example/lead"],
        nextReview: { policy: "on_date", on: "2027-03-09" },
      },
      { reason: "refresh", reviewOn: new Date("2027-03-09") },
    ],
    [
      "another class",
      {
        kind: "reclassify",
        factType: "slow-changing",
        falsePremise: true,
        hops: "multi-hop",
        verified: true,
      },
      { reason: "reclassify", factType: "slow-changing", falsePremise: true, hops: "multi-hop" },
    ],
    [
      "a new day",
      { kind: "schedule", nextReview: { policy: "on_date", on: "2027-03-09" }, verified: false },
      { reason: "schedule", reviewPolicy: "on_date", reviewOn: new Date("2027-03-09") },
    ],
    [
      "new evidence",
      { kind: "evidence", sources: ["https://news.example/lead"], verified: true },
      { reason: "edit" },
    ],
    [
      "retirement",
      { kind: "retire" },
      { reason: "retire", status: "retired", comment: "duplicate" },
    ],
  ])("writes %s as one revision", async (_name, change, expected) => {
    const question = await made();
    const { verificationId } = value(
      await refresh(
        ana,
        question,
        change,
        randomUUID(),
        change.kind === "retire" ? "duplicate" : "",
      ),
    );
    expect(await chain(question.questionId)).toEqual([
      expect.anything(),
      expect.objectContaining(expected),
    ]);
    expect(verificationId !== null).toBe(
      change.kind === "answer" || ("verified" in change && change.verified),
    );
    expect((await head(question.questionId)).verifiedOn !== null).toBe(verificationId !== null);
  });

  it("sent six times at once with one key is one revision and one verification", async () => {
    const question = await made();
    const key = randomUUID();
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        refresh(ana, question, { kind: "answer", answers: ["Bea Okafor"] }, key),
      ),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await chain(question.questionId)).toHaveLength(2);
    expect(await db.verification.count({ where: { questionId: question.questionId } })).toBe(1);
  });

  it("lets one of two people through who act on the same revision at once; the other sees whose was first, and nothing is lost", async () => {
    for (const second of ["verify", "refresh"] as const) {
      const question = await made();
      const results = await Promise.all([
        refresh(ana, question, { kind: "answer", answers: ["Bea Okafor"] }),
        second === "refresh"
          ? refresh(ben, question, { kind: "answer", answers: ["Eli Tanaka"] })
          : verify(ben, question),
      ]);
      if (second === "refresh") expect(codes(results)).toEqual(["ok", "stale"]);
      // A verification that came first is no edit: the refresh goes through behind it.
      else expect(results[0]).toMatchObject({ ok: true });
      expect(await chain(question.questionId)).toHaveLength(2);
    }
  });

  it("says so when nothing was changed", async () => {
    const question = await made();
    expect(
      await refresh(ana, question, { kind: "answer", answers: content.answers }),
    ).toMatchObject({ ok: false, refusal: { code: "unchanged" } });
    expect(await chain(question.questionId)).toHaveLength(1);
  });
});

describe("taking back", () => {
  it("a verification leaves it in the history and goes back to the one before", async () => {
    const question = await made();
    value(await verify(ben, question));
    const key = randomUUID();
    value(await verify(ana, question, key));
    value(await undoReview(ana, { undoes: key, clientKey: randomUUID() }));
    expect(await head(question.questionId)).toMatchObject({ verifiedById: ben.userId });
    expect(await db.verification.count({ where: { questionId: question.questionId } })).toBe(3);
  });

  it("a refresh appends the content before it, and withdraws its verification", async () => {
    const question = await made();
    const key = randomUUID();
    value(await refresh(ana, question, { kind: "answer", answers: ["Bea Okafor"] }, key));
    const undone = value(await undoReview(ana, { undoes: key, clientKey: randomUUID() }));
    const revisions = await chain(question.questionId);
    expect(revisions.map((revision) => revision.reason)).toEqual(["author", "refresh", "undo"]);
    expect(revisions[2]!.cells).toEqual(revisions[0]!.cells);
    expect(await head(question.questionId)).toMatchObject({
      revisionId: undone.revisionId,
      verifiedOn: null,
      verifiedById: null,
      primaryAnswer: "Ada Brandt",
    });
  });

  it("sent four times at once happens once; with other keys the others are told", async () => {
    for (const same of [true, false]) {
      const question = await made();
      const [key, undo] = [randomUUID(), randomUUID()];
      value(await refresh(ana, question, { kind: "retire" }, key, "duplicate"));
      const results = await Promise.all(
        Array.from({ length: 4 }, () =>
          undoReview(ana, { undoes: key, clientKey: same ? undo : randomUUID() }),
        ),
      );
      expect(codes(results)).toEqual(
        same
          ? ["ok", "ok", "ok", "ok"]
          : ["already-undone", "already-undone", "already-undone", "ok"],
      );
      expect(await chain(question.questionId)).toHaveLength(3);
      expect(await head(question.questionId)).toMatchObject({ status: "active" });
    }
  });

  it("refuses where someone has revised the question since, and leaves theirs", async () => {
    const question = await made();
    const key = randomUUID();
    const first = value(
      await refresh(ana, question, { kind: "answer", answers: ["Bea Okafor"] }, key),
    );
    value(await refresh(ben, first, { kind: "answer", answers: ["Eli Tanaka"] }));
    expect(await undoReview(ana, { undoes: key, clientKey: randomUUID() })).toMatchObject({
      ok: false,
      refusal: { code: "stale", details: { by: "ben" } },
    });
    expect(await head(question.questionId)).toMatchObject({ primaryAnswer: "Eli Tanaka" });
  });

  it("refuses what never arrived", async () => {
    expect(await undoReview(ana, { undoes: randomUUID(), clientKey: randomUUID() })).toMatchObject({
      ok: false,
      refusal: { code: "not-found" },
    });
  });
});

describe("a client key", () => {
  const answer: RefreshChange = { kind: "answer", answers: ["Bea Okafor"] };
  const named = (actor: Actor, undoes: ReturnType<typeof randomUUID>, clientKey = randomUUID()) =>
    undoReview(actor, { undoes, clientKey });
  const rows = async (questionId: number) => [
    await db.revision.count({ where: { questionId } }),
    await db.verification.count({ where: { questionId } }),
  ];

  it.each<
    [
      string,
      (
        question: { questionId: number; revisionId: number },
        key: ReturnType<typeof randomUUID>,
      ) => Promise<AnyResult<unknown>>,
    ]
  >([
    ["a verification", (question, key) => verify(ana, question, key)],
    ["a new answer", (question, key) => refresh(ana, question, answer, key)],
    [
      "something taken back",
      async (question, key) => {
        const before = randomUUID();
        value(await verify(ana, question, before));
        return named(ana, before, key);
      },
    ],
    [
      "a new answer taken back",
      async (question, key) => {
        const before = randomUUID();
        value(await refresh(ana, question, answer, before));
        return named(ana, before, key);
      },
    ],
  ])("of %s serves nobody else, nor for anything else", async (what, act) => {
    const question = await made();
    const key = randomUUID();
    value(await act(question, key));
    const { revisionId } = await head(question.questionId);
    const now = { questionId: question.questionId, revisionId };
    const before = await rows(question.questionId);
    expect(
      codes([
        await verify(ben, now, key),
        await refresh(ben, now, { kind: "answer", answers: ["Cleo Danjuma"] }, key),
      ]),
    ).toEqual(["key-taken", "key-taken"]);
    expect(codes([await named(ben, key)])).toEqual(["not-found"]);
    // The maker's own, but for another kind of step or another question.
    const mine = [
      await verify(ana, now, key),
      await refresh(ana, now, { kind: "answer", answers: ["Cleo Danjuma"] }, key),
    ];
    expect(mine.filter((result) => result.ok)).toHaveLength(
      what === "a verification" || what === "a new answer" ? 1 : 0,
    );
    const other = await made();
    expect(codes([await verify(ana, other, key), await refresh(ana, other, answer, key)])).toEqual([
      "key-taken",
      "key-taken",
    ]);
    const another = randomUUID();
    value(await verify(ana, other, another));
    expect(codes([await named(ana, another, key)])).toEqual(["key-taken"]);
    expect(await rows(question.questionId)).toEqual(before);
  });
});
