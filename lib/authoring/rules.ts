import { foldText, normalizeText, usualReview } from "@/lib/dataset/questions/cells";
import { hostOf } from "@/lib/dataset/questions/evidence";
import { caselessKey } from "@/lib/dataset/questions/same-text";
import { readEvidence } from "@/lib/dataset/questions/evidence";
import { contentSchema, type Content } from "@/lib/dataset/questions/schema";
import {
  CATEGORIES,
  CONTROL_CHARACTERS,
  HOPS,
  isWebAddress,
  tooLong,
  type Category,
  type Field,
  type FactType,
  type Hops,
  type NextReview,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import {
  DIFFERENCE_MAX_CHARACTERS,
  EXPLANATION_MAX_CHARACTERS,
  STEP_MAX_CHARACTERS,
  type BalanceCell,
  type ChangePace,
  type CheckedDraft,
  type Draft,
  type Targets,
} from "./schema";
import { type SubmissionStatus } from "./vocabulary";

// What a category needs -------------------------------------------------------------------------------------------

/** Which parts of the form a draft needs. */
export interface Needs {
  factType: boolean;
  explanation: boolean;
  steps: boolean;
  pace: boolean;
  /** Answers may stay the same for ever: then no year is needed. */
  year: boolean;
}

/** What is asked of a draft, by its category and hops; what it is not asked for is not kept with the question. */
export function needsOf(draft: Pick<Draft, "category" | "factType" | "hops">): Needs {
  return {
    factType: draft.category === "false-premise",
    explanation: draft.category === "false-premise",
    steps: draft.hops === "multi-hop",
    pace: factTypeOf(draft) === "fast-changing",
    year: factTypeOf(draft) !== null && factTypeOf(draft) !== "never-changing",
  };
}

/** The fact type: what was chosen for a false premise, otherwise the category itself. */
function factTypeOf(draft: Pick<Draft, "category" | "factType">): FactType | null {
  return draft.category === null || draft.category === "false-premise"
    ? draft.factType
    : draft.category;
}

/** When an answer is to be looked at again unless the author says otherwise: as usual, or by its pace where that is known. */
export function defaultReview(draft: Pick<Draft, "category" | "factType" | "pace">): NextReview {
  const factType = factTypeOf(draft) ?? "fast-changing";
  const usual = usualReview(factType, draft.category === "false-premise");
  if (factType !== "fast-changing") return usual;
  switch (draft.pace) {
    case "yearly":
      return { policy: "occasionally", on: null };
    case "quarterly":
    case "monthly":
      return { policy: "frequently", on: null };
    default:
      return usual;
  }
}

export const TOO_FAST =
  "Answers that change more than weekly are outdated between releases. Ask about something more stable, such as a year-end total, a record or an officeholder.";
const PACE_REFUSED: ChangePace = "more-than-weekly";

/**
 * Checks a draft for submission, by the very schema that questions are checked by and by what its category needs.
 * @param year the present year, which no answer changes after.
 */
export function checkDraft(draft: Draft, year: number): CheckedDraft {
  const errors: Record<string, string> = {};
  const need = needsOf(draft);
  const factType = factTypeOf(draft);
  if (draft.category === null) errors.category = "Choose a category first.";
  else if (factType === null) errors.factType = "Choose a fact type.";
  if (draft.hops === null) errors.hops = "Choose the number of hops.";

  if (need.pace) {
    if (draft.pace === null) errors.pace = "Choose a change frequency.";
    else if (draft.pace === PACE_REFUSED) errors.pace = TOO_FAST;
  }
  const effectiveYear = readYear(draft, year, need.year, errors);
  const text = (path: string, value: string, max: number, what: string) => {
    if (value.length > max) errors[path] = tooLong(what, max);
    else if (CONTROL_CHARACTERS.test(value))
      errors[path] =
        `${what} contains an invisible control character. Delete it or retype the text.`;
    return value.trim();
  };
  const explanation = need.explanation
    ? text("explanation", draft.explanation, EXPLANATION_MAX_CHARACTERS, "The explanation")
    : "";
  if (need.explanation && explanation === "")
    errors.explanation = "Explain what is wrong with the premise, for reviewers and raters.";
  const steps = need.steps ? readSteps(draft, errors, text) : [];
  text("difference", draft.difference, DIFFERENCE_MAX_CHARACTERS, "The difference");

  // Empty lines at the end of a list are the form's, not the author's.
  const answers = withoutEmptyEnd(draft.answers);
  const sources = withoutEmptyEnd(draft.sources);
  const parsed = contentSchema.safeParse({
    split: null,
    question: draft.question,
    effectiveYear,
    nextReview: draft.nextReview ?? defaultReview(draft),
    falsePremise: draft.category === "false-premise",
    hops: draft.hops ?? HOPS[0],
    factType: factType ?? "never-changing",
    sources,
    answers,
    note: [explanation, draft.note.trim()].filter(Boolean).join("\n"),
  } satisfies Record<Field, unknown>);
  if (!parsed.success)
    for (const issue of parsed.error.issues) errors[issue.path.join(".")] ??= issue.message;
  else {
    if (draft.nextReview?.policy === "unrecognized")
      errors["nextReview.policy"] = "Choose a review policy or a date.";
    if (sources.length === 0) errors.sources = "Add at least one URL that supports the answer.";
    const first = new Map<string, number>();
    parsed.data.answers.forEach((answer, i) => {
      const key = caselessKey(answer);
      if (first.has(key)) errors[`answers.${i}`] ??= "Duplicate answer.";
      else first.set(key, i);
    });
  }
  return {
    content: parsed.success && Object.keys(errors).length === 0 ? parsed.data : null,
    steps,
    errors,
  };
}

function readYear(
  draft: Draft,
  present: number,
  needed: boolean,
  errors: Record<string, string>,
): Content["effectiveYear"] {
  const typed = draft.year.trim();
  if (typed === "") {
    if (needed) errors["effectiveYear.year"] = "Enter the year the answer last changed.";
    return null;
  }
  const year = /^\d{4}$/.test(typed) ? Number(typed) : NaN;
  if (!(year >= 1000 && year <= present)) {
    errors["effectiveYear.year"] =
      year > present
        ? `The answer can't have changed after ${present}.`
        : "Enter a four-digit year.";
    return null;
  }
  return { year, before: draft.yearBefore };
}

function readSteps(
  draft: Draft,
  errors: Record<string, string>,
  text: (path: string, value: string, max: number, what: string) => string,
) {
  const steps = draft.steps.map((step, i) => ({
    text: text(`steps.${i}.text`, step.text, STEP_MAX_CHARACTERS, "A step"),
    evidence: step.evidence
      .map((url, j) => ({ url: url.trim(), path: `steps.${i}.evidence.${j}` }))
      .filter(({ url }) => url !== ""),
  }));
  if (steps.filter((step) => step.text !== "").length < 2) errors.steps = "Add at least two steps.";
  steps.forEach((step, i) => {
    if (step.text === "" && (step.evidence.length > 0 || i < steps.length - 1))
      errors[`steps.${i}.text`] ??= "Describe the step or remove it.";
    if (step.text !== "" && step.evidence.length === 0)
      errors[`steps.${i}.evidence`] = "Add the evidence URL for this step.";
    for (const { url, path } of step.evidence)
      if (!isWebAddress(url) || url.length > 5_000 || CONTROL_CHARACTERS.test(url))
        errors[path] = "Enter a URL starting with https:// or http://.";
  });
  return steps
    .filter((step) => step.text !== "")
    .map((step) => ({ text: step.text, evidence: step.evidence.map(({ url }) => url) }));
}

function withoutEmptyEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}

// A pasted address ------------------------------------------------------------------------------------------------

/**
 * What a browser copies as a "link to highlight", read into the page and what it quotes; also where the address stands
 * in a line of other text.
 * @returns null when there is no web address in it.
 */
export function readPastedEvidence(
  pasted: string,
): { url: string; host: string | null; quotes: string[] } | null {
  const url = /https?:\/\/[^\s<>"]+/i.exec(pasted.trim())?.[0].replace(/[),.;]+$/, "");
  if (url === undefined || !isWebAddress(url)) return null;
  const evidence = readEvidence(url);
  return {
    url,
    host: evidence.host,
    quotes: evidence.passages.map((passage) =>
      passage.end === null ? passage.start : `${passage.start} … ${passage.end}`,
    ),
  };
}

// What reviewers are pointed to -----------------------------------------------------------------------------------

type FindingCode =
  | "no-evidence"
  | "unknown-host"
  | "no-passage"
  | "premise-unexplained"
  | "answer-in-question"
  | "no-steps"
  | "near-duplicate"
  | "paraphrase"
  | "delicate-words";

export interface Finding {
  code: FindingCode;
  /** `trouble`: hardly acceptable; `hint`: worth a look. */
  grade: "trouble" | "hint";
  field: string;
  words: string;
}

/**
 * Words that may mean a controversy or someone's private life: a hint for the reviewer, never a reason by itself.
 */
const DELICATE = [
  "abortion",
  "affair",
  "assassination",
  "cancer",
  "crime",
  "criminal",
  "divorce",
  "genocide",
  "home address",
  "illness",
  "massacre",
  "medical",
  "mental health",
  "phone number",
  "pregnan",
  "racis",
  "rape",
  "religio",
  "salary",
  "scandal",
  "sexual",
  "shooting",
  "suicid",
  "terroris",
  "transgender",
  "war crime",
];

/** The question or submission that a submission is most like, from ALIKE on. */
export interface NearestFound {
  called: string;
  score: number;
  /** So alike that the author had to say what differs. */
  near: boolean;
  sameAnswer: boolean;
}

/**
 * What stands out in a submission without any judgment of its content.
 * @param known hosts that the dataset's evidence has already, lower case without "www.".
 * @param nearest what it is most like; null where nothing is alike.
 * @param difference how the author says it differs.
 */
export function findingsOf(
  content: Content,
  stepCount: number,
  known: ReadonlySet<string>,
  nearest: NearestFound | null,
  difference: string,
): Finding[] {
  const findings: Finding[] = [];
  const add = (code: FindingCode, grade: Finding["grade"], field: string, words: string) =>
    findings.push({ code, grade, field, words });
  if (content.sources.length === 0) add("no-evidence", "trouble", "sources", "No evidence.");
  for (const [i, url] of content.sources.entries()) {
    const host = hostOf(url);
    if (host !== null && !known.has(host))
      add("unknown-host", "hint", `sources.${i}`, `${host} is a new evidence domain.`);
  }
  if (
    content.sources.length > 0 &&
    content.sources.every((url) => readEvidence(url).passages.length === 0)
  ) {
    add("no-passage", "hint", "sources", "No evidence URL highlights the supporting passage.");
  }
  if (content.falsePremise && content.note.trim() === "")
    add("premise-unexplained", "trouble", "explanation", "No explanation of the false premise.");
  if (content.hops === "multi-hop" && stepCount === 0)
    add("no-steps", "hint", "steps", "No reasoning steps.");
  const asked = new Set(normalizeText(content.question).split(" "));
  const words = normalizeText(content.answers[0] ?? "")
    .split(" ")
    .filter((word) => word !== "");
  if (
    !content.falsePremise &&
    words.length > 0 &&
    words.every((word) => asked.has(word)) &&
    !["yes", "no"].includes(words.join(" "))
  ) {
    add("answer-in-question", "trouble", "answers.0", "The question contains the answer.");
  }
  if (nearest !== null && !nearest.near) {
    const percent = `${Math.round(nearest.score * 100)}%`;
    add(
      "paraphrase",
      nearest.sameAnswer ? "trouble" : "hint",
      "question",
      nearest.sameAnswer
        ? `${nearest.called} has the same answer and may ask the same in other words (${percent}).`
        : `${nearest.called} may ask the same in other words (${percent}).`,
    );
  } else if (nearest !== null) {
    add(
      "near-duplicate",
      difference.trim() === "" ? "trouble" : "hint",
      "question",
      `${nearest.called} is very similar (${Math.round(nearest.score * 100)}%)${difference.trim() === "" ? ", with no explanation of the difference." : "."}`,
    );
  }
  const text = ` ${normalizeText([content.question, ...content.answers].join(" "))} `;
  const delicate = DELICATE.filter((word) => text.includes(` ${foldText(word)}`));
  if (delicate.length > 0)
    add(
      "delicate-words",
      "hint",
      "question",
      `Possibly sensitive or private: ${delicate.join(", ")}.`,
    );
  return findings.sort((a, b) => (a.grade === b.grade ? 0 : a.grade === "trouble" ? -1 : 1));
}

// Who may do what with a submission, by its status ----------------------------------------------------------------

/** Returns whether the author can edit a submission of this status. */
export function isOpen(status: SubmissionStatus): boolean {
  return status === "draft" || status === "returned";
}

/** Returns whether the author can withdraw a submission of this status. */
export function isWithdrawable(status: SubmissionStatus): boolean {
  return isOpen(status) || status === "submitted";
}

// Balance ---------------------------------------------------------------------------------------------------------

/** How many active questions there are of one category, number of hops and split. */
export interface SplitCount {
  category: Category;
  hops: Hops;
  split: Split | null;
  count: number;
}

/** Compares the dataset's counts with its targets, one cell for each category and split. */
export function balanceCells(counts: readonly SplitCount[], targets: Targets): BalanceCell[] {
  return CATEGORIES.flatMap((category) =>
    (["TEST", "DEV"] as const).flatMap((split) => {
      const size = split === "TEST" ? targets.testPerCategory : targets.devPerCategory;
      const multi = Math.round((size * targets.multiHopPercent) / 100);
      return HOPS.map((hops): BalanceCell => ({
        category,
        hops,
        split,
        have: counts
          .filter((one) => one.category === category && one.hops === hops && one.split === split)
          .reduce((sum, one) => sum + one.count, 0),
        target: hops === "multi-hop" ? multi : size - multi,
      }));
    }),
  );
}

/** The kinds that lack most, the thinnest first: by the share that is missing, then by its number. */
export function mostUnderfilled(
  cells: readonly BalanceCell[],
): { category: Category; hops: Hops; missing: number; target: number }[] {
  return CATEGORIES.flatMap((category) =>
    HOPS.map((hops) => {
      const of = cells.filter((cell) => cell.category === category && cell.hops === hops);
      return {
        category,
        hops,
        missing: of.reduce((sum, cell) => sum + Math.max(0, cell.target - cell.have), 0),
        target: of.reduce((sum, cell) => sum + cell.target, 0),
      };
    }),
  )
    .filter((kind) => kind.missing > 0)
    .sort((a, b) => b.missing / b.target - a.missing / a.target || b.missing - a.missing);
}

/**
 * The split that the balance of the dataset asks for: one of those whose place for this category is not full, by
 * chance in proportion to what each lacks. Chance, because a split that is filled first would get the earlier questions.
 * @param random a number from 0 up to, not including, 1.
 * @returns null when all are full.
 */
export function balancedSplit(
  category: Category,
  counts: readonly SplitCount[],
  targets: Targets,
  random: number,
): Split | null {
  const have = (split: Split, within: Category | null) =>
    counts
      .filter((one) => one.split === split && (within === null || one.category === within))
      .reduce((sum, one) => sum + one.count, 0);
  const lacks: [Split, number][] = [
    ["TEST", Math.max(0, targets.testPerCategory - have("TEST", category))],
    ["DEV", Math.max(0, targets.devPerCategory - have("DEV", category))],
    [
      "DEMO",
      Math.min(
        Math.max(0, targets.demoQuestions - have("DEMO", null)),
        Math.max(0, Math.ceil(targets.demoQuestions / CATEGORIES.length) - have("DEMO", category)),
      ),
    ],
  ];
  let left = random * lacks.reduce((sum, [, lack]) => sum + lack, 0);
  for (const [split, lack] of lacks) {
    if (lack > 0 && left < lack) return split;
    left -= lack;
  }
  return null;
}
