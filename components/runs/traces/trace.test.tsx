import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Evidence } from "@/lib/runs/connections/evidence";
import type { CallTrace, SearchTrace, TraceStep } from "@/lib/runs/generation/trace";
import type { MethodKind } from "@/lib/runs/generation/schema";
import { Trace } from "./trace";

/** The trace as text: [-cut off-], and the rest as it reads. */
function shown(steps: TraceStep[], kind: MethodKind | null): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <Trace steps={steps} kind={kind} />
    </MantineProvider>,
  )
    .replace(/<style[^]*?<\/style>/g, "")
    .replace(/<del[^>]*>([^]*?)<\/del>/g, "[-$1-]")
    .replace(/<\/(li|p|h3|div|td|th|summary|pre)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/\n\s*\n+/g, "\n");
}

const call = (given: Partial<CallTrace>): CallTrace => ({
  kind: "call",
  step: 0,
  startedAt: "2026-11-22T12:00:00.000Z",
  durationMs: 1234,
  cost: 0.00042,
  messages: [{ role: "user", content: "Question: Who?\nAre follow up questions needed here:" }],
  requested: { temperature: 0 },
  effective: { temperature: 0 },
  state: "answered",
  text: "Ada",
  error: null,
  finish: "stop",
  finishRaw: "stop",
  reading: null,
  inputTokens: 1200,
  outputTokens: 30,
  reasoningTokens: null,
  cachedTokens: 100,
  received: "{}",
  receivedLength: 2,
  ...given,
});
const piece = (title: string, given: Partial<Evidence> = {}): Evidence => ({
  kind: "organic",
  source: "example.org",
  date: "2026-11-03",
  dateText: null,
  title,
  snippet: null,
  highlight: null,
  question: null,
  url: "https://example.org/a",
  rank: 1,
  ...given,
});
const search = (given: Partial<SearchTrace>): SearchTrace => ({
  kind: "search",
  step: 1,
  startedAt: "2026-11-22T12:00:02.000Z",
  durationMs: 800,
  cost: null,
  query: "What was the first program?",
  connectionName: "Our Serper",
  day: "2026-11-22",
  requests: 1,
  evidence: { kept: [piece("Kept one"), piece("Kept two")], cut: [piece("Cut one")] },
  ...given,
});

it("Self-Ask shows its sub-questions, evidence in order and cut off, and what the model made up as cut off", () => {
  const text = shown(
    [
      call({
        text: "Yes.\nFollow up: What was the first program?\nIntermediate answer: Made up",
      }),
      search({}),
      call({
        step: 2,
        text: "So the final answer is: Ada",
        messages: [
          {
            role: "user",
            content:
              "Question: Shown?\nAre follow up questions needed here: Yes.\nFollow up: An example\nIntermediate answer: Of a demonstration\n\nQuestion: Who?\nAre follow up questions needed here: Yes.\nFollow up: What was the first program?\nIntermediate answer: That of Note G\n",
          },
        ],
      }),
    ],
    "self-ask",
  );
  const [table] = text.split("Step 1");
  expect(table).toContain("What was the first program?\nThat of Note G\n");
  expect(table).not.toContain("An example");
  expect(text).toContain(
    "Follow up: What was the first program?[-\nIntermediate answer: Made up-]",
  );
  expect(text).toMatch(/Kept one[^]*Kept two[^]*Cut off \(1\)[^]*Cut one/);
  expect(text).toContain("1,200 input tokens · 100 of them cached · 30 output tokens · US$0.00042");
  expect(text).toContain("Our Serper · Stored under 22 Nov 2026");
  expect(text).toContain("So the final answer is: Ada");
});

it("without a search, the sub-questions are the model's own, and nothing was cut off", () => {
  const text = shown(
    [
      call({
        text: "Yes.\nFollow up: Who?\nIntermediate answer: Ada\nSo the final answer is: Ada",
      }),
    ],
    "self-ask",
  );
  expect(text).toMatch(/Answer of the model[^]*Who\?\nAda\n/);
  expect(text).not.toContain("[-");
});

it("failed calls, truncated and empty replies say so; a link is one only to the web", () => {
  const text = shown(
    [
      call({ state: "rate-limited", text: null, finish: null, error: "429 at 127.0.0.1" }),
      call({ text: " ", finish: "length", reading: "truncated" }),
    ],
    null,
  );
  expect(text).toMatch(/Rate limited[^]*429 at 127\.0\.0\.1/);
  expect(text).toMatch(/Stopped at max tokens[^]*Truncated[^]*Empty reply/);
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Trace
        steps={[
          search({ evidence: { kept: [piece("x", { url: "javascript:alert(1)" })], cut: [] } }),
        ]}
        kind="freshprompt"
      />
    </MantineProvider>,
  );
  expect(html).not.toContain("javascript:");
  expect(shown([], "plain")).toContain("No calls yet");
});

it("a raw answer that goes on says so", () => {
  const text = shown([call({ received: "x".repeat(20_000), receivedLength: 1_234_567 })], null);
  expect(text).toContain("Only the first 20,000 of 1,234,567 characters are shown.");
  expect(shown([call({})], null)).not.toContain("Only the first");
});

it("pages that were read and not read, cosines and chosen paragraphs stand in the order of the steps", () => {
  const at = { startedAt: "2026-11-22T12:00:00.000Z", cost: null };
  const text = shown(
    [
      {
        ...at,
        kind: "pages",
        step: 1,
        durationMs: 2_500,
        outcome: {
          read: 1,
          stored: 1,
          failed: 1,
          bytes: 2_048,
          paragraphs: 12,
          extractMs: 3,
          pages: [
            {
              rank: 1,
              url: "https://one.example/a",
              title: "One",
              pageId: 7,
              stored: true,
              bytes: 2_048,
              paragraphs: 12,
              durationMs: 640,
              extractMs: 3,
            },
            {
              rank: 2,
              url: "https://two.example/b",
              title: null,
              because: "two.example answered 404.",
              durationMs: 30,
            },
          ],
        },
      },
      {
        ...call({ step: 2, text: "[0.5]", inputTokens: 640, cachedTokens: null }),
        kind: "comparison",
        requested: { texts: 13 },
      },
      {
        ...at,
        kind: "paragraphs",
        step: 3,
        durationMs: 4,
        outcome: {
          considered: 12,
          matching: 5,
          compared: 12,
          kept: [
            {
              rank: 1,
              title: "One",
              url: "javascript:alert(1)",
              text: "Ada wrote it.",
              lexical: 3.14159,
              dense: 0.5,
              score: 0.0325,
            },
          ],
        },
      },
    ],
    "webglm",
  );
  expect(text).toMatch(
    /Step 2: pages[^]*1 not read[^]*1 page read · 2\.0 kB · 12 paragraphs found in 3 ms[^]*one\.example[^]*640 ms · read before under the same day[^]*two\.example[^]*Not read: two\.example answered 404\./,
  );
  expect(text).toMatch(
    /Step 3: embeddings[^]*12 paragraphs compared with the question · 640 input tokens · US\$0\.00042/,
  );
  expect(text).toMatch(
    /Step 4: paragraphs[^]*12 considered · 5 with a word of the question · 12 compared by embeddings · 1 kept[^]*BM25 3\.14[^]*Cosine 0\.50 · joined 0\.0325[^]*One\s*Ada wrote it\./,
  );
});
