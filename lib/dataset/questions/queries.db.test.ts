import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { renderCells } from "./cells";
import { changeQuestions, editQuestion, orderViews, saveView } from "./commands";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { columnsRead, parseGrid, SORTABLE_COLUMNS, SPLIT_CHOICES, type GridState } from "./grid";
import {
  describeChanges,
  countFacets,
  countQuestions,
  exportMatching,
  findInRelease,
  getQuestionPosition,
  getQuestion,
  gridStatements,
  listGridChoices,
  listGridIds,
  listGridRows,
  listMatchingIds,
  listQuestions,
  listViews,
  resolveSearch,
  type GridView,
} from "./queries";
import type { Content } from "./schema";
import { CATEGORIES, FACT_TYPES, HOPS, REVIEW_POLICIES, STATUSES } from "./vocabulary";
import { notEmpty } from "@/prisma/testing/not-empty";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";

const BASE: Content = sampleContent({
  question: "",
  effectiveYear: { year: 2023, before: false },
  nextReview: { policy: "occasionally", on: null },
  sources: ["https://en.wikipedia.org/wiki/A"],
  answers: ["An answer"],
});
const QUESTIONS: Partial<Content>[] = [
  {
    question: "How much longer will Brittney Griner spend in the Russian prison?",
    falsePremise: true,
    factType: "fast-changing",
    answers: ["She was released in 2022."],
  },
  {
    question: "Who founded Amazon?",
    factType: "never-changing",
    effectiveYear: { year: 2022, before: true },
    nextReview: { policy: "never", on: null },
    answers: ["Jeff Bezos", "Jeffrey Preston Bezos"],
  },
  {
    question: "What is the population of Côte d'Ivoire?",
    sources: ["https://www.worldbank.org/ci", "https://data.un.org/x"],
    split: "DEV",
  },
  {
    question: "Is 100% of the Amazon rainforest in Brazil?",
    hops: "multi-hop",
    split: null,
    effectiveYear: null,
  },
  {
    question: "Which film won 50_50 at the festival?",
    nextReview: { policy: "on_date", on: "2020-05-01" },
    effectiveYear: { year: 2020, before: false },
  },
  {
    question: "When did Lionel Messi win his second FIFA World Cup?",
    falsePremise: true,
    hops: "multi-hop",
    nextReview: { policy: "on_date", on: "2999-01-01" },
  },
  {
    question: "東京の人口は?",
    answers: ["約1400万人"],
    effectiveYear: { year: 2024, before: false },
  },
  { question: "apple or orange?", answers: ["=1+1"], note: "zebra" },
];

/** For transactions of many statements, on a machine that is busy. */
const LONG = { timeout: 60_000 };

let ann: Actor;
let cy: Actor;
const ids: number[] = [];
const person = async (name: string, roles: Role[]): Promise<Actor> => {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase()}@example.org`, name, roles },
  });
  return { userId: user.id, name, roles, via: "web" };
};

beforeAll(async () => {
  ann = await person("Ann", ["maintainer"]);
  cy = await person("Cy", ["annotator"]);
  for (const part of QUESTIONS) {
    const content = { ...BASE, ...part };
    const written = await addQuestion(ann, content);
    ids.push(written.questionId);
  }
  await changeQuestions(ann, { questionIds: [ids[7]!], change: { kind: "retire" }, comment: "" });
});
afterAll(disconnect);

async function viewOf(state: GridState): Promise<GridView> {
  const { view, counting } = await listQuestions(ann, state);
  expect(await counting).toBe(await countQuestions(ann, state));
  return view;
}

/** The places in QUESTIONS of what a grid address shows, in its order. */
async function shown(query: string): Promise<number[]> {
  const state = parseGrid(new URLSearchParams(query));
  const [view, total, all] = await Promise.all([
    viewOf(state),
    countQuestions(ann, state),
    listMatchingIds(ann, state),
  ]);
  expect(all).toHaveLength(total);
  if (state.page === 1) {
    if (total <= state.size) expect(all).toEqual(view.rows.map((row) => row.id));
    expect(await listGridRows(ann, all.slice(0, state.size), columnsRead(state))).toEqual(
      view.rows,
    );
  }
  return view.rows.map((row) => ids.indexOf(row.id));
}

describe("the grid shows", () => {
  test.each([
    ["", [0, 1, 2, 3, 4, 5, 6]],
    ["status=retired", [7]],
    ["status=active,retired", [0, 1, 2, 3, 4, 5, 6, 7]],
    ["category=false-premise", [0, 5]],
    ["category=fast-changing", []],
    ["fact=fast-changing", [0]],
    ["category=never-changing,false-premise", [0, 1, 5]],
    ["premise=valid&hops=multi-hop", [3]],
    ["split=none", [3]],
    ["split=DEV,none", [2, 3]],
    ["yearTo=2021", [1, 4]],
    ["yearFrom=2022", [0, 2, 5, 6]],
    ["yearFrom=2021&yearTo=2021", [1]],
    ["review=never,on_date", [1, 4, 5]],
    ["overdue=1", [4]],
    ["dueFrom=2020-05-02", [5]],
    ["dueTo=2020-05-01", [4]],
    ["revisedTo=2020-01-01", []],
    ["revisedFrom=2020-01-01&revisedTo=2999-12-31", [0, 1, 2, 3, 4, 5, 6]],
    ["revisedFrom=2999-12-31", []],
    ["host=data.un.org,nowhere.org", [2]],
    ["host=worldbank.org", [2]],
    ["category=false-premise&hops=multi-hop&split=TEST", [5]],
  ])("what %j asks for", async (query, expected) => {
    expect(await shown(query)).toEqual(expected);
  });

  test("the questions whose last revision somebody wrote", async () => {
    expect(await shown(`author=${ann.userId}`)).toHaveLength(7);
    expect(await shown(`author=${cy.userId}`)).toEqual([]);
  });
});

describe("the search", () => {
  test.each([
    ["amazon", [1, 3]],
    ["AMAZON founded", [1]],
    ["bezos", [1]],
    ["cote d'ivoire", [2]],
    ["Côte", [2]],
    ["100%", [3]],
    ["50_50", [4]],
    ["5%", []],
    ["東京", [6]],
    ['"amazon rainforest"', [3]],
    ['"rainforest amazon"', []],
    ["zebra", []],
    ["worldbank.org", [2]],
    ["un.org", [2]],
    ["org", []],
    ["https://www.worldbank.org/ci#:~:text=People", [2]],
    ["http://worldbank.org/ci/", [2]],
    ["worldbank.org/c", [2]],
    ["worldbank.org/x", []],
    ["wikipedia.org/wiki/A", [0, 1, 3, 4, 5, 6]],
    ["http://un.org/x", [2]],
    ["un.org/y", []],
    ["wikipedia.org/wiki/'\\\\", []],
  ])("finds %j to the letter, blind to case and accents", async (q, expected) => {
    const view = await viewOf(parseGrid({ q }));
    expect(view.similar ? [] : view.rows.map((row) => ids.indexOf(row.id))).toEqual(expected);
  });

  test.each([
    ["grinner", 0],
    ["britney griner prisn", 0],
    ["Leonel Mesi", 5],
    ["rainforrest", 3],
    ["How much more time will Britney Griner be spending in a Russian prison", 0],
    ["bezoz", 1],
  ])(
    "finds %j in spite of its typos, and says that it is not to the letter",
    async (q, expected) => {
      const view = await viewOf(parseGrid({ q }));
      expect(view.similar).toBe(true);
      expect(ids.indexOf(view.rows[0]!.id)).toBe(expected);
      expect(await countQuestions(ann, parseGrid({ q }))).toBe(view.rows.length);
    },
  );

  test("finds questions by their ID, and by their ID in a release, before texts that have the number", async () => {
    const state = (q: string) => parseGrid({ q });
    expect(await shown(`q=Q${ids[3]!}`)).toEqual([3]);
    await publishRelease(ann, {
      name: "FreshQA_v01012031",
      notes: "",
      selection: { kind: "questions", questionIds: [ids[3]!, ids[5]!, ids[4]!] },
    });
    expect(await findInRelease(ann, "1")).toEqual({
      questionId: ids[5],
      id: 1,
      release: "FreshQA_v01012031",
    });
    expect((await viewOf(state("1"))).rows[0]!.id).toBe(ids[5]);
    expect(await findInRelease(ann, "2 of FreshQA_v01012031")).toMatchObject({
      questionId: ids[4],
    });
    expect(await findInRelease(ann, "2 of FreshQA_v01012030")).toBeNull();
    expect(await findInRelease(ann, "7")).toBeNull();
    expect(await findInRelease(ann, "Q1")).toBeNull();
  });

  test("says which word it took a mistyped one for, and finds what it would find", async () => {
    const view = await viewOf(parseGrid({ q: "amzaon founded" }));
    expect(view).toMatchObject({ similar: true, meant: "amazon founded" });
    expect(view.rows.map((row) => ids.indexOf(row.id))).toEqual([1]);
    expect(await countQuestions(ann, parseGrid({ q: "amzaon" }))).toBe(2);
  });

  test("puts the whole phrase before its scattered words, and a chosen order before the rank", async () => {
    expect((await shown("q=the amazon")).at(0)).toBe(3);
    expect(await shown("q=the amazon&sort=-id")).toEqual(
      await shown("q=the amazon").then((places) => [...places].sort((a, b) => b - a)),
    );
  });

  test("does not shake at quotes, wildcards and backslashes", async () => {
    for (const q of ["'", '"', "\\", "%%", "__", "a'; DROP TABLE users; --", '""', "   "])
      await viewOf(parseGrid({ q }));
    expect((await shown("q=   ")).length).toBe(7);
  });

  test("uses the trigram index for both ways of looking", async () => {
    const rollback = new Error("The rows were for the planner only.");
    await expect(
      db.$transaction(async (tx) => {
        await tx.$executeRaw`
        INSERT INTO question_heads (question_id, revision_id, number, question, normalized, primary_answer, search_text, evidence_hosts, status, false_premise, fact_type, hops, review_policy, author_id, revised_at)
        SELECT 1000000 + i, 1000000 + i, 1, md5(i::text), md5(i::text), '', md5(i::text) || ' ' || md5((i * 7)::text), '{}', 'active', false, 'never-changing', 'one-hop', 'never', 1, now()
        FROM generate_series(1, 10000) i`;
        await tx.$queryRaw`SELECT gin_clean_pending_list('question_heads_search_text_idx')`;
        await tx.$executeRaw`ANALYZE question_heads`;
        const searches = await Promise.all(
          ["griner", "grinner"].map(async (q) => {
            const state = parseGrid({ q });
            return gridStatements(state, await resolveSearch(state, tx));
          }),
        );
        for (const statement of notEmpty(searches.flatMap(({ page, count }) => [page, count]))) {
          const plan = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
            `EXPLAIN ${statement.text}`,
            ...statement.values,
          );
          const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
          expect(text).toContain("Index Scan on question_heads_search_text_idx");
          expect(text).not.toContain("Seq Scan on question_heads");
        }
        throw rollback;
      }, LONG),
    ).rejects.toBe(rollback);
  });
});

describe("the order", () => {
  test.each([
    ["id", [0, 1, 2, 3, 4, 5, 6]],
    ["-id", [6, 5, 4, 3, 2, 1, 0]],
    ["category", [0, 5, 1, 2, 3, 4, 6]],
    ["hops", [0, 1, 2, 4, 6, 3, 5]],
    ["split", [0, 1, 4, 5, 6, 2, 3]],
    ["-split", [2, 6, 5, 4, 1, 0, 3]],
    ["year", [4, 1, 0, 2, 5, 6, 3]],
    ["-year", [6, 5, 2, 0, 1, 4, 3]],
    ["review", [4, 5, 0, 2, 3, 6, 1]],
    ["question", [0, 3, 2, 5, 4, 1, 6]],
  ])(
    "by %s has the dataset's own as its tie-break, backwards where it descends, and puts what is absent last",
    async (sort, expected) => {
      expect(await shown(`sort=${sort}`)).toEqual(expected);
    },
  );

  test("works by every column and together with a search", async () => {
    for (const column of [
      "answer",
      "factType",
      "premise",
      "evidence",
      "status",
      "author",
      "revised",
      "revision",
    ]) {
      const up = await shown(`sort=${column}&columns=question,${column}`);
      expect(up).toHaveLength(7);
      expect(await shown(`sort=-${column}&columns=question,${column}`)).toEqual(up.toReversed());
      await shown(`sort=-${column}&q=amazon`);
    }
  });
});

test("each page of each order, both ways, filtered or not, is its part of the whole view", async () => {
  const rollback = new Error("The authors were for this alone.");
  await expect(
    db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE question_heads SET author_id = ${cy.userId} WHERE question_id = ANY(${[ids[1], ids[4], ids[5]]}::int[])`;
      for (const filter of ["", "status=active,retired", "hops=one-hop", "q=a", "author=999"])
        for (const sort of SORTABLE_COLUMNS.flatMap((column) => [column, `-${column}`])) {
          const state = { ...parseGrid(new URLSearchParams(`${filter}&sort=${sort}`)), size: 3 };
          const whole = await listMatchingIds(ann, state, tx);
          const search = await resolveSearch(state, tx);
          for (let page = 1; page <= 4; page++) {
            const rows = await tx.$queryRaw<{ id: number }[]>(
              gridStatements({ ...state, page }, search).page,
            );
            expect(
              rows.map(({ id }) => id),
              `${filter} ${sort} ${page}`,
            ).toEqual(whole.slice(3 * page - 3, 3 * page));
          }
        }
      throw rollback;
    }, LONG),
  ).rejects.toBe(rollback);
});

test("each order of the grid, both ways, reads its page from an index", async () => {
  const indexes: Record<string, string> = {
    "": "(?:order|lean)_idx",
    id: "(?:pkey|queue_idx)",
    question: "by_question_idx",
    answer: "by_answer_idx",
    category: "by_category_idx",
    factType: "by_fact_type_idx",
    premise: "by_premise_idx",
    hops: "by_hops_idx",
    split: "by_split_idx",
    year: "by_year_idx",
    review: "by_review_idx",
    evidence: "by_host_idx",
    status: "(?:order|lean)_idx",
    author: "by_author_idx",
    revised: "revised_idx",
    revision: "by_revision_idx",
  };
  expect(Object.keys(indexes).toSorted()).toEqual(["", ...SORTABLE_COLUMNS].toSorted());
  await db.$transaction(async (tx) => {
    // In a table of eight rows nothing else would be read from an index.
    for (const other of ["seqscan", "sort", "bitmapscan"])
      await tx.$executeRawUnsafe(`SET LOCAL enable_${other} = off`);
    for (const [column, index] of Object.entries(indexes))
      for (const sort of [column, `-${column}`]) {
        const { page } = gridStatements(parseGrid({ sort, columns: "question" }), null);
        const plan = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
          `EXPLAIN ${page.text}`,
          ...page.values,
        );
        const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
        expect(text, sort).toMatch(
          new RegExp(`Only Scan (?:Backward )?using question_heads_${index} on question_heads h_?`),
        );
      }
  });
});

test("pages hold each question once, and a page beyond the last one is empty with the total still right", async () => {
  const state = parseGrid({ sort: "category", size: "25" });
  const pages = await Promise.all([1, 2, 3].map((page) => viewOf({ ...state, size: 3, page })));
  expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.id))).size).toBe(7);
  expect(await viewOf({ ...state, page: 40 })).toMatchObject({ rows: [] });
  expect(await countQuestions(ann, { ...state, page: 40 })).toBe(7);
});

test("a row holds the columns that are shown and no others", async () => {
  const view = await viewOf(parseGrid({ columns: "question,year", q: "founded" }));
  expect(view.rows).toEqual([
    {
      id: ids[1],
      revisionId: view.rows[0]!.revisionId,
      status: "active",
      question: "Who founded Amazon?",
      year: 2022,
      before: true,
    },
  ]);
});

test("rows by id come in the order of the ids, without those that are not there", async () => {
  const rows = await listGridRows(ann, [ids[3]!, 999_999, ids[1]!], ["question", "year"]);
  expect(rows).toMatchObject([
    { id: ids[3], status: "active", question: QUESTIONS[3]!.question, year: null, before: false },
    { id: ids[1], status: "active", question: QUESTIONS[1]!.question, year: 2022, before: true },
  ]);
});

test("of changed questions it is said who changed them, and whether a view has them", async () => {
  const wanted = [...ids.slice(0, 4), 999_999];
  for (const query of ["split=DEV", "q=amazon", "hops=multi-hop&q=brazil", ""]) {
    const state = parseGrid(new URLSearchParams(query));
    const there = new Set(await listMatchingIds(ann, state));
    notEmpty([...there]);
    const changes = await describeChanges(ann, wanted, state);
    expect(changes.map(({ id, matches }) => [id, matches])).toEqual(
      ids.slice(0, 4).map((id) => [id, there.has(id)]),
    );
    expect(new Set(changes.map(({ by }) => by))).toEqual(new Set(["Ann"]));
  }
});

describe("groups", () => {
  const placesOf = (found: readonly number[]) => found.map((id) => ids.indexOf(id));

  test.each([
    [
      "group=category",
      { "false-premise": [0, 5], "never-changing": [1], "slow-changing": [2, 3, 4, 6] },
    ],
    ["group=split", { TEST: [0, 1, 4, 5, 6], DEV: [2], none: [3] }],
    ["group=split&sort=-id", { TEST: [6, 5, 4, 1, 0], DEV: [2], none: [3] }],
    ["group=category&q=amazon", { "never-changing": [1], "slow-changing": [3] }],
  ])(
    "of %s stand together, in the order of their list, each with its count",
    async (query, expected) => {
      const view = await listGridIds(ann, parseGrid(new URLSearchParams(query)));
      let at = 0;
      const found = (view.groups ?? []).map(({ key, count }) => [
        key,
        placesOf(view.ids.slice(at, (at += count))),
      ]);
      expect(found).toEqual(Object.entries(expected));
      const all = await listMatchingIds(ann, parseGrid(new URLSearchParams(query)));
      expect(placesOf(all)).toEqual(Object.values(expected).flat());
      // The page of the address says whether there is anything.
      expect((await viewOf(parseGrid(new URLSearchParams(query)))).rows).toHaveLength(all.length);
    },
  );

  test("of the due week begin on Mondays, and what is not scheduled comes last", async () => {
    const view = await listGridIds(ann, parseGrid({ group: "week" }));
    const keys = notEmpty(view.groups!).map(({ key }) => key);
    expect(keys.at(-1)).toBe("none");
    expect(keys.slice(0, -1)).toEqual(keys.slice(0, -1).toSorted());
    // Question 4 is due on Friday, 1 May 2020.
    expect(keys[0]).toBe("2020-04-27");
    expect(placesOf(view.ids.slice(0, 1))).toEqual([4]);
    for (const key of keys.slice(0, -1)) expect(new Date(key).getUTCDay()).toBe(1);
    expect(view.ids.toSorted()).toEqual((await listMatchingIds(ann, parseGrid({}))).toSorted());
  });

  test("are absent where nothing is grouped", async () => {
    expect(await listGridIds(ann, parseGrid({}))).toEqual({ ids: ids.slice(0, 7), groups: null });
  });
});

test.each([
  "",
  "category=false-premise",
  "category=slow-changing&split=TEST,none",
  "status=active,retired&hops=multi-hop",
  "premise=valid&fact=never-changing,slow-changing&review=occasionally",
  "q=amazon&hops=one-hop",
  "host=en.wikipedia.org&split=DEV",
])("the counts of %j say how many questions each choice would show", async (query) => {
  const state = parseGrid(new URLSearchParams(query));
  const facets = await countFacets(ann, state);
  const values = {
    category: CATEGORIES,
    fact: FACT_TYPES,
    premise: ["false", "valid"],
    hops: HOPS,
    split: SPLIT_CHOICES,
    status: STATUSES,
    review: REVIEW_POLICIES,
  } as const;
  for (const [facet, known] of Object.entries(values))
    for (const value of known) {
      const chosen = { ...state, [facet]: facet === "premise" ? value : [value] };
      expect(facets[facet as keyof typeof values][value] ?? 0, `${facet} ${value}`).toBe(
        (await listMatchingIds(ann, chosen)).length,
      );
    }
});

test("the export holds what the filter matches, in its order, with the cells to the letter and the place as id", async () => {
  const rows: string[][] = [];
  for await (const batch of exportMatching(
    ann,
    parseGrid({ category: "false-premise", sort: "-id" }),
  ))
    rows.push(...batch.map((row) => row.cells));
  expect(rows.map((cells) => [cells[0], cells[2]])).toEqual([
    ["0", QUESTIONS[5]!.question],
    ["1", QUESTIONS[0]!.question],
  ]);
  expect(rows[1]!.slice(1)).toEqual(renderCells({ ...BASE, ...QUESTIONS[0] }));
});

test("an export that its reader leaves gives its connection back", async () => {
  for (let i = 0; i < 25; i++) {
    const rows = exportMatching(ann, parseGrid({}));
    await rows.next();
    await rows.return(undefined);
  }
  expect(await shown("q=amazon")).toHaveLength(2);
});

test("a question's position, previous and next are those of the view that one came from", async () => {
  expect(await getQuestionPosition(ann, ids[2]!, parseGrid({}))).toEqual({
    previous: ids[1],
    next: ids[3],
    place: 3,
    total: 7,
  });
  expect(
    await getQuestionPosition(ann, ids[0]!, parseGrid({ category: "false-premise", sort: "-id" })),
  ).toEqual({ previous: ids[5], next: null, place: 2, total: 2 });
  expect(await getQuestionPosition(ann, ids[1]!, parseGrid({ q: "amazon" }))).toMatchObject({
    place: 1,
    next: ids[3],
  });
  expect(await getQuestionPosition(ann, ids[7]!, parseGrid({}))).toMatchObject({ place: null });
});

test("a question comes with every revision: who, when, why, and by which bulk change", async () => {
  const before = await getQuestion(ann, ids[6]!);
  await editQuestion(ann, {
    questionId: ids[6]!,
    baseRevisionId: before.revisionId,
    content: { ...before.content, answers: ["1400万人"] },
    comment: "Rounded",
  });
  await changeQuestions(ann, {
    questionIds: [ids[6]!],
    change: { kind: "split", split: "DEMO" },
    comment: "",
  });
  const question = await getQuestion(cy, ids[6]!);
  expect(question).toMatchObject({
    id: ids[6],
    number: 3,
    status: "active",
    category: "slow-changing",
    content: { split: "DEMO", answers: ["1400万人"] },
    releases: [],
  });
  expect(
    question.history.map((revision) => [
      revision.number,
      revision.reason,
      revision.comment,
      revision.author,
    ]),
  ).toEqual([
    [3, "split", "", "Ann"],
    [2, "edit", "Rounded", "Ann"],
    [1, "author", "", "Ann"],
  ]);
  expect(question.history[0]!.operation).toMatchObject({
    summary: "Moved 1 question to DEMO",
    undone: false,
    undoable: true,
  });
  await expect(getQuestion(ann, 999_999)).rejects.toThrow(NotFound);
});

test("others' views are seen only where they are shared, and one's own come first", async () => {
  await saveView(ann, { name: "B mine", query: "q=b", shared: false });
  await saveView(ann, { name: "A shared", query: "q=a", shared: true });
  await saveView(cy, { name: "Z own", query: "q=z", shared: false });
  expect((await listViews(cy)).map((view) => [view.name, view.owner])).toEqual([
    ["Z own", null],
    ["A shared", "Ann"],
  ]);
  const names = async () => (await listViews(ann)).map((view) => view.name);
  expect(await names()).toEqual(["B mine", "A shared"]);
  const [b, a] = await listViews(ann);
  await orderViews(ann, { viewIds: [a!.id] });
  expect(await names()).toEqual(["A shared", "B mine"]);
  // Someone else's views stay where they are.
  await orderViews(cy, { viewIds: [b!.id, a!.id] });
  expect(await names()).toEqual(["A shared", "B mine"]);
});

test("the menus offer those who wrote a last revision, and the commonest hosts first", async () => {
  const choices = await listGridChoices(cy);
  expect(choices.authors).toEqual([{ id: ann.userId, name: "Ann" }]);
  expect(choices.hosts[0]).toEqual({ host: "en.wikipedia.org", count: 6 });
});

test("somebody without a role reads nothing", async () => {
  const nobody: Actor = { ...cy, roles: [] };
  const state = parseGrid({});
  await expect(listQuestions(nobody, state)).rejects.toThrow(AccessDenied);
  await expect(listMatchingIds(nobody, state)).rejects.toThrow(AccessDenied);
  await expect(exportMatching(nobody, state).next()).rejects.toThrow(AccessDenied);
  await expect(getQuestion(nobody, ids[0]!)).rejects.toThrow(AccessDenied);
  await expect(getQuestionPosition(nobody, ids[0]!, state)).rejects.toThrow(AccessDenied);
  await expect(listGridChoices(nobody)).rejects.toThrow(AccessDenied);
});
