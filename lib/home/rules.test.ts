import { describe, expect, it } from "vitest";
import { nextSteps, todoItems } from "./rules";
import type { Overview, Todos } from "./schema";

const NOTHING: Todos = {
  returned: null,
  submissions: null,
  due: null,
  rating: null,
  disagreements: null,
  flags: null,
  jobs: null,
};
const QUIET: Overview = {
  questions: 600,
  overdue: 0,
  release: {
    name: "FreshQA_v11202026",
    publishedAt: "2026-11-20T09:00:00Z",
    edited: 0,
    added: 0,
    retired: 0,
  },
  today: "2026-11-23",
  yesterday: "2026-11-22",
  changedSinceYesterday: 0,
  openImport: null,
  campaigns: [],
  withoutRole: null,
};
const titles = (todos: Partial<Todos>, overview: Partial<Overview> = {}) =>
  todoItems({ ...NOTHING, ...todos }, { ...QUIET, ...overview }).map(({ title }) => title);

describe("the to-do list", () => {
  it("is empty where everything is done, and says what each role can do instead", () => {
    const zero = {
      returned: 0,
      submissions: 0,
      due: { overdue: 0, week: 0, mine: 0 },
      rating: { trained: true, campaigns: [] },
      disagreements: 0,
      flags: 0,
      jobs: { running: 3, paused: 0, failed: 0 },
    };
    expect(titles(zero, { withoutRole: 0 })).toEqual([]);
    expect(
      nextSteps(["rater", "annotator", "maintainer"], []).map(({ role, title }) => [role, title]),
    ).toEqual([
      ["maintainer", "All up to date"],
      ["annotator", "No returned questions"],
      ["rater", "Nothing to rate"],
    ]);
  });

  it.each([
    ["2026-12-24", "Walk · due 24 Dec 2026, in 31 days", undefined],
    ["2026-11-24", "Walk · due 24 Nov 2026, in 1 day", undefined],
    ["2026-11-23", "Walk · due today", undefined],
    ["2026-11-22", "Walk · 1 day past its deadline", true],
    [null, "Walk", undefined],
  ])("says when ratings are due: %s", (deadline, detail, late) => {
    const campaigns = [{ campaignId: 4, name: "Walk", left: 6, deadline }];
    const [item] = todoItems({ ...NOTHING, rating: { trained: true, campaigns } }, QUIET);
    expect(item).toMatchObject({ title: "6 responses to rate", detail });
    expect(item!.action.href).toBe("/rate/4");
    expect(item!.late).toBe(late);
  });

  it("asks for the training first where nothing can be rated without it", () => {
    expect(titles({ rating: { trained: false, campaigns: [] } })).toEqual([
      "Complete the training",
    ]);
  });

  it("counts the answers that are due by the end of the week, and names how many are overdue", () => {
    const items = todoItems({ ...NOTHING, due: { overdue: 357, week: 8, mine: 1 } }, QUIET);
    expect(items).toMatchObject([
      { title: "1 answer assigned to you", href: "/refresh?assignee=me" },
      { title: "365 answers due", detail: "357 overdue · 8 due this week", late: true },
    ]);
  });

  it.each([
    [{ overdue: 357, week: 0, mine: 0 }, "357 answers overdue"],
    [{ overdue: 0, week: 1, mine: 0 }, "1 answer due this week"],
  ])("says once what all of the answers due are: %j", (due, title) => {
    expect(titles({ due })).toEqual([title]);
  });

  it("lists a campaign once for being complete and once for outdated ratings", () => {
    const one = { campaignId: 4, name: "Walk", finished: true, ratings: 900, stale: 2 };
    expect(titles({}, { campaigns: [one] })).toEqual([
      "Campaign complete: Walk",
      "2 responses rated against outdated answers",
    ]);
  });

  it("offers a release to those who decide on submissions, where the last one lacks something", () => {
    const since = (edited: number, added: number, retired: number) => ({
      release: { ...QUIET.release!, edited, added, retired },
    });
    expect(titles({}, since(3, 0, 0))).toEqual([]);
    expect(titles({ submissions: 0 }, since(0, 0, 0))).toEqual([]);
    expect(titles({ submissions: 0 }, since(0, 0, 1))).toEqual(["1 change not released yet"]);
    const items = todoItems({ ...NOTHING, submissions: 0 }, { ...QUIET, ...since(3, 1200, 0) });
    expect(items).toMatchObject([
      {
        title: "1,203 changes not released yet",
        detail: "Since FreshQA_v11202026: 3 edited · 1,200 added",
        href: "/releases/compare?from=FreshQA_v11202026&to=present",
      },
    ]);
    expect(titles({ submissions: 0 }, { release: null })).toEqual(["No release yet"]);
    expect(titles({ submissions: 0 }, { release: null, questions: 0 })).toEqual([]);
  });

  it("leaves the work of other roles that a maintainer does to the maintainer", () => {
    const items = todoItems({ ...NOTHING, disagreements: 2 }, QUIET);
    expect(nextSteps(["maintainer"], items)).toEqual([]);
    expect(nextSteps(["maintainer", "adjudicator"], items).map(({ role }) => role)).toEqual([
      "maintainer",
    ]);
  });
});
