import { addDays } from "@/lib/dataset/schedule/rules";
import { SHORT_MONTHS } from "@/lib/platform/format";
import { SeededRandom } from "@/lib/statistics/seeded-random";

/*
 * FreshPrompt's evidence (FreshLLMs, arXiv 2310.03214, section 4, and its notebook): what a search gave, put in an
 * order, the last of it kept, and written into a prompt. Pure; what each search service calls its fields is its
 * adapter's own.
 */

/** In the order in which they are put together: the last ones stand nearest to the question. */
export const EVIDENCE_KINDS = ["organic", "related", "qa", "graph", "box"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One piece of what a search service answered; null where it has nothing to say. */
export interface Evidence {
  kind: EvidenceKind;
  /** The host that it comes from, without "www.". */
  source: string | null;
  /** ISO day, or null where the date is missing or not understood. */
  date: string | null;
  /** The date as the service wrote it. */
  dateText: string | null;
  title: string | null;
  snippet: string | null;
  /** What the service marks as the answer, joined by " | ". */
  highlight: string | null;
  /** The question that it answers, for related questions. */
  question: string | null;
  url: string | null;
  /** 1 is the best of its kind. */
  rank: number;
}

export const EVIDENCE_ORDERS = ["date", "rank", "random"] as const;
export type EvidenceOrder = (typeof EVIDENCE_ORDERS)[number];

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

/** What a prompt gets, in its order, and what was left out because there was too much. */
export interface ChosenEvidence {
  kept: Evidence[];
  /** In the same order; all of it stands before what was kept. */
  cut: Evidence[];
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
    case "random": {
      const chance = SeededRandom.ofSeed(seed);
      return assembled
        .map((one) => ({ one, at: chance.uniform() }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
    }
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function saysSomething({ source, dateText, date, title, snippet, highlight }: Evidence): boolean {
  return [source, dateText, date, title, snippet, highlight].some(
    (text) => text !== null && text.trim() !== "",
  );
}

const MONTHS = SHORT_MONTHS.map((month) => month.toLowerCase());

/**
 * Reads the date of a search result.
 * @param text "Nov 3, 2026", "3 November 2026", "2026-11-03", "5 hours ago", "2 days ago", "3 weeks ago", "yesterday".
 * @param today ISO day on which the search was made.
 * @returns ISO day, or null where it is not understood: a year alone says too little to sort by. (The notebook reads
 * weeks and months wrongly.)
 */
export function readEvidenceDate(text: string, today: string): string | null {
  const said = text.trim().toLowerCase().replaceAll(/[.,]/g, " ").replaceAll(/\s+/g, " ");
  if (said === "today") return today;
  if (said === "yesterday") return addDays(today, -1);
  const iso = /^(\d{4}-\d{2}-\d{2})(t.*)?$/.exec(said)?.[1];
  if (iso !== undefined) return existing(iso);
  const ago = /^(\d{1,4}|an?) (second|sec|minute|min|hour|hr|day|week|month|year)s? ago$/.exec(
    said,
  );
  if (ago) return before(today, /^an?$/.test(ago[1]!) ? 1 : Number(ago[1]), ago[2]!);
  const [, monthFirst, day2, , dayFirst, month2, year] =
    /^(?:([a-z]{3,9}) (\d{1,2})(st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})) (\d{4})$/.exec(
      said,
    ) ?? [];
  const name = monthFirst ?? month2;
  if (name === undefined || year === undefined) return null;
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  if (month === 0) return null;
  return existing(
    `${year}-${String(month).padStart(2, "0")}-${(day2 ?? dayFirst)!.padStart(2, "0")}`,
  );
}

/** The day, or null where the calendar has none such. */
function existing(day: string): string | null {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day ? day : null;
}

function before(today: string, count: number, unit: string): string {
  switch (unit) {
    case "day":
      return addDays(today, -count);
    case "week":
      return addDays(today, -7 * count);
    case "month":
    case "year": {
      // The same day of that month, or its last one.
      const [year, month, day] = today.split("-").map(Number) as [number, number, number];
      const back = year * 12 + month - 1 - count * (unit === "year" ? 12 : 1);
      const last = new Date(Date.UTC(Math.floor(back / 12), (back % 12) + 1, 0)).getUTCDate();
      return new Date(Date.UTC(Math.floor(back / 12), back % 12, Math.min(day, last)))
        .toISOString()
        .slice(0, 10);
    }
    default:
      return today;
  }
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
