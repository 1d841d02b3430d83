import {
  EVIDENCE_KINDS,
  type ChosenEvidence,
  type Evidence,
  type EvidenceKind,
} from "@/lib/runs/connections/evidence";
import { MAX_URL } from "@/lib/runs/references/vocabulary";
import { SeededRandom } from "@/lib/statistics/seeded-random";

/*
 * FreshPrompt's evidence (FreshLLMs, arXiv 2310.03214, section 4, and its notebook): what a search gave, put in an
 * order, the last of it kept, and written into a prompt. Pure; what each search service calls its fields is its
 * adapter's own.
 */

export const EVIDENCE_ORDERS = ["date", "rank", "random"] as const;
type EvidenceOrder = (typeof EVIDENCE_ORDERS)[number];

export interface EvidenceRule {
  /** How many of each kind are considered, best first; 0 leaves the kind out. At most one graph and one box. */
  organic: number;
  related: number;
  qa: number;
  graph: boolean;
  box: boolean;
  /** How many are kept in all. */
  keep: number;
  /** "date": the most recent last, undated first. "rank": the best last. "random": by the seed. */
  order: EvidenceOrder;
}

/**
 * The presets of the paper and of its notebook. Demonstrations and premise check belong to the method, not here.
 * Source: arXiv 2310.03214, appendix C, and freshprompt.ipynb.
 */
export const EVIDENCE_PRESETS = {
  "paper-gpt-3.5": preset(10, 2, 2, 5),
  "paper-gpt-4": preset(10, 3, 3, 10),
  "notebook-gpt-4": preset(15, 3, 3, 15),
  "notebook-other": preset(15, 2, 2, 5),
} as const satisfies Record<string, EvidenceRule>;

function preset(organic: number, related: number, qa: number, keep: number): EvidenceRule {
  return { organic, related, qa, graph: true, box: true, keep, order: "date" };
}

/** The answer box and the first result: what "search only" and the follow-ups of Self-Ask take. */
export const TOP_RULE: EvidenceRule = {
  organic: 1,
  related: 0,
  qa: 0,
  graph: false,
  box: true,
  keep: 2,
  order: "rank",
};

/**
 * The results whose pages are read: the best ones with an address of the web, each address once.
 * @param most that are kept; the others are cut.
 */
export function chooseResults(found: readonly Evidence[], most: number): ChosenEvidence {
  const known = new Set<string>();
  const results = found
    .filter((one) => one.kind === "organic")
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ url }) => {
      const address = pageAddress(url);
      if (address === null || known.has(address)) return false;
      known.add(address);
      return true;
    });
  return { kept: results.slice(0, most), cut: results.slice(most) };
}

/** An address without its fragment, so that two of one page are one; null where it is none of the web. */
function pageAddress(url: string | null): string | null {
  if (url === null || url.length > MAX_URL || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") return null;
  parsed.hash = "";
  return parsed.href;
}

/**
 * Chooses and orders evidence: of each kind the best by its rule, reversed so that the best stands last; pieces without
 * any text are dropped; then ordered, and the last `keep` taken. A dated piece therefore displaces the answer box, which
 * has no date, once `keep` pieces have one. Equal dates keep the order of assembly (the notebook's sort does not
 * promise that).
 * @param found in any order; `rank` tells the best of a kind.
 * @param seed for the order "random" only.
 */
export function chooseEvidence(
  found: readonly Evidence[],
  rule: EvidenceRule,
  seed = 0,
): ChosenEvidence {
  const take: Record<EvidenceKind, number> = {
    organic: rule.organic,
    related: rule.related,
    qa: rule.qa,
    graph: rule.graph ? 1 : 0,
    box: rule.box ? 1 : 0,
  };
  const assembled = EVIDENCE_KINDS.flatMap((kind) =>
    found
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, take[kind])
      .reverse(),
  ).filter(saysSomething);
  const ordered = inOrder(assembled, rule.order, seed);
  const cut = Math.max(0, ordered.length - rule.keep);
  return { kept: ordered.slice(cut), cut: ordered.slice(0, cut) };
}

function inOrder(assembled: Evidence[], order: EvidenceOrder, seed: number): Evidence[] {
  switch (order) {
    case "rank":
      return assembled;
    case "date":
      return assembled.toSorted((a, b) => compare(a.date ?? "", b.date ?? ""));
    case "random":
      return SeededRandom.ofSeed(seed).shuffled(assembled);
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function saysSomething({ source, dateText, date, title, snippet, highlight }: Evidence): boolean {
  return [source, dateText, date, title, snippet, highlight].some(
    (text) => text !== null && text.trim() !== "",
  );
}

const FIELDS = ["source", "date", "title", "snippet", "highlight"] as const;

/**
 * Writes evidence as FreshPrompt's prompts have it: "\n\nsource: …\ndate: …\ntitle: …\nsnippet: …\nhighlight: …" each,
 * "None" where there is nothing. Lines within a field are indented, so that no page can write a field, or a question,
 * of its own into the prompt.
 */
export function writeEvidence(kept: readonly Evidence[]): string {
  return kept
    .map((one) => {
      const texts = { ...one, date: one.date === null ? one.dateText : promptDate(one.date) };
      return `\n\n${FIELDS.map((field) => `${field}: ${oneField(texts[field])}`).join("\n")}`;
    })
    .join("");
}

function oneField(text: string | null): string {
  const lines = (text ?? "")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length === 0 ? "None" : lines.join("\n\t");
}

const promptDates = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "2-digit",
});

/** "Nov 03, 2026", as the prompts have it. */
function promptDate(day: string): string {
  return promptDates.format(new Date(`${day}T00:00:00Z`));
}
