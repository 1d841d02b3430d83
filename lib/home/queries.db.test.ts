import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAllSubmissions, listOwnSubmissions } from "@/lib/authoring/queries";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { changeQuestions, undoOperation } from "@/lib/dataset/questions/commands";
import { parseGrid } from "@/lib/dataset/questions/grid";
import { countQuestions } from "@/lib/dataset/questions/queries";
import { changeQuestionsSchema } from "@/lib/dataset/questions/schema";
import { compareReleases } from "@/lib/dataset/release-differences/queries";
import { publishRelease } from "@/lib/dataset/releases/commands";
import type { Selection } from "@/lib/dataset/releases/schema";
import { saveCells } from "@/lib/dataset/sheet/commands";
import { assignQuestions } from "@/lib/dataset/schedule/commands";
import { listDue } from "@/lib/dataset/schedule/queries";
import { assignQuestionsSchema } from "@/lib/dataset/schedule/schema";
import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { listCases } from "@/lib/rating/adjudication/queries";
import { listOpenFlags } from "@/lib/rating/answer-flags/queries";
import { getCampaignProgress } from "@/lib/rating/campaigns/progress-queries";
import { listMyCampaigns } from "@/lib/rating/judging/queries";
import { listJobs } from "@/lib/runs/jobs/queries";
import { dateIn } from "@/lib/runs/jobs/rules";
import { answerOtherwise, editContent } from "@/prisma/testing/change-answers";
import { value } from "@/prisma/testing/value";
import { keepDay } from "@/prisma/testing/noon";
import { notEmpty } from "@/prisma/testing/not-empty";
import { fillWithOneOfEverything } from "@/prisma/testing/one-of-everything";
import { getMonth, getOverview, getTodos, listAnswerChanges } from "./queries";
import { LISTED_CHANGES, type Month } from "./schema";
import { type QueueFilters, NO_FILTERS } from "@/lib/dataset/schedule/address";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";
import { submissionsPage, writePage } from "@/lib/authoring/address";
import { jobsPage } from "@/lib/runs/jobs/address";

let people: Actor[];
let carlos: Actor;

beforeAll(async () => {
  await fillWithOneOfEverything();
  await withConnection(keepDay);
  const users = await db.user.findMany({ where: { sample: true }, orderBy: { id: "asc" } });
  people = users.map((user) => ({
    userId: user.id,
    name: user.name,
    roles: user.roles as Role[],
    via: "web",
  }));
  carlos = people.find(
    ({ name }) => name === users.find((one) => one.email.startsWith("carlos"))!.name,
  )!;
  // Two overdue questions of five, one due tomorrow.
  await db.$executeRaw`
    UPDATE question_heads SET review_policy = 'on_date', verified_on = NULL, review_on = dataset_today() + (CASE WHEN place <= 5 THEN -3 ELSE 1 END)
    FROM (SELECT question_id AS id, row_number() OVER (ORDER BY question_id) AS place FROM question_heads WHERE status = 'active' LIMIT 6) chosen WHERE question_id = chosen.id`;
  const due = await listDue(carlos, { ...NO_FILTERS, when: "overdue", page: 1 });
  await assignQuestions(
    carlos,
    assignQuestionsSchema.parse({
      questionIds: due.rows.slice(0, 2).map(({ questionId }) => questionId),
      assigneeId: carlos.userId,
      clientKey: crypto.randomUUID(),
    }),
  );
}, 120_000);
afterAll(disconnect);

const having = (permission: Parameters<typeof may>[1]) =>
  notEmpty(people.filter((person) => may(person, permission)));

describe("each number of Home is what the page that it links to shows", () => {
  it("returned questions", async () => {
    const counts: number[] = [];
    for (const person of having("submissions.write")) {
      const { returned } = await getTodos(person);
      counts.push(returned!);
      expect(returned).toBe(
        (await listOwnSubmissions(person, { ...writePage.usual, status: "returned" })).total,
      );
    }
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });

  it("submissions to review", async () => {
    const { submissions } = await getTodos(carlos);
    const page = await listAllSubmissions(carlos, submissionsPage.usual);
    expect(submissions).toBe(page.total);
    expect(submissions).toBeGreaterThan(0);
    // One's own is for others to review: it would be a thing to do that one can't do.
    const { id } = await db.submission.findFirstOrThrow({ where: { status: "submitted" } });
    const { authorId } = await db.submission.update({
      where: { id },
      data: { authorId: carlos.userId },
      select: { authorId: true },
    });
    expect(authorId).toBe(carlos.userId);
    expect((await getTodos(carlos)).submissions).toBe(submissions! - 1);
    const left = await listAllSubmissions(carlos, submissionsPage.usual);
    expect([left.total, left.counts.submitted]).toEqual([submissions! - 1, submissions! - 1]);
  });

  it("answers due, and those of them that are assigned to the reader", async () => {
    const { due } = await getTodos(carlos);
    const listed = async (filters: Partial<QueueFilters>) =>
      (await listDue(carlos, { ...NO_FILTERS, ...filters, page: 1 })).total;
    expect(due).toEqual({
      overdue: await listed({ when: "overdue" }),
      week: await listed({ when: "week" }),
      mine:
        (await listed({ when: "overdue", assignee: "me" })) +
        (await listed({ when: "week", assignee: "me" })),
    });
    expect(due!.overdue).toBeGreaterThanOrEqual(5);
    expect(due!.week).toBeGreaterThanOrEqual(1);
    expect(due!.mine).toBeGreaterThanOrEqual(2);
  });

  it("responses to rate, by campaign", async () => {
    const all: number[] = [];
    for (const person of having("ratings.judge")) {
      const { rating } = await getTodos(person);
      const page = (await listMyCampaigns(person)).filter(
        ({ status, done, total, qualified }) => status === "open" && qualified && done < total,
      );
      expect(rating!.campaigns).toEqual(
        page.map(({ id, name, done, total, deadline }) => ({
          campaignId: id,
          name,
          left: total - done,
          deadline,
        })),
      );
      all.push(...rating!.campaigns.map(({ left }) => left));
    }
    notEmpty(all);
  });

  it("disagreements, flagged answers and paused jobs", async () => {
    for (const person of having("ratings.adjudicate"))
      expect((await getTodos(person)).disagreements).toBe(
        (await listCases(person, { campaign: null, cause: [] })).total,
      );
    const { flags, jobs, disagreements } = await getTodos(carlos);
    expect(flags).toBe((await listOpenFlags(carlos, 1)).total);
    expect(jobs!.paused).toBe(
      (await listJobs(carlos, { ...jobsPage.usual, status: "paused" })).total,
    );
    expect(jobs!.failed).toBe((await listJobs(carlos, { ...jobsPage.usual, failed: true })).total);
    expect([flags! > 0, disagreements! > 0]).toEqual([true, true]);
  });

  it("questions: active, overdue, and edited since yesterday", async () => {
    for (const person of people) {
      const overview = await getOverview(person);
      const listed = async (address: Record<string, string>) =>
        await countQuestions(person, parseGrid(address));
      expect(overview).toMatchObject({
        questions: await listed({}),
        overdue: await listed({ overdue: "1" }),
        changedSinceYesterday: await listed({
          revisedFrom: overview.yesterday,
          status: "active,retired",
        }),
      });
      expect(overview.changedSinceYesterday).toBeGreaterThan(0);
    }
  });

  it("campaigns that are complete or have outdated ratings", async () => {
    const heads = await db.questionHead.findMany({
      select: { questionId: true, answersSince: true },
    });
    const changedDaysAgo = (days: number) =>
      db.$executeRaw`UPDATE question_heads SET answers_since = dataset_today() - ${days}::int`;
    await changedDaysAgo(28);
    const attended = (await getOverview(carlos)).campaigns;
    const campaigns = await db.campaign.findMany({
      where: { status: { not: "draft" } },
      orderBy: { id: "desc" },
    });
    const expected = [];
    for (const { id, name, status } of campaigns) {
      const { ratings, judged, stale } = await getCampaignProgress(carlos, id);
      const finished = status === "open" && ratings > 0 && judged === ratings;
      if (finished || stale > 0) expected.push({ campaignId: id, name, finished, ratings, stale });
    }
    expect(attended).toEqual(expected);
    expect(notEmpty(attended).some(({ stale }) => stale > 0)).toBe(true);

    // Nobody re-rates them any more: what can only be left alone is nothing to do.
    await changedDaysAgo(29);
    const closed = new Set(
      campaigns.filter(({ status }) => status === "closed").map(({ id }) => id),
    );
    const left = expected.filter(({ campaignId }) => !closed.has(campaignId));
    expect((await getOverview(carlos)).campaigns).toEqual(left);
    expect(left.length).toBeLessThan(expected.length);
    for (const { questionId, answersSince } of heads)
      await db.questionHead.update({ where: { questionId }, data: { answersSince } });
  });
});

describe("what the last release lacks", () => {
  const lacks = async () => {
    const { release } = await getOverview(carlos);
    const page = await compareReleases(carlos, {
      from: release!.name,
      to: CURRENT,
      kind: "content",
      page: 1,
    });
    const { edited, added, retired } = release!;
    expect(edited + added + retired).toBe(page.total);
    expect([added, retired]).toEqual([page.counts.byKind.added, page.counts.byKind.retired]);
    return { edited, added, retired };
  };
  const change = async (questionId: number, change: "retire" | "DEV") =>
    value(
      await changeQuestions(
        carlos,
        changeQuestionsSchema.parse({
          questionIds: [questionId],
          change: change === "retire" ? { kind: "retire" } : { kind: "split", split: "DEV" },
          comment: "",
        }),
      ),
    );
  const publish = async (name: string, selection: Selection) =>
    value(await publishRelease(carlos, { name, notes: "", selection }));

  it("is what its comparison with the current version lists: also where it is partial, and where questions were retired", async () => {
    await publish("FreshQA_v11302026", { kind: "all" });
    expect(await lacks()).toEqual({ edited: 0, added: 0, retired: 0 });
    const ids = (
      await db.questionHead.findMany({
        where: { status: "active", OR: [{ split: null }, { split: { not: "DEV" } }] },
        orderBy: { questionId: "asc" },
        take: 5,
      })
    ).map(({ questionId }) => questionId);
    const [first, second, third] = ids as [number, number, number];
    const active = await db.questionHead.count({ where: { status: "active" } });
    await change(first, "DEV");
    await change(second, "retire");
    expect(await lacks()).toEqual({ edited: 1, added: 0, retired: 1 });

    // The edit is not in it, nor is anything else but two questions.
    await publish("FreshQA_v12012026", { kind: "questions", questionIds: [third, ids[3]!] });
    expect(await lacks()).toEqual({ edited: 0, added: active - 3, retired: 0 });
    await change(third, "retire");
    await change(ids[3]!, "DEV");
    expect(await lacks()).toEqual({ edited: 1, added: active - 3, retired: 1 });
  });

  it("has no change that brought the same cells back", async () => {
    await publish("FreshQA_v12022026", { kind: "all" });
    const { questionId } = await db.questionHead.findFirstOrThrow({
      where: { status: "active", split: "DEV" },
    });
    const { operationId } = await change(questionId, "retire");
    await undoOperation(carlos, { operationId: operationId!, clientKey: crypto.randomUUID() });
    expect(await lacks()).toEqual({ edited: 0, added: 0, retired: 0 });
  });
});

describe("the month at a glance", () => {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  let timeZone: string;
  const dayThere = (moment: Date) => dateIn(timeZone, moment);
  const tally = <T>(rows: readonly T[], dayIn: (row: T) => string) => {
    const days = new Map<string, number>();
    for (const row of rows) days.set(dayIn(row), (days.get(dayIn(row)) ?? 0) + 1);
    return days;
  };
  let month: Month;
  beforeAll(async () => {
    ({ timeZone } = await db.datasetSettings.findUniqueOrThrow({ where: { id: 1 } }));
    month = await getMonth(carlos);
    expect(month.done).toHaveLength(28);
    expect(month.done.at(-1)!.day).toBe(month.today);
    expect(month.ratings.days.map(({ day }) => day)).toEqual(month.done.map(({ day }) => day));
  });

  it("counts the answers due on each day as the queue lists them", async () => {
    const listed = async (filters: Partial<QueueFilters>) =>
      (await listDue(carlos, { ...NO_FILTERS, ...filters, page: 1 })).total;
    expect(month.due.days).toHaveLength(28);
    expect(month.due.overdue).toBe(await listed({ when: "overdue" }));
    for (const { day, count } of month.due.days) expect(count).toBe(await listed({ day }));
    expect(month.due.days[1]!.count).toBeGreaterThan(0);
  });

  it("counts standing verifications, and those with a new answer", async () => {
    const all = await db.verification.findMany({ include: { withdrawnBy: true } });
    const standing = all.filter((one) => one.withdrawsId === null && one.withdrawnBy === null);
    const answered = new Set(
      (await db.revision.findMany({ where: { reason: "refresh" } })).map((one) => one.clientKey),
    );
    const counts = tally(standing, (one) => dayOf(one.verifiedOn));
    const updated = tally(
      standing.filter((one) => answered.has(one.clientKey)),
      (one) => dayOf(one.verifiedOn),
    );
    expect(month.done).toEqual(
      month.done.map(({ day }) => ({
        day,
        count: counts.get(day) ?? 0,
        updated: updated.get(day) ?? 0,
      })),
    );
    const total = (of: "count" | "updated") => month.done.reduce((sum, one) => sum + one[of], 0);
    expect(total("updated")).toBeGreaterThan(0);
    expect(total("count")).toBeGreaterThan(total("updated"));
    expect(all.length).toBeGreaterThan(standing.length);
  });

  it("counts first ratings by day, and what open campaigns want", async () => {
    const counts = tally(await db.judgment.findMany({ where: { supersedesId: null } }), (one) =>
      dayThere(one.judgedAt),
    );
    expect(month.ratings.days).toEqual(
      month.ratings.days.map(({ day }) => ({ day, count: counts.get(day) ?? 0 })),
    );
    expect(month.ratings.days.some(({ count }) => count > 0)).toBe(true);
    const open = await db.campaign.findMany({ where: { status: "open" } });
    const wanted = await db.assignment.findMany({
      where: { campaignId: { in: notEmpty(open).map(({ id }) => id) } },
    });
    expect(month.ratings.open).toEqual({
      campaigns: new Set(wanted.map(({ campaignId }) => campaignId)).size,
      judged: wanted.filter(({ status }) => status === "judged").length,
      wanted: wanted.length,
    });
  });

  it("compares each pair of standing verdicts once, in the week of the later one", async () => {
    const tasks = await db.ratingTask.findMany({
      where: { gold: false },
      include: { assignments: { include: { judgment: true } } },
    });
    const weeks = month.agreement.map(({ day }) => ({ day, pairs: 0, relaxed: 0, strict: 0 }));
    for (const { assignments } of tasks) {
      const verdicts = assignments
        .flatMap(({ judgment }) => (judgment === null || judgment.relaxed === null ? [] : judgment))
        .sort((a, b) => a.judgedAt.getTime() - b.judgedAt.getTime() || a.id - b.id);
      for (const [at, later] of verdicts.entries())
        for (const earlier of verdicts.slice(0, at)) {
          const week = weeks.findLast(({ day }) => day <= dayThere(later.judgedAt));
          if (week === undefined) continue;
          week.pairs++;
          if (later.relaxed === earlier.relaxed) week.relaxed++;
          if (later.strict === earlier.strict) week.strict++;
        }
    }
    expect(month.agreement).toEqual(weeks);
    const [pairs, equal] = (["pairs", "relaxed"] as const).map((of) =>
      weeks.reduce((sum, week) => sum + week[of], 0),
    );
    expect(equal).toBeGreaterThan(0);
    expect(pairs).toBeGreaterThan(equal!);
  });

  it("sorts active questions that are reviewed by how long ago their answers were confirmed", async () => {
    const heads = await db.questionHead.findMany({
      where: { status: "active", reviewPolicy: { not: "never" } },
    });
    const counts = [0, 0, 0, 0, 0];
    for (const { answersSince, verifiedOn } of notEmpty(heads)) {
      const last = Math.max(answersSince.getTime(), verifiedOn?.getTime() ?? 0);
      const age = (Date.parse(month.today) - last) / 86_400_000;
      counts[[7, 30, 91, 365, Infinity].findIndex((most) => age <= most)]!++;
    }
    expect(month.freshness).toEqual(counts);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
  });
});

describe("answers that changed", () => {
  const listed = () => listAnswerChanges(carlos);
  const chosen = () => db.questionHead.findMany({ where: { status: "active" }, take: 8 });

  it("are the latest ones that stand, each with what it was right before; another edit is none", async () => {
    const heads = await chosen();
    const [edited, back, once, twice] = heads.map(({ questionId }) => questionId);
    const before = await listed();
    await editContent(carlos, edited!, () => ({ note: "A note alone." }));
    expect(await listed()).toEqual(before);

    await answerOtherwise(carlos, once!, ["First"]);
    await answerOtherwise(carlos, twice!, ["First"]);
    await answerOtherwise(carlos, twice!, ["Second"]);
    // What stands is told with what it was right before, also behind another edit.
    await editContent(carlos, twice!, () => ({ note: "And a note." }));
    const [, second] = await listed();
    expect((await listed()).slice(0, 2)).toMatchObject([
      { questionId: twice, before: "First", after: "Second" },
      { questionId: once, before: heads[2]!.primaryAnswer, after: "First" },
    ]);
    expect(second!.question).toBe(heads[2]!.question);
    expect(second!.day).toBe((await getOverview(carlos)).today);
    expect((await listed()).length).toBeLessThanOrEqual(LISTED_CHANGES);

    const { base } = await answerOtherwise(carlos, back!, ["For a moment"]);
    expect((await listed())[0]!.questionId).toBe(back);
    await editContent(carlos, back!, () => contentOfRevision(base));
    // The answers of before stand again, and they are others than the last ones.
    expect((await listed())[0]).toMatchObject({
      questionId: back,
      before: "For a moment",
      after: heads[1]!.primaryAnswer,
    });
  });

  it("are none that were undone, and tell of no mistake that was", async () => {
    const before = await listed();
    const [latest] = before;
    const untouched = await db.questionHead.findFirstOrThrow({
      where: { status: "active", number: 1 },
    });
    for (const { questionId } of [latest!, untouched]) {
      const { revisionId } = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
      const { operationId } = value(
        await saveCells(carlos, {
          cells: [{ questionId, baseRevisionId: revisionId, field: "answer", text: "A mistake" }],
          clientKey: crypto.randomUUID(),
        }),
      );
      expect((await listed())[0]).toMatchObject({ questionId, after: "A mistake" });
      value(await undoOperation(carlos, { operationId: operationId! }));
      expect(await listed()).toEqual(before);
    }
  });

  it("are told of questions that are there, and for a while", async () => {
    const [first] = await listed();
    await db.$executeRaw`UPDATE question_heads SET status = 'retired' WHERE question_id = ${first!.questionId}`;
    expect((await listed()).map(({ questionId }) => questionId)).not.toContain(first!.questionId);
    await db.$executeRaw`UPDATE question_heads SET status = 'active', answers_since = dataset_today() - 90 WHERE question_id = ${first!.questionId}`;
    await db.$executeRaw`UPDATE question_heads SET answers_since = dataset_today() - 100 WHERE question_id <> ${first!.questionId}`;
    expect(await listed()).toMatchObject([{ questionId: first!.questionId }]);
    await db.$executeRaw`UPDATE question_heads SET answers_since = dataset_today() - 91`;
    expect(await listed()).toEqual([]);
  });
});

it("counts for each role only what its permissions open", async () => {
  for (const person of people) {
    const todos = await getTodos(person);
    const overview = await getOverview(person);
    expect({
      returned: todos.returned !== null,
      submissions: todos.submissions !== null,
      due: todos.due !== null,
      rating: todos.rating !== null,
      disagreements: todos.disagreements !== null,
      flags: todos.flags !== null,
      jobs: todos.jobs !== null,
      withoutRole: overview.withoutRole !== null,
    }).toEqual({
      returned: may(person, "submissions.write"),
      submissions: may(person, "submissions.review"),
      due: may(person, "reviews.work"),
      rating: may(person, "ratings.judge"),
      disagreements: may(person, "ratings.adjudicate"),
      flags: may(person, "flags.resolve"),
      jobs: may(person, "jobs.manage"),
      withoutRole: may(person, "users.manage"),
    });
    if (!may(person, "campaigns.manage")) expect(overview.campaigns).toEqual([]);
    if (!may(person, "imports.manage")) expect(overview.openImport).toBeNull();
  }
});
