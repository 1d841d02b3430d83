import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { ALIKE_BUT_OTHER } from "@/lib/dataset/questions/same-text-samples";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { getQuestion } from "@/lib/dataset/questions/queries";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { seed } from "@/prisma/seed/seed";
import { cancelImport } from "./applying-commands";
import {
  decideAllRewordings,
  decideRewording,
  resolveConflicts,
  undoDecisions,
} from "./deciding-commands";
import { planAgain, reopenImport } from "./planning-commands";
import { importPlan, openLikenesses, planRows, proposedRewordings } from "./plan-queries";
import { importProgress } from "./queries";
import { decideAllSchema, DECISIONS, MATCH_KINDS, type ApplyChoices } from "./schema";
import { DECEMBER, importing } from "@/prisma/testing/imports";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";

/*
 * Which question is which. The dataset is the sample one; each test adds questions that resemble no other's.
 */

let actor: Actor;
const { plan, rewordings, ...tools } = importing(() => actor);
const exported = () => tools.exported(false);

beforeAll(async () => {
  await seed({ questions: true });
  const carlos = await db.user.findUniqueOrThrow({ where: { email: "carlos@freshqa.example" } });
  actor = { userId: carlos.id, name: carlos.name, roles: ["maintainer"], via: "web" };
}, 120_000);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const row = (id: number, question: string, answer = `Answer ${id}`) =>
  [
    id,
    "TEST",
    quoted(question),
    "2024",
    "N/A",
    "FALSE",
    "one-hop",
    "slow-changing",
    "N/A",
    quoted(answer),
    ...Array.from({ length: 10 }, () => ""),
  ].join(",");
const file = (...questions: string[]) =>
  [RELEASE_COLUMNS.join(","), ...questions.map((question, id) => row(id, question))].join("\r\n");

const applied = (importId: number, choices: Partial<ApplyChoices> = {}) =>
  tools.applied(importId, { order: "present", ...choices });
/** Adds questions, whatever they resemble. */
const add = async (...questions: string[]) => {
  const { importId } = await plan(file(...questions));
  await decideAllRewordings(actor, { importId, decision: "rejected" });
  return applied(importId, { acceptSuspect: true });
};
const planAnew = async (importId: number) => {
  value(await reopenImport(actor, { importId }));
  expect(value(await planAgain(actor, { importId })).status).toBe("planned");
};
const headOf = (question: string) => db.questionHead.findFirstOrThrow({ where: { question } });

it("a file of unrelated questions has proposals, and not one of them is accepted together with others", async () => {
  if (!existsSync(DECEMBER)) return;
  const { importId, counts } = await plan(readFileSync(DECEMBER), "FreshQA_v12182024.csv");
  expect(counts.reworded).toBeGreaterThanOrEqual(25);
  expect(counts.rewordingsSafe).toBe(0);
  expect(await decideAllRewordings(actor, { importId, decision: "accepted" })).toEqual({
    ok: true,
    value: { decided: 0, left: counts.reworded, together: null },
  });
  const rejected = await Promise.all(
    [0, 1].map(() => decideAllRewordings(actor, { importId, decision: "rejected" })),
  );
  expect(rejected.map((result) => result.ok && result.value.decided).sort()).toEqual([
    0,
    counts.reworded,
  ]);
  await cancelImport(actor, { importId });
});

describe("texts that differ in a sign or an accent that can carry meaning", () => {
  const pairs = ALIKE_BUT_OTHER.filter(([a]) => a.length > 2);

  it("are proposals, never matches, and none of those in a number, sign or accent is accepted unseen", async () => {
    await add(...pairs.map(([a]) => a));
    const { importId, counts } = await plan(file(...pairs.map(([, b]) => b)));
    expect(counts).toMatchObject({
      exact: 0,
      normalized: 0,
      unchanged: 0,
      changed: 0,
      reworded: pairs.length,
      bad: 0,
    });
    const proposed = await proposedRewordings(actor, importId);
    expect(proposed.map((pair) => [pair.partner, pair.question])).toEqual(pairs);
    for (const pair of notEmpty(proposed)) expect(pair.score).toBeLessThan(1);
    const safe = proposed.filter((pair) => pair.score >= 0.7).map((pair) => pair.question);
    expect(safe).toEqual(["How many g l?", "Who is first"]);
    expect(await tools.apply(importId)).toMatchObject({
      ok: false,
      refusal: { code: "undecided" },
    });
    await decideAllRewordings(actor, { importId, decision: "rejected" });
    expect(await applied(importId)).toMatchObject({ created: pairs.length, changed: 0 });
    for (const [a, b] of notEmpty(pairs))
      expect(await db.questionHead.count({ where: { question: { in: [a, b] } } })).toBe(2);
  });

  it("are found again to the letter once both are there", async () => {
    const { counts } = await plan(file(...pairs.flat()));
    expect(counts).toMatchObject({ exact: 2 * pairs.length, reworded: 0, new: 0, bad: 0 });
  });
});

describe("two rows of one file", () => {
  it.each([
    [
      "with double spaces and without its first capital",
      "Who moored the zeppelin in Lakehurst?",
      "who  moored the zeppelin in Lakehurst?",
    ],
    [
      "in another Unicode form",
      "Where is the Pokémon Café of Nakatsu?",
      "Where is the Poke\u0301mon Cafe\u0301 of Nakatsu?",
    ],
    ["with other quotes and dashes", "Who wrote 'Far–Off Umbria'?", "Who wrote ‘Far-Off Umbria’?"],
  ])(
    "that are one question %s are found, the second with the first one's record",
    async (_, first, second) => {
      const { importId, counts } = await plan(
        file(first, "What is a klipspringer's favorite meadow?", second),
      );
      expect(counts).toMatchObject({ rows: 3, new: 2, bad: 1 });
      expect(
        await db.importFinding.findMany({ where: { importId, severity: "error" } }),
      ).toMatchObject([
        { record: 4, column: "question", code: "duplicate-question", value: "record 2" },
      ]);
    },
  );

  it("that differ in a sign are two", async () => {
    expect(
      (
        await plan(
          file(
            "What is 7 - 4 in Tagalog?",
            "What is 7 / 4 in Tagalog?",
            "What is 7% 4 in Tagalog?",
          ),
        )
      ).counts,
    ).toMatchObject({ new: 3, bad: 0 });
  });
});

describe("a text in other case", () => {
  const laser = (power: string) => `How long does the laser of Tromsø shine with ${power}?`;
  const findings = (importId: number) =>
    db.importFinding.findMany({
      where: { importId, code: "other-case" },
      orderBy: { record: "asc" },
      select: { record: true, severity: true, value: true },
    });

  it("is a proposal, not accepted together with others, and both are there once it is rejected", async () => {
    await add(laser("5 mW"));
    const { importId, counts } = await plan(file(laser("5 MW")));
    expect(counts).toMatchObject({ exact: 0, normalized: 0, reworded: 1, new: 0, suspect: 0 });
    expect(await decideAllRewordings(actor, { importId, decision: "accepted" })).toMatchObject({
      value: { decided: 0, left: 1 },
    });
    await decideRewording(actor, { importId, ordinal: 0, decision: "rejected" });
    expect(await applied(importId)).toMatchObject({ created: 1, changed: 0 });
    expect((await headOf(laser("5 mW"))).status).toBe("active");
    // Once both are known, neither is doubted.
    const again = await plan(file(laser("5 MW"), laser("5 mW")));
    expect(again.counts).toMatchObject({ exact: 2, suspect: 0, reworded: 0 });
    const third = await plan(file(laser("5 Mw"), laser("5 MW"), laser("5 mW")));
    expect(third.counts).toMatchObject({ exact: 2, suspect: 1, new: 1, reworded: 0 });
    expect(await findings(third.importId)).toEqual([
      { record: 2, severity: "suspect", value: "record 3" },
    ]);
  });

  it("of one row is a warning beside the first that has it, until the other is left out", async () => {
    const heard = ["Who heard IT in Ulvik?", "Who heard it in Ulvik?", "Who HEARD it in Ulvik?"];
    const { importId, counts } = await plan(file(...heard));
    expect(counts).toMatchObject({ new: 3, suspect: 2, bad: 0 });
    const warned = [
      { record: 3, severity: "suspect", value: "record 2" },
      { record: 4, severity: "suspect", value: "record 2" },
    ];
    expect(await findings(importId)).toEqual(warned);
    expect(await tools.apply(importId)).toMatchObject({ refusal: { code: "suspect-rows" } });
    await planAnew(importId);
    expect(await findings(importId)).toEqual(warned);
    await add(heard[1]!);
    expect(await tools.apply(importId, { acceptSuspect: true })).toMatchObject({
      refusal: { code: "outdated" },
    });
    await planAnew(importId);
    expect((await importPlan(actor, importId)).counts).toMatchObject({ exact: 1, suspect: 2 });
    expect(await findings(importId)).toEqual([
      { record: 2, severity: "suspect", value: "record 3" },
      { record: 4, severity: "suspect", value: "record 3" },
    ]);
    expect(await applied(importId, { acceptSuspect: true })).toMatchObject({ created: 2 });
    expect((await plan(file(...heard))).counts).toMatchObject({ exact: 3, suspect: 0 });
  });

  it("that is suspect for another reason stays so on each planning", async () => {
    const { importId, counts } = await plan(
      file(
        "Which ferries brought IT over from Bodø pier?",
        "Which ferries brought it over from Bodø pier?",
      ).replace("Answer 1", "Ans\u200bwer 1"),
    );
    expect(counts).toMatchObject({ new: 2, suspect: 1 });
    expect(await findings(importId)).toMatchObject([{ record: 3, severity: "notice" }]);
    // One with nothing wrong stays where rows with warnings are skipped, wherever it stands.
    const turned = await plan(
      file("Which cafés of Molde sell IT now?", "Which cafés of Molde sell it now?").replace(
        "Answer 0",
        "Ans\u200bwer 0",
      ),
    );
    expect(turned.counts).toMatchObject({ new: 2, suspect: 1 });
    expect(await findings(turned.importId)).toMatchObject([{ record: 2, severity: "notice" }]);
    await add("Which ferries brought it over from Bodø pier?");
    await planAnew(importId);
    expect((await importPlan(actor, importId)).counts).toMatchObject({ exact: 1, suspect: 2 });
    expect(await findings(importId)).toMatchObject([{ record: 2, severity: "suspect" }]);
  });

  it("is a proposal for a retired question, too", async () => {
    await add("Does the Kristiansund opera staff need IT courses?");
    const { questionId } = await headOf("Does the Kristiansund opera staff need IT courses?");
    value(
      await changeQuestions(actor, {
        questionIds: [questionId],
        change: { kind: "retire" },
        comment: "",
      }),
    );
    const { importId, counts } = await plan(
      file("Does the Kristiansund opera staff need it courses?"),
    );
    expect(counts).toMatchObject({ reworded: 1, new: 0 });
    expect(await proposedRewordings(actor, importId)).toMatchObject([{ questionId, score: 0.695 }]);
    await decideRewording(actor, { importId, ordinal: 0, decision: "accepted" });
    value(await resolveConflicts(actor, { importId, ordinal: 0, resolution: "file" }));
    await applied(importId);
    expect(await headOf("Does the Kristiansund opera staff need it courses?")).toMatchObject({
      questionId,
      status: "active",
    });
  });

  it("added meanwhile makes a plan outdated, but not one whose rows it was shown to", async () => {
    const { importId } = await plan(
      file("Who filmed IT on Senja?", "Name a meal that Frøya's billy-goats love."),
    );
    await add("Who filmed it on Senja?", "Since when do reindeer winter near Kautokeino?");
    expect(await tools.apply(importId)).toMatchObject({ refusal: { code: "outdated" } });
    await planAnew(importId);
    expect(await proposedRewordings(actor, importId)).toMatchObject([
      { ordinal: 0, partner: "Who filmed it on Senja?" },
    ]);
    // What was shown to a row and goes to no one was seen: the plan stands.
    const { questionId } = await headOf("Since when do reindeer winter near Kautokeino?");
    await decideRewording(actor, { importId, ordinal: 0, decision: "accepted", questionId });
    expect(await applied(importId)).toMatchObject({ reworded: 1, created: 1 });
  });

  it("is left to the row that has it, however alike another row is", async () => {
    await add("Which skipper sailed the Nordlys with 5 mW radios aboard?");
    const { importId, counts } = await plan(
      file(
        "Which skipper once sailed the Nordlys with 5 mW radios aboard?",
        "Which skipper sailed the Nordlys with 5 MW radios aboard?",
      ),
    );
    expect(counts).toMatchObject({ reworded: 1, new: 1, rewordingsSafe: 0 });
    expect(await proposedRewordings(actor, importId)).toMatchObject([{ ordinal: 1 }]);
  });

  it("of a question that was edited or added since makes a plan outdated, whatever its row was decided to be", async () => {
    await add(
      "Which kayaker paddled round Vega alone in winter?",
      "Who tends the beacon of Utsira?",
    );
    const { importId } = await plan(
      file("Which kayaker paddled round Vega alone in spring?", "Who watches IT from Kråkenes?"),
    );
    const [proposal] = await proposedRewordings(actor, importId);
    expect(proposal).toMatchObject({ ordinal: 0 });
    await decideRewording(actor, { importId, ordinal: 0, decision: "rejected" });
    const beacon = await headOf("Who tends the beacon of Utsira?");
    const reword = async (question: string, which = beacon.questionId) => {
      const { questionId, revisionId } = await db.questionHead.findUniqueOrThrow({
        where: { questionId: which },
      });
      const revision = await db.revision.findUniqueOrThrow({ where: { id: revisionId } });
      value(
        await editQuestion(actor, {
          questionId,
          baseRevisionId: revisionId,
          content: { ...contentOfRevision(revision), question },
          comment: "",
        }),
      );
    };
    await reword("Which Kayaker paddled round Vega alone in spring?");
    expect(await tools.apply(importId)).toMatchObject({ refusal: { code: "outdated" } });
    await reword("Who tends the beacon of Utsira?");
    await reword("Which Kayaker paddled round Vega alone in spring?", proposal!.questionId);
    expect(await tools.apply(importId)).toMatchObject({ refusal: { code: "outdated" } });
    await planAnew(importId);
    expect(await proposedRewordings(actor, importId)).toMatchObject([
      { ordinal: 0, score: 0.695, decision: "open" },
    ]);
    await decideRewording(actor, { importId, ordinal: 0, decision: "rejected" });
    await reword("Who watches it from Kråkenes?");
    expect(await tools.apply(importId)).toMatchObject({ refusal: { code: "outdated" } });
    await reword("Who tends the beacon of Utsira?");
    expect(await applied(importId)).toMatchObject({ created: 2 });
    // The proposal that was rejected is a question of its own still.
    expect((await headOf("Which Kayaker paddled round Vega alone in spring?")).questionId).toBe(
      proposal!.questionId,
    );
  });

  it("may have been matched in a plan from before case counted, which is made again first", async () => {
    const { importId } = await plan(file("Which brass bands opened the fair of Lillehammer?"));
    await db.import.update({ where: { id: importId }, data: { lastRevisionId: null } });
    expect(await tools.apply(importId)).toMatchObject({ refusal: { code: "outdated" } });
    await planAnew(importId);
    expect(await applied(importId)).toMatchObject({ created: 1 });
  });

  it("is left to a person where one of many rows shows its case, and where two rows are one but for case", async () => {
    await add(laser("8 MJ"));
    const small = Array.from({ length: 60 }, (_, n) => `which clock of ghent strikes ${n} times?`);
    const likenesses = async (...last: string[]) => {
      const { importId } = await plan(file(...small, ...last));
      const proposed = await proposedRewordings(actor, importId);
      return proposed.filter(({ partner }) => partner === laser("8 MJ")).map(({ score }) => score);
    };
    expect(await likenesses(laser("8 mj").toLowerCase())).toEqual([0.99]);
    expect(await likenesses(laser("8 mJ"))).toEqual([0.695]);
    expect(await likenesses(laser("8 mj").toLowerCase(), laser("8 mJ"))).toEqual([0.695]);
  });

  it("counts for nothing in a file without capitals, but where two questions differ in nothing else", async () => {
    const cities = "Ghent Turin Malmö Porto Lyon Graz Cork Bergen Split Varna Pécs".split(" ");
    const questions = cities.map((city) => `Who restored the Old Bell of ${city}?`);
    const small = questions.map((question) => question.toLowerCase());
    await add(...questions, laser("7 kW"), "Who saw IT in Namsos?", "Who saw It in Namsos?");
    const few = await plan(file(...small.slice(0, 9)));
    expect(few.counts).toMatchObject({ reworded: 9, rewordingsSafe: 0 });
    const { importId, counts } = await plan(
      file(...small, laser("7 kW").toLowerCase(), "who saw it in namsos?"),
    );
    expect(counts).toMatchObject({ reworded: 13, rewordingsSafe: 12, new: 0 });
    const proposed = await proposedRewordings(actor, importId);
    expect(proposed.map(({ partner }) => partner).slice(0, 11)).toEqual(questions);
    expect(proposed.at(-1)).toMatchObject({ score: 0.695 });
    expect(proposed.at(-1)!.candidates.slice(0, 2)).toMatchObject([
      { question: "Who saw IT in Namsos?", score: 0.695 },
      { question: "Who saw It in Namsos?", score: 0.695 },
    ]);
    const shouted = await plan(file(...questions.map((question) => question.toUpperCase())));
    expect(shouted.counts).toMatchObject({ reworded: 11, rewordingsSafe: 11 });
  });
});

it("a question added meanwhile in other spacing makes a plan outdated; one that differs in a sign does not", async () => {
  const { importId } = await plan(file("Who carved the totem of Kispiox?"));
  const other = await plan(file("Is the totem of Haida 50 cubits tall?"));
  await add("who carved the  totem of Kispiox?", "Is the totem of Haida 50% cubits tall?");
  expect(await tools.apply(importId)).toMatchObject({
    ok: false,
    refusal: { code: "outdated" },
  });
  expect(await applied(other.importId)).toMatchObject({ created: 1 });
});

describe("decisions on many rows", () => {
  const before = [
    "Which oboist opened the Zwolle regatta of 1998?",
    "Which glaciologist crossed the Vatnajökull icefield alone?",
    "Which tram line serves the harbor of Odense?",
  ];
  const after = [
    "Which oboist opened the Zwolle regatta of 1999?",
    "Which glaciologist crossed the Vatnajökull icefield on her own?",
    "Which tram line serves the old harbor of Odense?",
  ];

  beforeAll(async () => {
    await add(...before);
  });

  it("accept what is safe and say what is left; reject the rest; each can be taken back by its own number", async () => {
    const { importId } = await plan(file(...after));
    const states = async () => (await rewordings(importId)).map((one) => one.decision);
    const accepted = await decideAllRewordings(actor, { importId, decision: "accepted" });
    expect(accepted).toEqual({ ok: true, value: { decided: 2, left: 1, together: 1 } });
    const rejected = await decideAllRewordings(actor, { importId, decision: "rejected" });
    expect(rejected).toEqual({ ok: true, value: { decided: 1, left: 0, together: 2 } });
    expect(await states()).toEqual(["rejected", "accepted", "accepted"]);
    const undone = await Promise.all(
      [0, 1].map(() => undoDecisions(actor, { importId, together: 2 })),
    );
    expect(undone.map((result) => result.ok && result.value.opened).sort()).toEqual([0, 1]);
    expect(await states()).toEqual(["open", "accepted", "accepted"]);
    // What someone decided alone since then is theirs.
    await decideRewording(actor, { importId, ordinal: 1, decision: "replaced" });
    expect(await undoDecisions(actor, { importId, together: 1 })).toEqual({
      ok: true,
      value: { opened: 1 },
    });
    expect(await states()).toEqual(["open", "replaced", "open"]);
  });

  it("are listed most alike first, and those at least as alike as chosen are decided together", async () => {
    const { importId } = await plan(file(...after));
    const { rows } = await planRows(actor, importId, "reworded");
    const scores = rows.map(({ score }) => score!);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(await openLikenesses(actor, importId)).toEqual(scores);
    const [first, second] = scores;
    expect(first).toBeGreaterThan(second!);
    const accepted = { importId, decision: "accepted" as const, threshold: first! };
    expect(await decideAllRewordings(actor, accepted)).toMatchObject({
      value: { decided: 1, left: 2 },
    });
    expect(
      await decideAllRewordings(actor, { importId, decision: "rejected", threshold: second! }),
    ).toMatchObject({ value: { decided: 1, left: 1 } });
    expect((await planRows(actor, importId, "reworded")).rows.map((one) => one.decision)).toEqual([
      "accepted",
      "rejected",
      "open",
    ]);
    expect(
      decideAllSchema.safeParse({ importId, decision: "accepted", threshold: 0.69 }).success,
    ).toBe(false);
  });

  it("rejected together stay so where another row has got the question since", async () => {
    const { importId } = await plan(
      file(...after, "Name an axolotl breeder of Xochimilco, please"),
    );
    const [first] = await rewordings(importId);
    const rejected = await decideAllRewordings(actor, { importId, decision: "rejected" });
    if (!rejected.ok) throw new Error(rejected.refusal.message);
    await decideRewording(actor, {
      importId,
      ordinal: 3,
      decision: "accepted",
      questionId: first!.questionId!,
    });
    expect(await undoDecisions(actor, { importId, together: rejected.value.together! })).toEqual({
      ok: true,
      value: { opened: 2 },
    });
    expect((await rewordings(importId)).map((one) => one.decision)).toEqual([
      "rejected",
      "open",
      "open",
      "accepted",
    ]);
  });
});

describe("a question that another one replaces", () => {
  const before = [
    "When did Quibble Labs release its model Wombat-5?",
    "Which quay of Trondheim did the ferry Kystbris use in 2019?",
  ];
  const after = [
    "When did Quibble Labs release its model Wombat-5.5?",
    "Which quay of Trondheim did the ferry Kystbris use in 2020?",
  ];
  let importId: number;

  it("is counted in the plan, neither as missing nor as reworded", async () => {
    await add(...before);
    importId = (await plan(file(...after))).importId;
    for (const ordinal of [0, 1])
      expect(await decideRewording(actor, { importId, ordinal, decision: "replaced" })).toEqual({
        ok: true,
        value: undefined,
      });
    const { counts, writes } = await importPlan(actor, importId);
    expect(counts).toMatchObject({ reworded: 2, rewordingsOpen: 0, rewordingsReplaced: 2 });
    expect(counts.missing).toBe(counts.present - 2);
    expect(writes.withoutSuspect).toEqual({
      created: 0,
      replaced: 2,
      changed: 0,
      reworded: 0,
      keptEdits: 0,
      unchanged: 0,
    });
  });

  it("is retired in the operation that creates the other, once, and keeps what belongs to it", async () => {
    const old = await headOf(before[0]!);
    const both = await Promise.all([0, 1].map(() => tools.apply(importId)));
    expect(both.filter((result) => result.ok)).toMatchObject([
      { value: { created: 0, replaced: 2, changed: 0, reworded: 0, retired: 0 } },
    ]);
    expect(both.filter((result) => !result.ok)).toMatchObject([
      { refusal: { code: "not-planned" } },
    ]);

    const successor = await headOf(after[0]!);
    expect(await headOf(before[0]!)).toMatchObject({
      questionId: old.questionId,
      status: "retired",
      number: 2,
    });
    expect(successor).toMatchObject({ status: "active", number: 1 });
    const [pair] = await db.questionSuccessor.findMany({ where: { questionId: old.questionId } });
    expect(pair).toMatchObject({ successorId: successor.questionId, createdById: actor.userId });
    const revisions = await db.revision.findMany({
      where: {
        operationId: pair!.operationId,
        questionId: { in: [old.questionId, successor.questionId] },
      },
      orderBy: { questionId: "asc" },
    });
    expect(revisions.map(({ comment, status, reason }) => [comment, status, reason])).toEqual([
      [`Replaced by Q${successor.questionId}`, "retired", "import"],
      [`Replaces Q${old.questionId}`, "active", "import"],
    ]);
    expect(await getQuestion(actor, old.questionId)).toMatchObject({
      replacedBy: [successor.questionId],
      replaces: [],
    });
    expect(await getQuestion(actor, successor.questionId)).toMatchObject({
      replacedBy: [],
      replaces: [old.questionId],
    });
    expect(
      await db.auditEvent.findFirst({ where: { type: "import.applied" }, orderBy: { id: "desc" } }),
    ).toMatchObject({ data: { importId, outcome: { replaced: 2 } } });
    await expect(
      withConnection((client) =>
        client.query("UPDATE question_successors SET successor_id = successor_id"),
      ),
    ).rejects.toThrow();
  });

  it("leaves the export to the new one, at its row's place in the file", async () => {
    const text = await exported();
    expect(text).not.toContain(before[0]);
    const turned = file(after[1]!, "What do the lichens of Spitsbergen cost?", after[0]!);
    const { importId: third } = await plan(turned, "FreshQA_v01012026.csv");
    expect((await importPlan(actor, third)).counts).toMatchObject({ exact: 2, new: 1 });
    const fourth = file("When did Quibble Labs release its model Wombat-6?", after[1]!);
    const { importId: last } = await plan(fourth);
    expect(
      await decideRewording(actor, { importId: last, ordinal: 0, decision: "replaced" }),
    ).toMatchObject({ ok: true });
    await applied(last, { order: "file", missing: "retire" });
    expect(await exported()).toBe(fourth);
    await cancelImport(actor, { importId: third });
  });

  it("is not replaced when it was edited since the plan was made", async () => {
    await add("Which heron of Camargue wears ring 44?");
    const { importId: stale } = await plan(file("Which heron of Camargue wears ring 45?"));
    await decideRewording(actor, { importId: stale, ordinal: 0, decision: "replaced" });
    await applied(
      (
        await plan(
          [
            RELEASE_COLUMNS.join(","),
            row(0, "Which heron of Camargue wears ring 44?", "Other"),
          ].join("\r\n"),
        )
      ).importId,
    );
    expect(await tools.apply(stale)).toMatchObject({
      ok: false,
      refusal: { code: "outdated" },
    });
  });
});

it("the database closes the lists that the code knows", async () => {
  const { rows } = await withConnection((client) =>
    client.query<{ name: string; rule: string }>(
      "SELECT conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname IN ('import_rows_match', 'import_rows_decision') ORDER BY conname",
    ),
  );
  const listed = rows.map(({ rule }) => [...rule.matchAll(/'([^']+)'/g)].map(([, value]) => value));
  expect(listed).toEqual([[...DECISIONS], [...MATCH_KINDS]]);
});

it("the decided proposals of an applied import stay to be seen, its other rows do not", async () => {
  await add("Which llama of Puno won the sprint?");
  const { importId } = await plan(
    file("Which llama of Puno won the long sprint?", "Who repaired the sundial of Elbląg?"),
  );
  await decideRewording(actor, { importId, ordinal: 0, decision: "accepted" });
  await applied(importId);
  await expect.poll(() => db.importRow.count({ where: { importId } })).toBe(1);
  const { rows } = await planRows(actor, importId, "reworded");
  expect(rows).toMatchObject([
    {
      decision: "accepted",
      changes: expect.arrayContaining([
        {
          column: "question",
          base: "Which llama of Puno won the sprint?",
          before: "Which llama of Puno won the sprint?",
          after: "Which llama of Puno won the long sprint?",
        },
      ]) as object,
    },
  ]);
  expect((await importProgress(actor, importId)).status).toBe("applied");
});
