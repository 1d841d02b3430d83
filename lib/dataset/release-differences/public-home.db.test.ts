import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { categoryOf, contentOfRevision } from "@/lib/dataset/questions/cells";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { publicFreshness } from "@/lib/dataset/releases/queries";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { seed } from "@/prisma/seed/seed";
import { actorOf } from "@/prisma/testing/actor";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { keepDay } from "@/prisma/testing/noon";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";
import { HISTORY_PER_PAGE, publicHistory } from "./queries";

beforeAll(async () => {
  await emptyDataset();
  await withConnection(keepDay);
  await seed({ questions: true });
}, 120_000);
afterAll(disconnect);

/** A release's questions with their revisions, read one by one. */
async function entriesOf(name: string) {
  const { entries } = await db.release.findUniqueOrThrow({
    where: { name },
    include: { entries: { include: { revision: true } } },
  });
  return new Map(entries.map(({ revision }) => [revision.questionId, revision]));
}

/** The sample's latest release, also behind those that tests publish. */
const latestOfSample = async () =>
  (await db.release.findFirstOrThrow({ orderBy: { id: "asc" }, skip: 2 })).name;

describe("the history of releases that anyone reads", () => {
  it("counts what changed from each release to the next, question by question", async () => {
    const { rows: releases, total } = await publicHistory();
    expect(total).toBe(3);
    expect(releases.at(-1)!.changes).toBeNull();
    const counted: number[] = [];
    for (const [at, { name, changes }] of releases.slice(0, -1).entries()) {
      const before = releases[at + 1]!.name;
      const [older, newer] = [await entriesOf(before), await entriesOf(name)];
      const answers = notEmpty(newer).filter(([id, revision]) => {
        const was = older.get(id);
        return (
          was !== undefined &&
          JSON.stringify(contentOfRevision(was).answers) !==
            JSON.stringify(contentOfRevision(revision).answers)
        );
      }).length;
      expect(changes).toEqual({
        from: before,
        common: [...newer.keys()].filter((id) => older.has(id)).length,
        answers,
        added: [...newer.keys()].filter((id) => !older.has(id)).length,
        removed: [...older.keys()].filter((id) => !newer.has(id)).length,
      });
      counted.push(answers, changes!.added + changes!.removed);
    }
    expect(Math.min(...counted)).toBeGreaterThan(0);
  });

  it("compares the last of a page with the one before it, on the next page", async () => {
    const [newest] = (await publicHistory()).rows;
    const active = await db.questionHead.findMany({
      where: { status: "active" },
      orderBy: { position: "asc" },
    });
    const { publishedById } = await db.release.findFirstOrThrow();
    const carlos = actorOf(publishedById, ["maintainer"]);
    for (let at = 1; at <= HISTORY_PER_PAGE; at++)
      value(
        await publishRelease(carlos, {
          name: `FreshQA_v01${String(at).padStart(2, "0")}2027`,
          notes: "",
          selection: {
            kind: "questions",
            questionIds: active.slice(0, at).map(({ questionId }) => questionId),
          },
        }),
      );
    const [first, second] = [await publicHistory(1), await publicHistory(2)];
    expect(first.rows).toHaveLength(HISTORY_PER_PAGE);
    const [kept] = active;
    expect(first.rows.at(-1)!.changes).toEqual({
      from: newest!.name,
      common: (await entriesOf(newest!.name)).has(kept!.questionId) ? 1 : 0,
      answers: 0,
      added: (await entriesOf(newest!.name)).has(kept!.questionId) ? 0 : 1,
      removed: newest!.questionCount - 1,
    });
    expect(first.rows[0]!.changes).toMatchObject({ added: 1, removed: 0, answers: 0 });
    expect(second.rows[0]!.name).toBe(newest!.name);
    expect((await publicHistory(3)).rows).toEqual([]);
  });
});

describe("how fresh a release is", () => {
  const median = (numbers: number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b);
    const [low, high] = [
      sorted[Math.floor((sorted.length - 1) / 2)]!,
      sorted[Math.ceil((sorted.length - 1) / 2)]!,
    ];
    return (low + high) / 2;
  };

  it("is the median of days since each active question was verified or changed, by its category in the release", async () => {
    const name = await latestOfSample();
    const entries = await entriesOf(name);
    const [someone] = entries.keys();
    await db.$executeRaw`UPDATE question_heads SET status = 'retired' WHERE question_id = ${someone!}`;
    const [{ today }] = await db.$queryRaw<
      [{ today: string }]
    >`SELECT dataset_today()::text AS today`;
    const ages = new Map<string, number[]>();
    let retired = 0;
    for (const [id, revision] of notEmpty(entries)) {
      const head = await db.questionHead.findUniqueOrThrow({ where: { questionId: id } });
      if (head.status !== "active") {
        retired++;
        continue;
      }
      const last = Math.max(head.answersSince.getTime(), head.verifiedOn?.getTime() ?? 0);
      const age = Math.max(0, (Date.parse(today) - last) / 86_400_000);
      const category = categoryOf({
        falsePremise: revision.falsePremise,
        factType: revision.factType as never,
      });
      for (const key of [category, "all"]) ages.set(key, [...(ages.get(key) ?? []), age]);
    }
    const of = (key: string) => ({
      questions: ages.get(key)!.length,
      medianDays: median(ages.get(key)!),
    });
    expect(retired).toBeGreaterThan(0);
    const found = await publicFreshness(name);
    expect(found).toEqual({
      all: of("all"),
      categories: CATEGORIES.map((category) => ({ category, ...of(category) })),
      retired,
    });
    expect(new Set(found.categories.map(({ medianDays }) => medianDays)).size).toBeGreaterThan(2);
  });

  it("is nothing where no question is left, and of releases that there are", async () => {
    const name = await latestOfSample();
    await db.$executeRaw`UPDATE question_heads SET status = 'retired'`;
    expect(await publicFreshness(name)).toEqual({
      all: null,
      categories: [],
      retired: (await entriesOf(name)).size,
    });
    await expect(publicFreshness("FreshQA_v01011999")).rejects.toBeInstanceOf(NotFound);
    await db.$executeRaw`UPDATE dataset_settings SET public_pages = FALSE`;
    await expect(publicFreshness(name)).rejects.toBeInstanceOf(NotFound);
    await expect(publicHistory()).rejects.toBeInstanceOf(NotFound);
  });
});
