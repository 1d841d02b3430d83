import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating } from "@/prisma/factories/rating";
import { holdSince } from "@/prisma/testing/past-days";
import { notEmpty } from "@/prisma/testing/not-empty";
import { listDifferingQuestions } from "./queries";
import { comparisonRequest, comparisonView } from "./schema";

afterAll(disconnect);

it("what is shown behind a verdict decides it: gold, else the last adjudication that counts, else the majority of the raters", async () => {
  const first = await withConnection((client) =>
    makeRating(client, {
      name: "First",
      questions: 120,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      agreement: 0.3,
      adjudicated: 0.4,
      gold: 0.15,
    }),
  );
  // The same responses once more, by others, settled otherwise here and there.
  await withConnection((client) =>
    makeRating(client, {
      name: "Second",
      runIds: first.runIds,
      raters: 2,
      agreement: 0.5,
      adjudicated: 0.4,
      seed: 7,
    }),
  );
  const researcher: Actor = {
    userId: first.researcherId,
    name: "Researcher",
    roles: ["researcher"],
    via: "web",
  };
  const [one, two] = first.runIds;
  const seen = { gold: 0, adjudicated: 0, majority: 0, campaigns: 0 };
  for (const page of [1, 2, 3])
    for (const measure of ["relaxed", "strict"] as const) {
      const { questions } = await listDifferingQuestions(
        researcher,
        comparisonRequest.parse({ first: one, second: two }),
        comparisonView.parse({ measure, page }),
      );
      for (const side of questions.flatMap((question) => [question.first, question.second])) {
        const by = (name: string) => side.ratings.filter((rating) => rating.by === name);
        const [gold, ...moreGold] = by("Gold");
        const [settled, ...moreSettled] = by("Adjudicated");
        expect([moreGold, moreSettled]).toEqual([[], []]);
        const raters = side.ratings.filter((rating) => rating.by.startsWith("Rater"));
        const credit = raters.filter((rating) => rating[measure]).length;
        const expected =
          gold?.[measure] ??
          settled?.[measure] ??
          (credit * 2 === raters.length ? null : credit * 2 > raters.length);
        expect(side[measure]).toBe(expected);
        seen[gold ? "gold" : settled ? "adjudicated" : "majority"]++;
        const names = raters.map((rating) => rating.by);
        expect(new Set(names).size).toBe(names.length);
        if (names.some((name) => name.endsWith(" of Second"))) seen.campaigns++;
      }
    }
  for (const count of notEmpty(Object.values(seen))) expect(count).toBeGreaterThan(0);
}, 120_000);

it("by the answers of a day, what was decided by these is behind a verdict, and nothing that was rated by others", async () => {
  const [january, june, after] = ["2026-01-05", "2026-06-01", "2026-06-30"];
  const made = await withConnection((client) =>
    makeRating(client, { name: "Changed", questions: 30, models: 2, agreement: 1, judged: 1 }),
  );
  await holdSince(january);
  const researcher: Actor = {
    userId: made.researcherId,
    name: "Researcher",
    roles: ["researcher"],
    via: "web",
  };
  const [one, two] = made.runIds;
  const differing = async (truth: string) =>
    (
      await listDifferingQuestions(
        researcher,
        comparisonRequest.parse({ first: one, second: two, truth }),
        comparisonView.parse({}),
      )
    ).questions;
  const { questionId } = (await differing("release"))[0]!;
  const { revisionId: first } = await db.response.findFirstOrThrow({
    where: { runId: one!, questionId },
  });
  // In June one question has another answer, and both responses to it are adjudicated by that.
  const { id: _, ...old } = await db.revision.findUniqueOrThrow({ where: { id: first } });
  const { id: revisionId } = await db.revision.create({
    data: {
      ...old,
      number: old.number + 1,
      reason: "edit",
      cells: old.cells.with(8, "Another answer"),
      holdsSince: new Date(`${june}T00:00:00Z`),
    },
  });
  await db.questionHead.update({
    where: { questionId },
    data: { revisionId, number: old.number + 1 },
  });
  const tasks = await db.ratingTask.findMany({
    where: { campaignId: made.campaignId, response: { questionId } },
    orderBy: { response: { runId: "asc" } },
  });
  expect(tasks).toHaveLength(2);
  for (const [at, { id: taskId }] of tasks.entries())
    await db.adjudication.create({
      data: {
        taskId,
        adjudicatorId: made.adjudicatorId,
        revisionId,
        relaxed: at === 0,
        strict: at === 0,
        ...(at === 1 && {
          relaxedReason: "wrong-primary-answer",
          strictReason: "wrong-primary-answer",
        }),
        reason: "By the new answer.",
        clientKey: randomUUID(),
      },
    });
  const behind = async (truth: string) =>
    (await differing(truth)).find((question) => question.questionId === questionId)!;
  const byDay = await behind(after);
  for (const [side, credit] of [
    [byDay.first, true],
    [byDay.second, false],
  ] as const) {
    expect(side.relaxed).toBe(credit);
    expect(side.ratings).toMatchObject([
      { by: "Adjudicated", relaxed: credit, comment: "By the new answer." },
    ]);
  }
  // By the release's answers, and by those of the day before, it is the raters' verdict as before.
  for (const truth of ["release", "2026-05-31"]) {
    const earlier = await behind(truth);
    for (const side of [earlier.first, earlier.second])
      expect(side.ratings.map(({ by }) => by.slice(0, 5))).toEqual(["Rater", "Rater"]);
  }
}, 60_000);
