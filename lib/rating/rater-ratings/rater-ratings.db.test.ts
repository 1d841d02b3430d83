import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { listRaterRatings, openRaterRatings, RATINGS_PER_PAGE } from "./queries";
import { raterRatingsPage, type RatingFilter } from "./address";
import { type AddressState } from "@/lib/platform/address";

afterAll(disconnect);
let made: RatingSampleMade;
let maintainer: Actor;
let rater: number;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 130,
      raters: 2,
      agreement: 0.5,
      flagged: 0.2,
      lowConfidence: 0.2,
      corrected: 0.2,
      gold: 0.3,
    }),
  );
  maintainer = { userId: made.maintainerId, name: "M", roles: ["maintainer"], via: "web" };
  rater = made.raterIds[0]!;
  // Raters were right about all gold; of these it has been settled otherwise since.
  const gold = await db.goldVerdict.findMany({
    where: { relaxed: true },
    orderBy: { id: "asc" },
    take: 8,
  });
  for (const { id: _, ...row } of notEmpty(gold))
    await db.goldVerdict.create({
      data: {
        ...row,
        kind: "changed",
        relaxed: false,
        strict: false,
        relaxedReason: "wrong-primary-answer",
        strictReason: "wrong-primary-answer",
      },
    });
  await db.campaign.update({ where: { id: made.campaignId }, data: { fastSeconds: 30 } });
});

const list = (asked: Partial<AddressState<typeof raterRatingsPage>> = {}) =>
  listRaterRatings(maintainer, made.campaignId, { ...raterRatingsPage.usual, rater, ...asked });

/** What stands, counted apart. */
async function standing() {
  const rows = await db.judgment.findMany({
    where: { campaignId: made.campaignId, raterId: rater, superseded: null },
    include: { task: true },
    orderBy: [{ judgedAt: "desc" }, { id: "desc" }],
  });
  const gold = await db.goldVerdict.findMany({ orderBy: { id: "asc" } });
  const last = new Map(gold.map((one) => [one.responseId, one]));
  return notEmpty(rows).map((row) => ({
    ...row,
    wrong:
      row.task.gold &&
      (last.get(row.responseId!)!.relaxed !== row.relaxed ||
        last.get(row.responseId!)!.strict !== row.strict),
  }));
}

async function everyPage(show: RatingFilter): Promise<number[]> {
  const ids: number[] = [];
  for (let before: number | null = null; ;) {
    const page = await list({ show, before });
    ids.push(...page.rows.map(({ id }) => id));
    if (page.older === null) return ids;
    before = page.older;
  }
}

describe("the ratings of a rater", () => {
  const FILTERS: [RatingFilter, (row: Awaited<ReturnType<typeof standing>>[number]) => boolean][] =
    [
      ["all", () => true],
      ["gold-wrong", (row) => row.wrong],
      ["flagged", (row) => row.flagged],
      ["too-fast", (row) => row.activeMs < 30_000],
      ["corrected", (row) => row.supersedesId !== null],
      ["not-sure", (row) => row.lowConfidence],
    ];
  it.each(FILTERS)(
    "%s: page by page and as a file what stands, the latest first",
    async (show, passes) => {
      const expected = notEmpty((await standing()).filter(passes)).map(({ id }) => id);
      expect(await everyPage(show)).toEqual(expected);
      const file = await openRaterRatings(maintainer, made.campaignId, rater, show);
      const ids: number[] = [];
      for await (const part of file.rows) ids.push(...part.map(({ id }) => id));
      expect(ids).toEqual(expected);
    },
  );

  it("go back the way they came", async () => {
    const first = await list();
    expect(first.rows).toHaveLength(RATINGS_PER_PAGE);
    expect(first.newer).toBeNull();
    const second = await list({ before: first.older });
    const back = await list({ after: second.newer });
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
    expect([back.newer, back.older]).toEqual([null, first.older]);
  });

  it("say whether gold was met, and how often one was corrected", async () => {
    const expected = new Map((await standing()).map((row) => [row.id, row]));
    for (const row of (await list()).rows) {
      const of = expected.get(row.id)!;
      expect(row.goldRight).toBe(of.task.gold ? !of.wrong : null);
      expect(row.corrections).toBe(of.supersedesId === null ? 0 : 1);
    }
  });

  it("leave out what the reader has still to rate", async () => {
    const [first] = (await list()).rows;
    const slot = await db.assignment.findFirstOrThrow({
      where: { taskId: first!.taskId, raterId: made.raterIds[1]! },
    });
    const reader: Actor = {
      ...maintainer,
      userId: made.raterIds[1]!,
      roles: ["maintainer", "rater"],
    };
    const seen = async () =>
      (
        await listRaterRatings(reader, made.campaignId, { ...raterRatingsPage.usual, rater })
      ).rows.some(({ id }) => id === first!.id);
    expect(await seen()).toBe(true);
    await db.assignment.update({
      where: { id: slot.id },
      data: { judgmentId: null, status: "pending" },
    });
    expect(await seen()).toBe(false);
  });

  it("are those of raters of the campaign alone", async () => {
    await expect(list({ rater: made.maintainerId })).rejects.toThrow(NotFound);
    await expect(
      listRaterRatings(maintainer, 2_000_000_000, raterRatingsPage.usual),
    ).rejects.toThrow(NotFound);
  });
});
