import { isIP } from "node:net";
import type fc from "fast-check";
import { answersSchema } from "@/lib/rating/protocols/schema";
import type { ProtocolDefinition, Answers } from "@/lib/rating/protocols/vocabulary";
import { sampleContent } from "../content";
import { hostileText, nearly } from "./hostile";

/*
 * The parsers of texts and values, by file and name: what each is tried on, and what must hold of its answer. That it
 * throws nothing and takes no time must hold of all.
 */

export interface Parser {
  inputs: fc.Arbitrary<unknown>;
  /** Calls it as the product does; throws where its answer must not be. */
  parse: (call: (...args: unknown[]) => unknown, input: unknown) => unknown;
}

const must = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what);
};

/** A parser of one text. */
const text = (
  seeds: readonly string[],
  check: (answer: never, input: string) => void = () => {},
  ...more: unknown[]
): Parser => ({
  inputs: hostileText(seeds),
  parse: (call, input) => check(call(input, ...more) as never, input as string),
});
/** A parser of one value, such as a device kept it or JSON brought it. */
const value = (seeds: readonly unknown[], ...more: unknown[]): Parser => ({
  inputs: nearly(seeds),
  parse: (call, input) => call(input, ...more),
});
/** What reads a text that the device keeps under a name. */
const kept = (seed: unknown, ...more: unknown[]): Parser => ({
  inputs: hostileText([JSON.stringify(seed)], 2_000),
  parse: (call, input) => {
    const storage = { getItem: () => input as string, setItem() {}, removeItem() {} };
    Object.assign(globalThis, { window: { localStorage: storage, sessionStorage: storage } });
    try {
      call("key", ...more);
    } finally {
      Reflect.deleteProperty(globalThis, "window");
    }
  },
});
/** The query of an address, as a page and as a route get it. */
const query = (seeds: readonly string[]): Parser => ({
  inputs: hostileText(seeds, 2_000),
  parse: (call, input) => {
    const params = new URLSearchParams(input as string);
    call(params);
    const asked: Record<string, string | string[]> = Object.create(null);
    for (const name of new Set(params.keys())) {
      const values = params.getAll(name);
      asked[name] = values.length === 1 ? values[0]! : values;
    }
    call(asked);
  },
});

const isWeb = (address: string) => /^https?:\/\//i.test(address);

/** Every link that is drawn of a text leads to the web. */
function linksLeadToTheWeb(drawn: readonly { is: string; href?: string; of?: never }[] | null) {
  for (const part of drawn ?? []) {
    if (part.href !== undefined) must(isWeb(part.href), `links to ${part.href}`);
    if (Array.isArray(part.of)) linksLeadToTheWeb(part.of);
  }
}

const SITE = "https://freshqa.example.org";
const OPEN_REDIRECTS = [
  "//evil.example",
  "/\\evil.example",
  "/a/..//evil.example",
  "https://freshqa.example.org@evil.example/",
  "https://freshqa.example.org.evil.example",
  "/questions?q=100%",
];
/** What a browser says that is no other site. */
const isOwn = (said: string) => ["same-origin", "none"].includes(said);

const isDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(day).toISOString().startsWith(day);

const YEARS = ["2022", "before 2022", "Before 2022.0", "2022.0"];
const REVIEWS = ["weekly", "monthly", "24-Nov", "11/24/2023", "2024-02-29", "occasionally", "n/a"];
const DRAFT = {
  savedAt: "2026-01-01",
  values: { question: "Who?", answers: [{ key: 1, text: "A" }], sources: [], comment: "" },
  base: { revisionId: 1, number: 1, cells: ["a"], nextReview: { policy: "never", on: null } },
};
const UUID = "01234567-89ab-4cde-8f01-23456789abcd";

const SHEET_FIELDS = [
  ...["question", "answers", "answer", "factType", "hops", "premise", "split", "year", "review"],
  ...["evidence", "note", "__proto__"],
];

const MARKDOWN = [
  "[a](javascript:alert(1))",
  "[a]: https://example.org\n[a]",
  "![x](https://a)",
  "| a | b |\n| - | - |\n| 1 | [1] |",
  "<a href='javascript:x'>a</a>",
  "https://example.org/a_b_c",
  "**a _b ~~c~~_** `d` \n```\ne\n```",
  "- [ ] a\n  1. b\n> c[^1]\n\n[^1]: d",
];

export const TEXT_PARSERS: Record<string, Parser> = {
  "components/data-table/clipboard.ts:readClipboard": {
    inputs: hostileText(["<table><tr><td>a<td>'=1</table>", '"a\nb"\tc']),
    parse: (call, input) => {
      call(input, input);
      call("", input);
    },
  },
  "components/data-table/clipboard.ts:readHtmlTable": text([
    "<table><tr><td colspan=3>a</td><td rowspan=9>b</td></tr></table>",
    "<!--StartFragment--><table>",
  ]),
  "components/data-table/clipboard.ts:readTabbed": text(['"a\n""b"""\tc\r\n', "\t\t"]),
  "components/dataset/sheet/unsaved-cells.ts:readKept": value([
    [
      {
        questionId: 1,
        field: "note",
        text: "a",
        baseRevisionId: 2,
        before: "",
        state: { is: "waiting" },
      },
    ],
  ]),
  "components/dataset/questions/question-draft.ts:readDraft": kept(DRAFT),
  "components/authoring/local-draft.ts:readFromDevice": kept(DRAFT),
  "components/desk/left-visit.ts:readLeftVisit": text([UUID]),
  "components/desk/post.ts:readAnswer": {
    inputs: hostileText(['{"refusal":{"code":"stale","message":"m"}}', "null"]),
    parse: (call, input) => {
      for (const status of [200, 204, 409, 500]) call(status, input);
    },
  },
  "components/home/tour/tour-state.ts:readPlace": value([{ role: "rater", step: 1 }, "rater"]),
  "components/rating/protocols/kept-protocol.ts:readKept": kept({ name: "x", definition: {} }),
  "components/dataset/questions/form-values.ts:readValues": value(
    [{ question: "x", answers: [{ text: 1 }], effectiveYear: { text: "2020" }, nextReview: null }],
    {},
  ),
  "components/refreshing/desk-draft.ts:readDeskDraft": value(
    [{ kind: "retire", open: true, values: { yearFollows: true, verified: true, comment: "" } }],
    sampleContent(),
  ),
  "components/reporting/shared/chosen-options.tsx:readOptions": value([{ mode: "strict" }]),
  "components/shell/closed-groups.ts:readClosedGroups": text(["Dataset.Run_models"]),
  "components/shell/recent.ts:readRecent": kept([{ href: "/x", label: "x", note: "" }]),
  "components/ui/device-storage.ts:readText": kept("a"),
  "components/ui/device-storage.ts:readValue": kept({ a: 1 }),
  "components/ui/kept-forms.ts:readDraft": kept(
    { savedAt: "2026-01-01", changed: { a: "x" }, was: { a: "" } },
    { a: "", b: 1 },
  ),
  "lib/authoring/rules.ts:readPastedEvidence": text(
    ["see https://example.org/a#:~:text=b,c).", "“quoted” http://x"],
    (found: { url: string } | null) => must(found === null || isWeb(found.url), "no web address"),
  ),
  "lib/cli/import.ts:readAs": {
    inputs: hostileText(["separator=;,header=relaxed"]),
    parse: (call, input) => refusing(() => call({ "read-as": input }), "UsageError"),
  },
  "lib/dataset/file-formats/reading.ts:parseReading": text([
    "separator=;",
    "header=relaxed,quotes=loose",
    "columns={",
  ]),
  "lib/dataset/file-formats/xlsx-text.ts:decodeXlsxText": text(["_x000D_", "_x005F_x000D_"]),
  "lib/dataset/file-formats/column-guess.ts:guessColumns": cells(),
  "lib/dataset/file-formats/release-header.ts:understandHeader": {
    inputs: hostileText(["id", "answer_0", " Answer 0 "]),
    parse: (call, input) => {
      for (const relaxed of [true, false]) call((input as string).split(/[,\n]/), relaxed, 1, 1);
    },
  },
  "lib/dataset/questions/cells.ts:readCells": {
    inputs: hostileText([...YEARS, ...REVIEWS, "TRUE", "fast-changing", "one-hop"], 2_000),
    parse: (call, input) => {
      const texts = (input as string).split("|");
      const all = Array.from({ length: 19 }, (_, at) => texts[at % texts.length]!);
      call(all, null);
      call(all, "2024-02-29");
    },
  },
  "lib/dataset/questions/cells.ts:readClass": text(
    ["one-hop", " One Hop"],
    () => {},
    ["one-hop"],
    (raw: string) => raw.toLowerCase(),
  ),
  "lib/dataset/questions/cells.ts:readEffectiveYear": text(
    YEARS,
    ({ value: read }: { value: { year: number } | null | undefined }) =>
      must(!read || (read.year >= 0 && read.year <= 9999), "a year of five digits"),
  ),
  "lib/dataset/questions/cells.ts:readNextReview": {
    inputs: hostileText(REVIEWS),
    parse: (call, input) => {
      for (const released of [null, "2024-02-29", "0001-01-01"]) {
        const { value: read } = call(input, released) as { value?: { on: string | null } };
        must(!read?.on || isDay(read.on), `a day that no calendar has: ${read?.on}`);
      }
    },
  },
  "lib/dataset/questions/cells.ts:readSources": text(["https://example.org\r\nN/A\n"]),
  "lib/dataset/questions/evidence.ts:readEvidence": text(
    ["https://example.org/#:~:text=a-,b,c,-d&text=%", "javascript:x#:~:text=a"],
    ({ linkable }: { linkable: boolean }, input) =>
      must(!linkable || isWeb(input.trim()), "links elsewhere"),
  ),
  "lib/dataset/questions/address.ts:readQuestionId": text(
    ["Q12", "q2147483648"],
    (id: number | null) => must(id === null || (id > 0 && id < 2 ** 31), "no id"),
  ),
  "lib/dataset/questions/grid.ts:parseGrid": query([
    "q=a&sort=-id&page=2&category=never-changing&review=due&split=TEST",
    "page=1&page=2&columns=id,question",
  ]),
  "lib/dataset/questions/search.ts:readSearch": text(['"a b" c', "q12 İstanbul"]),
  "lib/dataset/releases/rules.ts:readRange": {
    inputs: hostileText(["bytes=0-99", "bytes=-5", "bytes=5-"]),
    parse: (call, input) => {
      for (const size of [0, 1, 1_000]) {
        const range = call(input, size) as { start: number; end: number } | string | null;
        if (range !== null && typeof range === "object")
          must(
            0 <= range.start && range.start <= range.end && range.end < size,
            "outside the file",
          );
      }
    },
  },
  "lib/dataset/sheet/cells.ts:readCell": {
    inputs: hostileText([...YEARS, ...REVIEWS, "yes", "1. A\n2. B"], 60_000),
    parse: (call, input) => {
      for (const field of SHEET_FIELDS) call(field, input, "2026-11-23");
    },
  },
  "lib/launcher/http-server.ts:clientAddressOf": {
    inputs: hostileText(["198.51.100.1, 10.0.0.1", "[2001:db8::1%eth0]:443", "::ffff:1.2.3.4"]),
    parse: (call, input) => {
      for (const proxies of [0, 1, 3]) {
        const address = call("10.0.0.1", input, proxies) as string;
        must(isIP(address) !== 0, `no address: ${address}`);
      }
    },
  },
  "lib/launcher/loopback.ts:hostName": text(["localhost:3000", "[::1]:3000"]),
  "lib/launcher/request-check.ts:requestProblem": {
    inputs: hostileText(["/questions?q=%00", "http://a/", "/%ff", "https://evil.example"]),
    parse: (call, input) => {
      const headers = { host: input, origin: input, "sec-fetch-site": input };
      const reach = { host: "freshqa.example.org", trustedProxies: 1 };
      call({ method: "GET", url: input, headers: {} }, reach);
      const foreign = call({ method: "POST", url: "/", headers: { ...headers, host: "h" } }, reach);
      must(foreign !== null || isOwn(input as string), `written for ${String(input)}`);
    },
  },
  "lib/people/access/rules.ts:redirectWithin": text(
    OPEN_REDIRECTS,
    (address: string) => must(new URL(address).origin === SITE, `leads to ${address}`),
    SITE,
  ),
  "lib/people/access/rules.ts:safeCallbackPath": text(OPEN_REDIRECTS, (path: string) =>
    must(
      new URL(path, SITE).origin === SITE && !/^[/\\]{2}/.test(path),
      `leads to ${new URL(path, SITE).href}`,
    ),
  ),
  "lib/people/access/session-token.ts:readSessionToken": text([
    "a.b.c.d.e",
    "eyJhbGciOiJkaXIifQ..x.y.z",
  ]),
  "lib/platform/env.ts:parseEnvironment": {
    inputs: hostileText(["postgresql://a:b@h:1/d", "https://example.org", "3000", "1"], 2_000),
    parse: (call, input) => {
      for (const name of [
        "DATABASE_URL",
        "PORT",
        "NEXTAUTH_URL",
        "TRUSTED_PROXIES",
        "FRESHQA_SEED",
      ])
        refusing(() => call({ [name]: input }), "BadEnvironment");
    },
  },
  "lib/platform/live/messages.ts:readMessage": text([
    '{"kind":"hello","server":"a"}',
    '{"kind":"change","topics":["a"]}',
  ]),
  "lib/platform/process-identity.ts:parseStat": text(["12 (a) b) S 1 2 3"]),
  "lib/platform/secrets.ts:parseSecretKeys": {
    inputs: hostileText([Buffer.alloc(32).toString("base64"), ","]),
    parse: (call, input) => refusing(() => call(input), "RangeError"),
  },
  "lib/rating/adjudication/rules.ts:readFinalAnswers": answers((call, given) =>
    call(DEFINITION, given, [given, {}]),
  ),
  "lib/rating/assignment/schema.ts:readQuestionIds": text(["Q12, 40;41"]),
  "lib/rating/judging/markdown.ts:parseMarkdown": text(MARKDOWN, () => {}, { exact: true }),
  "lib/rating/judging/markdown.ts:readMarkdown": text(MARKDOWN, linksLeadToTheWeb),
  "lib/rating/judging/rules.ts:readVerdict": {
    inputs: nearly([
      { relaxed: true, strict: false, relaxedReason: null, strictReason: "hallucination" },
    ]),
    // The schema of the command says what is in it; only that it is an object.
    parse: (call, input) => (typeof input === "object" && input !== null ? call(input) : undefined),
  },
  "lib/rating/protocols/rules.ts:readAnswers": answers((call, given) => call(DEFINITION, given, 3)),
  "lib/reporting/protocols/published.ts:readPublished": {
    inputs: hostileText(["System\tFluency\nA\t2.870\n", "x|y|z\n1,2,3"]),
    parse: (call, input) => call(input, []),
  },
  "lib/runs/connections/evidence.ts:readEvidenceDate": text(
    ["2 days ago", "Nov 24, 2023", "2024-02-29T00:00", "yesterday", "9999 years ago"],
    (day: string | null) => must(day === null || isDay(day), `a day that no calendar has: ${day}`),
    "2026-11-23",
  ),
  "lib/runs/connections/page-text.ts:paragraphsOfHtml": text([
    "<p>A long paragraph of words that says something.<script>x</script></p>",
    "<table><tr><td>a</table><!-- b --><style>c",
    "&lt;&#xD800;&notin;",
  ]),
  "lib/runs/connections/page-text.ts:paragraphsOfText": text(["A paragraph.\n\nAnother one."]),
  "lib/runs/connections/rules.ts:readQuery": text(["gl = us\nhl=en", "__proto__ = x"]),
  "lib/runs/connections/search-results.ts:readSearchResults": {
    inputs: nearly([
      {
        organic_results: [{ title: "t", link: "https://a", snippet: "s", date: "Nov 1, 2023" }],
        answer_box: { answer: "a", link: "https://a" },
        knowledge_graph: { title: "t", description: "d", source: { link: "https://a" } },
        related_questions: [{ question: "q", snippet: "s", link: "https://a" }],
      },
      {
        organic: [{ title: "t", link: "https://a", snippet: "s", position: 1 }],
        peopleAlsoAsk: [],
      },
      { results: [{ title: "t", url: "https://a", content: "c", publishedDate: null }] },
      { web: { results: [{ title: "t", url: "https://a", description: "d" }] }, infobox: {} },
    ]),
    parse: (call, input) => {
      for (const service of ["serpapi", "serper", "searxng", "brave"])
        for (const aiText of [true, false]) call(service, input, "2026-11-23", { aiText });
    },
  },
  "lib/runs/evaluators/rules.ts:readFreshEval": text(
    ["Thus, the response is not correct.\nevaluation: **correct**", "evaluation:"],
    () => {},
    "stop",
  ),
  "lib/runs/generation/prompts.ts:readChainOfThought": text(["So the final answer is: A."]),
  "lib/runs/generation/prompts.ts:readSelfAsk": text(
    ["Follow up: Who?\nIntermediate answer: A\nSo the final answer is: B"],
    () => {},
    () => true,
  ),
  "lib/runs/logs/loose-json.ts:parseLoose": text(['{"a": NaN, "b": [-Infinity, "NaN"]}']),
  "lib/runs/logs/recognize.ts:recognizeLog": {
    inputs: hostileText([
      '{"doc_id":0,"doc":{},"resps":[]}',
      '{"eval":{"task":"t"}}',
      "PAR1",
      "PK\x03\x04",
    ]),
    parse: (call, input) => call(Buffer.from(input as string)),
  },
  "lib/runs/principles/rules.ts:readPreference": text(
    ["**Preference: A**", "preference: response b", "preference: tie"],
    () => {},
    "stop",
  ),
  "lib/runs/references/marks.ts:readMarks": text(["a [1][2, 3] b [^4]", "[1-9]"]),
  "lib/runs/references/rules.ts:readReferenceCells": {
    inputs: hostileText(['{"title":"t","url":"https://a"}', "https://a"]),
    parse: (call, input) =>
      call((input as string).split("\n").map((cell, at) => ({ place: at + 1, cell }))),
  },
  "lib/runs/references/rules.ts:readReferenceList": text([
    '[{"title":"t","url":"https://a","text":"x"},"https://b"]',
  ]),
  "lib/runs/responses/rules.ts:guessRoles": cells("results.csv"),
  "lib/runs/responses/rules.ts:readVerdict": text(["TRUE", "no credit", "1.0"]),
};

/** Titles of columns and rows below them. */
function cells(...more: unknown[]): Parser {
  return {
    inputs: hostileText(
      ["question,answer_0,response", "id\tQuestion\tModel answer\n1\tWho?\tA"],
      2_000,
    ),
    parse: (call, input) => {
      const [head = "", ...rows] = (input as string).split("\n");
      call(
        head.split(/[,\t]/),
        rows.map((row) => row.split(/[,\t]/)),
        ...more,
      );
    },
  };
}

const question = { label: "Good", help: "", when: null, required: true };
const level = (value: number) => ({ value, label: "a", meaning: "" });
const DEFINITION: ProtocolDefinition = {
  unit: "response",
  shows: { correctAnswers: true, evidence: true, references: true, marks: "kept" },
  questions: [
    {
      ...question,
      key: "good",
      kind: "ordinal",
      direction: "up",
      cannotTell: true,
      levels: [level(1), level(2)],
    },
    { ...question, key: "best", kind: "ranking", ties: true },
    { ...question, key: "pair", kind: "pairwise", cannotTell: true, ties: "one" },
    { ...question, key: "why", kind: "text", required: false, max: 10 },
  ],
  rules: [{ if: { key: "good", is: 2 }, then: { key: "pair", is: 1 } }],
};
/** Answers to a protocol, in the form that their schema asks for. */
function answers(read: (call: (...args: unknown[]) => unknown, given: Answers) => unknown): Parser {
  return {
    inputs: nearly([
      { good: { value: 1 }, best: { ranks: [1, 2, 2] }, pair: { value: -1 }, why: { text: "x" } },
    ]),
    parse: (call, input) => {
      const { success, data } = answersSchema.safeParse(input);
      return success ? read(call, data) : undefined;
    },
  };
}

/** Calls what may refuse by throwing an error of this name, and no other. */
function refusing(call: () => unknown, name: string): void {
  try {
    call();
  } catch (error) {
    if ((error as Error).name !== name && (error as Error).constructor.name !== name) throw error;
  }
}
