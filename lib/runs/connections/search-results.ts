import { z } from "zod";
import { readEvidenceDate, type Evidence, type EvidenceKind } from "./evidence";
import type { SearchService } from "./vocabulary";

/*
 * What search services answer, as evidence. Field names as their documentation of autumn 2026 has them; services change
 * them, so that a field which is missing or of another type is taken for missing, and never ends a run.
 * What a search engine's own model wrote (AI overviews, `answer` of Tavily or SearXNG's answerers) is left out: it would
 * answer for the model under test. `aiText` is the switch that takes it in, and a run that does says so.
 */

/** The most that is read of an answer: of each list in it, and of each text of a piece of evidence. */
const MOST_RESULTS = 100;
const MOST_CHARACTERS = 20_000;

const text = z.string().trim().min(1).nullish().catch(null);
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) =>
      items.slice(0, MOST_RESULTS).flatMap((one): z.output<T>[] => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );
const object = <T extends z.ZodRawShape>(shape: T) => z.object(shape).nullish().catch(null);
const words = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .nullish()
  .catch(null);

interface Piece {
  link?: string | null | undefined;
  source?: string | null | undefined;
  date?: string | null | undefined;
  title?: string | null | undefined;
  snippet?: string | null | undefined;
  highlight?: readonly string[] | string | null | undefined;
  question?: string | null | undefined;
}

/** @param rank 1 is the best */
function evidence(kind: EvidenceKind, piece: Piece, rank: number, today: string): Evidence {
  const { source, title, snippet, highlight, question } = piece;
  // The beginning of an address is another address.
  const link = piece.link && piece.link.length <= MOST_CHARACTERS ? piece.link : null;
  const date = cut(piece.date);
  const answer = typeof highlight === "string" ? highlight : (highlight ?? []).join(" | ");
  return {
    kind,
    source: hostOf(link) ?? cut(source)?.split(" › ")[0]?.trim() ?? null,
    date: date ? readEvidenceDate(date, today) : null,
    dateText: date,
    title: cut(title),
    snippet: cut(snippet),
    highlight: answer === "" ? null : cut(answer),
    question: cut(question),
    url: link,
    rank,
  };
}

const cut = (said: string | null | undefined) =>
  said === null || said === undefined ? null : said.slice(0, MOST_CHARACTERS).toWellFormed();

/** "example.org" of a link, without "www."; null of what is no http URL. */
function hostOf(link: string | null | undefined): string | null {
  if (!link || !URL.canParse(link)) return null;
  const { protocol, hostname } = new URL(link);
  return /^https?:$/.test(protocol) ? hostname.replace(/^www\./, "") : null;
}

/** Rows of cells as FreshPrompt's notebook joins them. */
const tableText = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.join(",")).join("\n\t");

const serpApiTexts = {
  link: text,
  displayed_link: text,
  source: text,
  date: text,
  title: text,
  snippet: text,
  snippet_highlighted_words: words,
  list: z.array(z.string()).nullish().catch(null),
  contents: object({ table: z.array(z.array(z.string())).nullish().catch(null) }),
  rich_snippet: object({
    top: object({ extensions: z.array(z.string()).nullish().catch(null) }),
    bottom: object({ extensions: z.array(z.string()).nullish().catch(null) }),
  }),
};
const serpApi = z.object({
  organic_results: list(z.object(serpApiTexts)),
  related_questions: list(z.object({ ...serpApiTexts, question: text, type: text })),
  questions_and_answers: list(
    z.object({ link: text, date: text, question: text, answer: text, title: text }),
  ),
  knowledge_graph: z.record(z.string(), z.unknown()).nullish().catch(null),
  answer_box: object({
    ...serpApiTexts,
    type: text,
    answer: text,
    result: text,
    extensions: z.array(z.string()).nullish().catch(null),
    place: text,
    year: text,
    population: text,
    sources: list(z.object({ link: text })),
  }),
});
type SerpApiTexts = z.output<z.ZodObject<typeof serpApiTexts>>;

function serpApiPiece(one: SerpApiTexts): Piece {
  const { rich_snippet: rich } = one;
  const extensions = rich?.top?.extensions ?? rich?.bottom?.extensions;
  return {
    link: one.link,
    source: one.displayed_link ?? one.source,
    date: one.date,
    title: one.title,
    snippet:
      one.snippet ??
      extensions?.join("\n\t") ??
      one.list?.join("\n\t") ??
      (one.contents?.table ? tableText(one.contents.table) : null),
    highlight: one.snippet_highlighted_words,
  };
}

/** What of a knowledge graph is a fact in words: no ids, links or widgets. */
function graphText(graph: Readonly<Record<string, unknown>>): string {
  return Object.entries(graph)
    .flatMap(([name, value]) =>
      typeof value === "string" &&
      !["title", "type", "kgmid"].includes(name) &&
      !name.includes("_link") &&
      !name.includes("_stick") &&
      !value.startsWith("http")
        ? [`${name}: ${value}`]
        : [],
    )
    .join("\n\t");
}

const string = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const AI_QUESTION = /ai.?overview/i;

function readSerpApi(json: unknown, today: string, aiText: boolean): Evidence[] {
  const found = serpApi.parse(json);
  const graph = found.knowledge_graph;
  const source = graph?.source as { name?: unknown; link?: unknown } | undefined;
  const box = found.answer_box;
  return [
    ...found.organic_results.map((one, index) =>
      evidence("organic", serpApiPiece(one), index + 1, today),
    ),
    ...found.related_questions
      .filter(({ type }) => aiText || !AI_QUESTION.test(type ?? ""))
      .map((one, index) =>
        evidence("related", { ...serpApiPiece(one), question: one.question }, index + 1, today),
      ),
    ...found.questions_and_answers.map((one, index) =>
      evidence(
        "qa",
        { link: one.link, date: one.date, title: one.question, snippet: one.answer },
        index + 1,
        today,
      ),
    ),
    ...(graph
      ? [
          evidence(
            "graph",
            {
              source: string(source?.name) ?? hostOf(string(source?.link)),
              title: [string(graph.title), string(graph.type)]
                .filter((one) => one !== null)
                .join("\n\t"),
              snippet: graphText(graph),
            },
            1,
            today,
          ),
        ]
      : []),
    ...(box && (aiText || !AI_QUESTION.test(box.type ?? ""))
      ? [evidence("box", serpApiBox(box), 1, today)]
      : []),
  ];
}

function serpApiBox(box: NonNullable<z.output<typeof serpApi>["answer_box"]>): Piece {
  switch (box.type) {
    case "local_time":
      return { snippet: [box.result, ...(box.extensions ?? [])].filter(Boolean).join("\n\t") };
    case "population_result":
      return {
        link: box.sources[0]?.link,
        date: box.year,
        title: [box.place, "Population"].filter(Boolean).join(" / "),
        highlight: box.population,
      };
    default: {
      const piece = serpApiPiece(box);
      return {
        ...piece,
        snippet: piece.snippet ?? box.result,
        highlight: box.answer ?? piece.highlight,
      };
    }
  }
}

const serper = z.object({
  organic: list(z.object({ title: text, link: text, snippet: text, date: text })),
  answerBox: object({
    title: text,
    link: text,
    snippet: text,
    answer: text,
    date: text,
    snippetHighlighted: words,
  }),
  knowledgeGraph: object({
    title: text,
    type: text,
    description: text,
    descriptionSource: text,
    descriptionLink: text,
    attributes: z.record(z.string(), z.unknown()).nullish().catch(null),
  }),
  peopleAlsoAsk: list(z.object({ question: text, title: text, snippet: text, link: text })),
});

function readSerper(json: unknown, today: string): Evidence[] {
  const { organic, answerBox: box, knowledgeGraph: graph, peopleAlsoAsk } = serper.parse(json);
  return [
    ...organic.map((one, index) => evidence("organic", one, index + 1, today)),
    ...peopleAlsoAsk.map((one, index) => evidence("related", one, index + 1, today)),
    ...(graph
      ? [
          evidence(
            "graph",
            {
              link: graph.descriptionLink,
              source: graph.descriptionSource,
              title: [graph.title, graph.type].filter(Boolean).join("\n\t"),
              snippet: [
                ...(graph.description ? [`description: ${graph.description}`] : []),
                ...Object.entries(graph.attributes ?? {}).flatMap(([name, value]) =>
                  typeof value === "string" ? [`${name}: ${value}`] : [],
                ),
              ].join("\n\t"),
            },
            1,
            today,
          ),
        ]
      : []),
    ...(box
      ? [evidence("box", { ...box, highlight: box.answer ?? box.snippetHighlighted }, 1, today)]
      : []),
  ];
}

const searxng = z.object({
  results: list(z.object({ url: text, title: text, content: text, publishedDate: text })),
  /** Strings in older versions, objects since 2025. */
  answers: list(z.union([z.string(), z.object({ answer: z.string(), url: text, engine: text })])),
  infoboxes: list(
    z.object({
      infobox: text,
      content: text,
      engine: text,
      urls: list(z.object({ url: text })),
      attributes: list(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
});

function readSearxng(json: unknown, today: string, aiText: boolean): Evidence[] {
  const { results, answers, infoboxes } = searxng.parse(json);
  const [info] = infoboxes;
  const [answer] = answers.map((one) =>
    typeof one === "string" ? { answer: one, url: null } : one,
  );
  return [
    ...results.map((one, index) =>
      evidence(
        "organic",
        { link: one.url, title: one.title, snippet: one.content, date: one.publishedDate },
        index + 1,
        today,
      ),
    ),
    ...(info
      ? [
          evidence(
            "graph",
            {
              link: info.urls[0]?.url,
              source: info.engine,
              title: info.infobox,
              snippet: [
                ...(info.content ? [info.content] : []),
                ...info.attributes.map(({ label, value }) => `${label}: ${value}`),
              ].join("\n\t"),
            },
            1,
            today,
          ),
        ]
      : []),
    // Its answerers may be models, and it does not say which are.
    ...(aiText && answer
      ? [evidence("box", { link: answer.url, highlight: answer.answer }, 1, today)]
      : []),
  ];
}

const brave = z.object({
  web: object({
    results: list(
      z.object({
        title: text,
        url: text,
        description: text,
        age: text,
        page_age: text,
        extra_snippets: z.array(z.string()).nullish().catch(null),
      }),
    ),
  }),
  faq: object({
    results: list(z.object({ question: text, answer: text, title: text, url: text })),
  }),
  infobox: object({
    results: list(z.object({ title: text, description: text, long_desc: text, url: text })),
  }),
});

/** What stands between "<strong>" and "</strong>". */
function marked(description: string): string[] {
  const pieces = description.split("</strong>");
  return pieces.slice(0, -1).flatMap((piece) => {
    const at = piece.indexOf("<strong>");
    return at === -1 ? [] : [piece.slice(at + "<strong>".length)];
  });
}

function readBrave(json: unknown, today: string): Evidence[] {
  const { web, faq, infobox } = brave.parse(json);
  const plain = (one: string | null | undefined) => one?.replaceAll(/<\/?strong>/g, "") ?? null;
  const info = infobox?.results[0];
  return [
    ...(web?.results ?? []).map((one, index) =>
      evidence(
        "organic",
        {
          link: one.url,
          title: plain(one.title),
          date: one.page_age ?? one.age,
          snippet: [one.description, ...(one.extra_snippets ?? [])]
            .flatMap((part) => plain(part) ?? [])
            .join("\n\t"),
          highlight: marked(one.description ?? ""),
        },
        index + 1,
        today,
      ),
    ),
    ...(faq?.results ?? []).map((one, index) =>
      evidence(
        "qa",
        { link: one.url, title: one.question, snippet: plain(one.answer) },
        index + 1,
        today,
      ),
    ),
    ...(info
      ? [
          evidence(
            "graph",
            { link: info.url, title: info.title, snippet: info.long_desc ?? info.description },
            1,
            today,
          ),
        ]
      : []),
  ];
}

/**
 * Reads a service's answer.
 * @param json as it was parsed; anything but an object holds no evidence.
 * @param today ISO day of the search, for "2 days ago".
 * @param aiText whether texts that may be a model's are evidence, too.
 * @returns evidence with ranks from 1 in each kind, in no order.
 */
export function readSearchResults(
  service: SearchService,
  json: unknown,
  today: string,
  { aiText = false } = {},
): Evidence[] {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return [];
  switch (service) {
    case "serpapi":
      return readSerpApi(json, today, aiText);
    case "serper":
      return readSerper(json, today);
    case "searxng":
      return readSearxng(json, today, aiText);
    case "brave":
      return readBrave(json, today);
  }
}
