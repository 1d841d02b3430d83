import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Evidence } from "./evidence";
import { KINDS_OF_SERVICE } from "./rules";
import { readSearchResults } from "./search-results";
import { SEARCH_SERVICES, type SearchService } from "./vocabulary";

const TODAY = "2026-11-22";
const read = (service: SearchService, json: unknown, aiText = false) =>
  readSearchResults(service, json, TODAY, { aiText });
/** Without what is null. */
const brief = (found: Evidence[]) =>
  found.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)));

describe("SerpApi", () => {
  it("gives results with host, date, text and what is highlighted", () => {
    const found = read("serpapi", {
      organic_results: [
        {
          position: 1,
          title: "A",
          link: "https://www.example.org/a",
          date: "2 days ago",
          snippet: "About A",
          snippet_highlighted_words: ["A", "B"],
        },
        {
          title: "B",
          displayed_link: "https://news.example › b",
          source: "News",
          rich_snippet: { bottom: { extensions: ["4.5 stars", "12 votes"] } },
        },
        {
          title: "C",
          source: "C's page",
          contents: {
            table: [
              ["x", "1"],
              ["y", "2"],
            ],
          },
        },
        { title: "D", link: "javascript:alert(1)", list: ["one", "two"] },
      ],
    });
    expect(brief(found)).toEqual([
      {
        kind: "organic",
        source: "example.org",
        date: "2026-11-20",
        dateText: "2 days ago",
        title: "A",
        snippet: "About A",
        highlight: "A | B",
        url: "https://www.example.org/a",
        rank: 1,
      },
      {
        kind: "organic",
        source: "https://news.example",
        title: "B",
        snippet: "4.5 stars\n\t12 votes",
        rank: 2,
      },
      { kind: "organic", source: "C's page", title: "C", snippet: "x,1\n\ty,2", rank: 3 },
      {
        kind: "organic",
        title: "D",
        snippet: "one\n\ttwo",
        url: "javascript:alert(1)",
        rank: 4,
      },
    ]);
  });

  it("gives related questions, questions with answers, and facts of a knowledge graph", () => {
    const found = read("serpapi", {
      related_questions: [
        {
          question: "Who?",
          snippet: "She.",
          title: "T",
          link: "https://a.example/",
          date: "May 1, 2026",
        },
      ],
      questions_and_answers: [{ question: "When?", answer: "Then.", link: "https://b.example/" }],
      knowledge_graph: {
        title: "Ada Lovelace",
        type: "Mathematician",
        kgmid: "/m/0f",
        born: "December 10, 1815",
        born_links: [{ text: "1815" }],
        website: "https://ada.example",
        died_link: "x",
        source: { name: "Wikipedia", link: "https://en.wikipedia.org/" },
      },
    });
    expect(brief(found)).toEqual([
      {
        kind: "related",
        source: "a.example",
        date: "2026-05-01",
        dateText: "May 1, 2026",
        title: "T",
        snippet: "She.",
        question: "Who?",
        url: "https://a.example/",
        rank: 1,
      },
      {
        kind: "qa",
        source: "b.example",
        title: "When?",
        snippet: "Then.",
        url: "https://b.example/",
        rank: 1,
      },
      {
        kind: "graph",
        source: "Wikipedia",
        title: "Ada Lovelace\n\tMathematician",
        snippet: "born: December 10, 1815",
        rank: 1,
      },
    ]);
  });

  it.each([
    [
      {
        type: "organic_result",
        title: "T",
        answer: "42",
        snippet: "It is 42.",
        link: "https://a.example/",
      },
      { source: "a.example", title: "T", snippet: "It is 42.", highlight: "42" },
    ],
    [
      { type: "local_time", result: "5:04 AM", extensions: ["Sunday", "Auckland"] },
      { snippet: "5:04 AM\n\tSunday\n\tAuckland" },
    ],
    [
      {
        type: "population_result",
        place: "Peru",
        population: "33.7 million",
        year: "2022",
        sources: [{ link: "https://data.example/" }],
      },
      {
        source: "data.example",
        title: "Peru / Population",
        highlight: "33.7 million",
        dateText: "2022",
      },
    ],
    [{ type: "calculator_result", result: "4" }, { snippet: "4" }],
  ])("gives an answer box: %j", (box, expected) => {
    const [one] = brief(read("serpapi", { answer_box: box }));
    expect(one).toMatchObject({ kind: "box", rank: 1, ...expected });
  });

  it("gives no text of an AI overview, unless the method says so", () => {
    const json = {
      ai_overview: { text_blocks: [{ snippet: "generated" }] },
      related_questions: [{ type: "ai_overview", question: "Who?", snippet: "generated" }],
      answer_box: { type: "ai_overview", answer: "generated" },
      organic_results: [{ title: "T", snippet: "written" }],
    };
    expect(read("serpapi", json).map(({ snippet }) => snippet)).toEqual(["written"]);
    expect(read("serpapi", json, true)).toHaveLength(3);
  });
});

it("Serper gives results, related questions, graph and answer box", () => {
  const found = read("serper", {
    organic: [
      { title: "A", link: "https://a.example/x", snippet: "S", date: "Nov 3, 2026", position: 1 },
    ],
    peopleAlsoAsk: [{ question: "Who?", snippet: "She.", title: "T", link: "https://b.example/" }],
    knowledgeGraph: {
      title: "Ada",
      type: "Person",
      description: "Wrote programs",
      descriptionLink: "https://en.wikipedia.org/wiki/Ada",
      attributes: { Born: "1815", Odd: 3 },
    },
    answerBox: { title: "B", answer: "42", snippet: "It is 42.", link: "https://c.example/" },
  });
  expect(
    found.map(({ kind, source, date, snippet, highlight }) => [
      kind,
      source,
      date,
      snippet,
      highlight,
    ]),
  ).toEqual([
    ["organic", "a.example", "2026-11-03", "S", null],
    ["related", "b.example", null, "She.", null],
    ["graph", "en.wikipedia.org", null, "description: Wrote programs\n\tBorn: 1815", null],
    ["box", "c.example", null, "It is 42.", "42"],
  ]);
});

it("SearXNG gives results and an infobox; its answers only where the method says so", () => {
  const json = {
    results: [
      { url: "https://a.example/", title: "A", content: "S", publishedDate: "2026-10-01T00:00:00" },
    ],
    answers: ["old form", { answer: "new form", url: "https://b.example/", engine: "x" }],
    infoboxes: [
      {
        infobox: "Ada",
        content: "Mathematician",
        engine: "wikidata",
        urls: [{ title: "W", url: "https://www.wikidata.org/" }],
        attributes: [{ label: "Born", value: "1815" }],
      },
    ],
  };
  expect(
    read("searxng", json).map(({ kind, source, date, snippet }) => [kind, source, date, snippet]),
  ).toEqual([
    ["organic", "a.example", "2026-10-01", "S"],
    ["graph", "wikidata.org", null, "Mathematician\n\tBorn: 1815"],
  ]);
  expect(read("searxng", json, true).at(-1)).toMatchObject({ kind: "box", highlight: "old form" });
});

it("Brave gives results without their markup, questions with answers, and an infobox", () => {
  const found = read("brave", {
    web: {
      results: [
        {
          title: "<strong>A</strong> page",
          url: "https://www.a.example/",
          description: "It is <strong>42</strong>.",
          page_age: "2026-09-01T10:00:00",
          extra_snippets: ["More."],
        },
      ],
    },
    faq: { results: [{ question: "Who?", answer: "She.", url: "https://b.example/" }] },
    infobox: {
      results: [{ title: "Ada", long_desc: "Wrote programs", url: "https://c.example/" }],
    },
  });
  expect(
    found.map(({ kind, source, date, title, snippet, highlight }) => [
      kind,
      source,
      date,
      title,
      snippet,
      highlight,
    ]),
  ).toEqual([
    ["organic", "a.example", "2026-09-01", "A page", "It is 42.\n\tMore.", "42"],
    ["qa", "b.example", null, "Who?", "She.", null],
    ["graph", "c.example", null, "Ada", "Wrote programs", null],
  ]);
});

describe.each(SEARCH_SERVICES)("%s", (service) => {
  it.each([null, [], "text", 7, {}, { organic_results: "no", results: 3, web: [], organic: {} }])(
    "holds no evidence in %j",
    (json) => expect(read(service, json)).toEqual([]),
  );

  it("breaks at no shape of its fields, and gives only the kinds that it is said to give", () => {
    const names =
      "organic_results related_questions questions_and_answers knowledge_graph answer_box organic peopleAlsoAsk knowledgeGraph answerBox results answers infoboxes web faq infobox title link url snippet date type sources attributes urls content".split(
        " ",
      );
    const shape = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ maxLength: 5 }),
        fc.integer(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6 }),
      ),
    })).value;
    fc.assert(
      fc.property(shape, (json) => {
        for (const one of read(service, json)) {
          expect(KINDS_OF_SERVICE[service]).toContain(one.kind);
          expect(one.rank).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it("what Brave marks is read at once, also where marks never end", () => {
  const marked = (description: string) =>
    read("brave", { web: { results: [{ description }] } })[0]!.highlight;
  expect(marked("a <strong>b</strong> c</strong> <strong>d\ne</strong> <strong>f")).toBe(
    "b | d\ne",
  );
  expect(marked("<strong>a<strong>b</strong>")).toBe("a<strong>b");
  expect(marked("<strong>".repeat(25_000))).toBeNull();
  expect(marked(`${"<strong>".repeat(25_000)}</strong>`)).toHaveLength(20_000);
});

it.each([
  ["serpapi", (list: object[]) => ({ organic_results: list })],
  ["serper", (list: object[]) => ({ organic: list })],
  ["searxng", (list: object[]) => ({ results: list })],
  ["brave", (list: object[]) => ({ web: { results: list } })],
] as const)("of %s 100 results and 20,000 characters of each text are read", (service, page) => {
  const long = "x".repeat(200_000);
  const texts = { title: long, snippet: long, content: long, description: long, date: long };
  const link = { link: "https://x.example/", url: "https://x.example/" };
  const found = read(service, page(Array.from({ length: 150 }, () => ({ ...texts, ...link }))));
  expect(found).toHaveLength(100);
  expect(found[0]!.title).toHaveLength(20_000);
  expect(found[0]!.snippet).toHaveLength(20_000);
  expect(found[0]!.url).toBe("https://x.example/");
  const far = `https://x.example/${long}`;
  const [one] = read(service, page([{ title: "a", link: far, url: far }]));
  expect(one).toMatchObject({ title: "a", url: null });
});

it("a text that is cut ends with a whole character", () => {
  const title = `${"x".repeat(19_999)}😀`;
  const [one] = read("serper", { organic: [{ title }] });
  expect(one!.title).toBe(`${"x".repeat(19_999)}\uFFFD`);
});
