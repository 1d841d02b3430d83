import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor, Role } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { renderCells } from "./cells";
import { changeQuestions, editQuestion, saveView } from "./commands";
import { parseGrid } from "./grid";
import {
  exportMatching,
  getQuestionPosition,
  getQuestion,
  gridStatements,
  listGridChoices,
  listMatchingIds,
  listQuestions,
} from "./queries";
import type { Content } from "./schema";
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

/** The places in QUESTIONS of what a grid address shows, in its order. */
async function shown(query: string): Promise<number[]> {
  const state = parseGrid(new URLSearchParams(query));
  const [view, all] = await Promise.all([listQuestions(ann, state), listMatchingIds(ann, state)]);
  if (state.page === 1 && view.total <= state.size)
    expect(all).toEqual(view.rows.map((row) => row.id));
  expect(all).toHaveLength(view.total);
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
  ])("finds %j to the letter, blind to case and accents", async (q, expected) => {
    const view = await listQuestions(ann, parseGrid({ q }));
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
      const view = await listQuestions(ann, parseGrid({ q }));
      expect(view.similar).toBe(true);
      expect(ids.indexOf(view.rows[0]!.id)).toBe(expected);
      expect(view.total).toBe(view.rows.length);
    },
  );

  test("puts the whole phrase before its scattered words, and a chosen order before the rank", async () => {
    expect((await shown("q=the amazon")).at(0)).toBe(3);
    expect(await shown("q=the amazon&sort=-id")).toEqual(
      await shown("q=the amazon").then((places) => [...places].sort((a, b) => b - a)),
    );
  });

  test("does not shake at quotes, wildcards and backslashes", async () => {
    for (const q of ["'", '"', "\\", "%%", "__", "a'; DROP TABLE users; --", '""', "   "])
      await listQuestions(ann, parseGrid({ q }));
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
        const searches = ["grinner", "britny grinner"].map((q) => gridStatements(parseGrid({ q })));
        for (const statement of notEmpty(searches.flatMap(({ page, count }) => [page, count]))) {
          const plan = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
            `EXPLAIN ${statement.text}`,
            ...statement.values,
          );
          const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
          expect(
            text.match(/Index Scan on question_heads_search_text_idx/g)?.length,
            text,
          ).toBeGreaterThanOrEqual(2);
          expect(text).not.toContain("Seq Scan on question_heads");
        }
        throw rollback;
      }),
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
    ["-split", [2, 0, 1, 4, 5, 6, 3]],
    ["year", [4, 1, 0, 2, 5, 6, 3]],
    ["-year", [6, 0, 2, 5, 1, 4, 3]],
    ["review", [4, 5, 0, 2, 3, 6, 1]],
    ["question", [0, 3, 2, 5, 4, 1, 6]],
  ])(
    "by %s has the data set's own as its tie-break, and puts what is absent last",
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
      expect(await shown(`sort=${column}&columns=question,${column}`)).toHaveLength(7);
      await shown(`sort=-${column}&q=amazon`);
    }
  });
});

test("pages hold each question once, and a page beyond the last one is empty with the total still right", async () => {
  const state = parseGrid({ sort: "category", size: "25" });
  const pages = await Promise.all(
    [1, 2, 3].map((page) => listQuestions(ann, { ...state, size: 3, page })),
  );
  expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.id))).size).toBe(7);
  expect(await listQuestions(ann, { ...state, page: 40 })).toMatchObject({ rows: [], total: 7 });
});

test("a row holds the columns that are shown and no others", async () => {
  const view = await listQuestions(ann, parseGrid({ columns: "question,year", q: "founded" }));
  expect(view.rows).toEqual([
    { id: ids[1], status: "active", question: "Who founded Amazon?", year: 2022, before: true },
  ]);
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
    kind: "bulk",
    summary: "Moved 1 question to DEMO",
    undone: false,
  });
  await expect(getQuestion(ann, 999_999)).rejects.toThrow(NotFound);
});

test("others' views are seen only where they are shared, and one's own come first", async () => {
  await saveView(ann, { name: "B mine", query: "q=b", shared: false });
  await saveView(ann, { name: "A shared", query: "q=a", shared: true });
  await saveView(cy, { name: "Z own", query: "q=z", shared: false });
  expect((await listGridChoices(cy)).views.map((view) => [view.name, view.owner])).toEqual([
    ["Z own", null],
    ["A shared", "Ann"],
  ]);
  expect((await listGridChoices(ann)).views.map((view) => view.name)).toEqual([
    "A shared",
    "B mine",
  ]);
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
