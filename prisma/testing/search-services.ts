/*
 * Search services for tests, served by the process of model-services.ts under /serpapi, /serper, /searxng and /brave, as
 * their documentation of autumn 2026 has them. A word "behave:…" in the query, or a further part of the path
 * (/serper/rate-limited), says how it behaves; see the list there. Each answer has all kinds of evidence that the service
 * knows, and what the engine's own model wrote, which must never become evidence unless it is wanted.
 */

const SEARCHES = ["serpapi", "serper", "searxng", "brave"] as const;
export type Search = (typeof SEARCHES)[number];

/** Written by the engine's own model. */
export const AI_TEXT = "An overview that a model wrote.";

/** Which search a path belongs to, and how it is to behave. */
export function searchOf(
  path: string,
  query: string,
): { service: Search; behavior: string } | null {
  const [, first, second] = path.split("/");
  const service = SEARCHES.find((one) => one === first);
  if (service === undefined) return null;
  const within = /\bbehave:([a-z-]+)/.exec(query)?.[1];
  const inPath = ["search", "search.json", "web"].includes(second ?? "") ? undefined : second;
  return { service, behavior: within ?? inPath ?? "ok" };
}

/**
 * What a service answers to a query.
 * @param page from 0; there are three pages.
 */
export function searchAnswer(service: Search, query: string, page: number): object {
  const organic = page > 2 ? [] : organicResults(query, page, service === "brave" ? 20 : 10);
  const first = page === 0;
  switch (service) {
    case "serpapi":
      return {
        search_metadata: { id: "1", status: "Success" },
        search_parameters: { engine: "google", q: query },
        ...(first && {
          ai_overview: { text_blocks: [{ type: "paragraph", snippet: AI_TEXT }] },
          answer_box: {
            type: "organic_result",
            title: `Answer to ${query}`,
            answer: "42",
            link: "https://www.answers.example/box",
            date: "Nov 1, 2026",
          },
          knowledge_graph: {
            title: "A thing",
            type: "Thing",
            description: "What is known of it.",
            source: { name: "Encyclopedia", link: "https://encyclopedia.example/thing" },
          },
          related_questions: [
            {
              question: "What else?",
              snippet: "Something else.",
              title: "Else",
              date: "Oct 3, 2026",
              link: "https://else.example/",
            },
            { question: "What does a model say?", type: "ai_overview", snippet: AI_TEXT },
          ],
          questions_and_answers: [
            { question: "Who knows?", answer: "Somebody.", link: "https://forum.example/1" },
          ],
        }),
        organic_results: organic.map((one) => ({
          position: one.position,
          title: one.title,
          link: one.url,
          displayed_link: one.url,
          snippet: one.snippet,
          date: one.date,
          snippet_highlighted_words: ["marked"],
        })),
      };
    case "serper":
      return {
        searchParameters: { q: query, type: "search", engine: "google" },
        ...(first && {
          answerBox: {
            title: `Answer to ${query}`,
            answer: "42",
            snippet: "It is 42.",
            link: "https://www.answers.example/box",
          },
          knowledgeGraph: {
            title: "A thing",
            type: "Thing",
            description: "What is known of it.",
            descriptionLink: "https://encyclopedia.example/thing",
            attributes: { Born: "1815" },
          },
          peopleAlsoAsk: [
            {
              question: "What else?",
              snippet: "Something else.",
              title: "Else",
              link: "https://else.example/",
            },
          ],
          aiOverview: AI_TEXT,
        }),
        organic: organic.map((one) => ({
          title: one.title,
          link: one.url,
          snippet: one.snippet,
          date: one.date,
          position: one.position,
        })),
        credits: 1,
      };
    case "searxng":
      return {
        query,
        number_of_results: 30,
        results: organic.map((one) => ({
          title: one.title,
          url: one.url,
          content: one.snippet,
          publishedDate: one.iso,
          engine: "wikipedia",
        })),
        answers: first ? [{ answer: AI_TEXT, url: null, engine: "answerer" }] : [],
        infoboxes: first
          ? [
              {
                infobox: "A thing",
                content: "What is known of it.",
                engine: "wikidata",
                urls: [{ title: "Encyclopedia", url: "https://encyclopedia.example/thing" }],
                attributes: [{ label: "Born", value: "1815" }],
              },
            ]
          : [],
        unresponsive_engines: [],
      };
    case "brave":
      return {
        type: "search",
        query: { original: query },
        web: {
          results: organic.map((one) => ({
            title: one.title,
            url: one.url,
            description: one.snippet.replace("marked", "<strong>marked</strong>"),
            page_age: `${one.iso}T00:00:00`,
            extra_snippets: ["More of it."],
          })),
        },
        ...(first && {
          faq: {
            results: [
              {
                question: "Who knows?",
                answer: "Somebody.",
                title: "F",
                url: "https://forum.example/1",
              },
            ],
          },
          infobox: {
            results: [
              {
                title: "A thing",
                long_desc: "What is known of it.",
                url: "https://encyclopedia.example/thing",
              },
            ],
          },
          summarizer: { type: "summarizer", key: AI_TEXT },
        }),
      };
  }
}

/** Results of Serper whose pages are those of the test site, by their names. */
export function sitePagesAnswer(origin: string, pages: readonly string[]): object {
  return {
    organic: pages.map((page, at) => ({
      title: `About ${page}`,
      link: `${origin}/site/${page}`,
      snippet: `What ${page} says.`,
      position: at + 1,
    })),
    credits: 1,
  };
}

/** Dates go back a day for each result, so that the order by date is the ranks' own, reversed. */
function organicResults(query: string, page: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const position = page * count + index + 1;
    const at = new Date(Date.UTC(2026, 9, 31) - (position - 1) * 86_400_000);
    return {
      position,
      title: `Result ${position} for ${query}`,
      url: `https://www.site${position}.example/page`,
      snippet: `What site ${position} says, marked, of ${query}`,
      date: at.toLocaleDateString("en-US", {
        month: "short",
        day: "numeric",
        year: "numeric",
        timeZone: "UTC",
      }),
      iso: at.toISOString().slice(0, 10),
    };
  });
}

/** The service's own way to say that something is wrong. */
export function searchError(service: Search, message: string): object {
  switch (service) {
    case "serpapi":
      return { error: message };
    case "serper":
      return { message, statusCode: 0 };
    case "searxng":
      return { error: message };
    case "brave":
      return {
        type: "ErrorResponse",
        error: { id: "1", status: 0, code: "ERROR", detail: message },
      };
  }
}
