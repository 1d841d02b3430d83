import {
  caselessTraits,
  looseTraits,
  type ReadTraits,
  traitsOf,
} from "@/lib/dataset/imports/likeness";
import { type Candidate, inOtherCase, RewordingIndex } from "@/lib/dataset/imports/matching";
import { SAFE_SCORE } from "@/lib/dataset/imports/schema";
import { normalizeText } from "@/lib/dataset/questions/cells";
import { caselessKey, textKey } from "@/lib/dataset/questions/same-text";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import {
  placeColumns,
  readReferenceCells,
  readReferenceList,
  type ReadReferences,
  type ReferenceColumn,
} from "@/lib/runs/references/rules";
import { MAX_REFERENCES } from "@/lib/runs/references/vocabulary";
import { type ColumnRole, type MatchedBy, type PlanCounts, type ResponseOutcome } from "./schema";
import { countOf, formatCount } from "@/lib/platform/format";
import { LEFT_OUT, WORTH_A_LOOK, type RowProblem } from "./vocabulary";

// Columns ---------------------------------------------------------------------------------------------------------

/** Names by which columns are known, the surest first; compared without case and with "_" for whatever parts words. */
const NAMES = {
  question: ["question", "question_text", "query", "input", "prompt"],
  id: ["question_id", "stable_id", "qid", "id", "release_id", "example_id"],
  response: [
    "model_response",
    "response",
    "model_answer",
    "model_output",
    "output",
    "completion",
    "generation",
    "generated_text",
    "prediction",
    "answer",
    "response_text",
    "text",
    "base_response",
  ],
  relaxed: ["relaxed", "relaxed_rating", "rating_relaxed", "fresheval_relaxed", "relaxed_verdict"],
  strict: ["strict", "strict_rating", "rating_strict", "fresheval_strict", "strict_verdict"],
  explanation: ["explanation", "fresheval_explanation"],
  references: ["references", "response_references", "reference_list"],
} as const;
/** A column with one reference of each response. */
const NUMBERED = /^ref(?:erence)?_?([1-9]\d{0,2})$/;

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/** What FreshEval's notebooks write of a sheet: its index, in a column without a name, and these. */
const OF_NOTEBOOKS = ["rating", "explanation"];
/** A column without a name, as it is called here and by pandas. */
const INDEX_NAMES = ["column_1", "unnamed_0", "index"];
/** Row numbers that pandas has written along, once or several times. */
const WRITTEN_ALONG = /^unnamed(_\d+)+$/;

/**
 * Whether a record names columns: one of its cells is a name that we know for questions, ids or responses, or it is the
 * header of FreshEval's notebooks.
 */
export function isResponseHeader(cells: readonly string[]): boolean {
  const known: readonly string[] = [...NAMES.question, ...NAMES.id, ...NAMES.response];
  const names = cells.map(plain);
  return (
    OF_NOTEBOOKS.every((name) => names.includes(name)) ||
    (cells.filter((cell) => cell.trim() !== "").length >= 2 &&
      cells.some((cell) => cell.length < 40 && known.includes(plain(cell))))
  );
}

/**
 * What each column is probably taken for, by its name and first values. In a file with a release's own columns (the sheet
 * that FreshEval works on) these are passed over; whatever has no other meaning is kept as metadata.
 * @param sample the first records' cells
 */
export function guessRoles(
  columns: readonly string[],
  sample: readonly (readonly string[])[],
  fileName: string,
): ColumnRole[] {
  const names = columns.map(plain);
  const ofRelease = names.includes("answer_0") && names.includes("question");
  const roles: ColumnRole[] = names.map((name) =>
    ofRelease && ((RELEASE_COLUMNS as readonly string[]).includes(name) || name === "revision")
      ? "ignore"
      : "metadata",
  );
  const first = (wanted: readonly string[], may: (at: number) => boolean = () => true) => {
    for (const name of wanted) {
      const at = names.findIndex(
        (own, index) => own === name && roles[index] !== "question" && may(index),
      );
      if (at !== -1) return at;
    }
    return -1;
  };
  const give = (at: number, role: ColumnRole) => {
    if (at !== -1) roles[at] = role;
  };
  const values = (at: number) =>
    sample.map((cells) => (cells[at] ?? "").trim()).filter((value) => value !== "");

  give(first(NAMES.question), "question");
  give(
    first(
      NAMES.id,
      (at) => values(at).length > 0 && values(at).every((value) => STABLE_ID.test(value)),
    ),
    "stable-id",
  );
  give(
    first(
      NAMES.id,
      (at) => roles[at] !== "stable-id" && values(at).every((value) => POSITION.test(value)),
    ),
    "id",
  );
  give(first(NAMES.response), "response");
  if (roles.includes("response")) {
    // A column of that name with something else than lists (a text, addresses) is metadata.
    const list = first(NAMES.references);
    if (list !== -1 && (values(list).length === 0 || values(list).some(beginsList)))
      give(list, "references");
    else for (const [at, name] of names.entries()) if (isNumbered(name)) give(at, "reference");
  }
  give(
    first(NAMES.relaxed, (at) => values(at).every((value) => readVerdict(value) !== undefined)),
    "relaxed",
  );
  give(
    first(NAMES.strict, (at) => values(at).every((value) => readVerdict(value) !== undefined)),
    "strict",
  );
  // FreshEval's sheets say the mode in their name alone.
  const mode = modeOfName(fileName);
  const index = names.findIndex((name) => INDEX_NAMES.includes(name));
  if (
    index !== -1 &&
    OF_NOTEBOOKS.every((name) => names.includes(name)) &&
    roles.every((role) => role === "metadata") &&
    values(index).every((value) => POSITION.test(value))
  ) {
    give(index, "id");
    give(names.indexOf("rating"), mode ?? "metadata");
    give(names.indexOf("explanation"), "explanation");
    return roles;
  }
  if (mode !== null && !roles.includes(mode))
    give(
      first(
        ["rating"],
        (at) =>
          values(at).length > 0 && values(at).every((value) => readVerdict(value) !== undefined),
      ),
      mode,
    );
  if (hasVerdicts(roles)) give(first(NAMES.explanation), "explanation");
  return roles.map((role, at) =>
    role === "metadata" &&
    WRITTEN_ALONG.test(names[at]!) &&
    values(at).every((value) => POSITION.test(value))
      ? "ignore"
      : role,
  );
}

function beginsList(value: string): boolean {
  return value.startsWith("[");
}

function isNumbered(name: string): boolean {
  const number = NUMBERED.exec(name)?.[1];
  return number !== undefined && Number(number) <= MAX_REFERENCES;
}

function modeOfName(fileName: string): "relaxed" | "strict" | null {
  const [relaxed, strict] = [/relaxed/i.test(fileName), /strict/i.test(fileName)];
  return relaxed === strict ? null : relaxed ? "relaxed" : "strict";
}

/**
 * The column whose ratings are verdicts in a mode that someone has to say, where a file has nothing else; or, once it was
 * said, the one that has it. Null in other files.
 */
export function ratingColumn(
  columns: readonly string[],
  roles: readonly ColumnRole[],
): number | null {
  const at = columns.map(plain).indexOf("rating");
  const other: readonly ColumnRole[] = ["relaxed", "strict", "response"];
  return at === -1 || roles.some((role, index) => index !== at && other.includes(role)) ? null : at;
}

/** Returns whether some column holds verdicts. */
export function hasVerdicts(roles: readonly ColumnRole[]): boolean {
  return roles.includes("relaxed") || roles.includes("strict");
}

/** Why nothing can be imported with these roles, in words; null where it can. */
export function rolesProblem(roles: readonly ColumnRole[], evaluator: string): string | null {
  for (const [role, words] of Object.entries(ONE_OF_EACH)) {
    if (roles.filter((own) => own === role).length > 1)
      return `Only one column can be the ${words}.`;
  }
  if (!roles.includes("question") && !roles.includes("id") && !roles.includes("stable-id")) {
    return "Select the column with the question text, release ID or question ID (such as Q17).";
  }
  if (!roles.includes("response") && !hasVerdicts(roles))
    return roles.includes("explanation")
      ? "Choose the rating mode of the verdicts: Relaxed or Strict."
      : "Select the response column.";
  if (hasReferences(roles) && !roles.includes("response"))
    return "References need a response column. Select one.";
  if (roles.includes("references") && roles.includes("reference"))
    return "Use either one column with lists of references or columns with one reference each.";
  if (roles.filter((own) => own === "reference").length > MAX_REFERENCES)
    return `A response can have ${MAX_REFERENCES} references at most.`;
  if (roles.includes("explanation") && !hasVerdicts(roles))
    return "Explanations need a verdict column. Select one.";
  if (hasVerdicts(roles) && evaluator.trim() === "")
    return "Enter the name of the automatic evaluator.";
  return null;
}

/** How many of a file’s first records are shown with the choice of its columns. */
export const PREVIEWED_RECORDS = 3;

/** What nearly every file is read by. */
export const MAIN_ROLES = ["question", "response", "id"] as const;
export type MainRole = (typeof MAIN_ROLES)[number];

/** The column with a main role; −1: none. An ID is that of a release or of a question. */
export function columnOf(roles: readonly ColumnRole[], role: MainRole): number {
  return roles.findIndex((own) => own === role || (role === "id" && own === "stable-id"));
}

/** The roles once a column has a main role: the one that had it is kept as metadata. @param at −1: no column has it */
export function withMainRole(
  roles: readonly ColumnRole[],
  role: MainRole,
  at: number,
  sample: readonly (readonly string[])[],
): ColumnRole[] {
  const values = sample.map((cells) => (cells[at] ?? "").trim()).filter((value) => value !== "");
  const stable = values.length > 0 && values.every((value) => STABLE_ID.test(value));
  const isIt = (own: ColumnRole) => own === role || (role === "id" && own === "stable-id");
  return roles.map((own, index) =>
    index === at ? (role === "id" && stable ? "stable-id" : role) : isIt(own) ? "metadata" : own,
  );
}

/** The roles with every column that has no other meaning kept as metadata, or none of them. */
export function keepingOthers(roles: readonly ColumnRole[], keep: boolean): ColumnRole[] {
  return roles.map((own) =>
    own === "metadata" || own === "ignore" ? (keep ? "metadata" : "ignore") : own,
  );
}

/** Returns whether some column holds references. */
export function hasReferences(roles: readonly ColumnRole[]): boolean {
  return roles.includes("references") || roles.includes("reference");
}

/** How the references of a row are read from its cells, which are in the order of `columns`. */
export interface ReferenceReader {
  /** Columns from 0. */
  columns: number[];
  read: (cells: readonly string[]) => ReadReferences;
}

/** Null where no column holds references. */
export function referenceReader(
  columns: readonly string[],
  roles: readonly ColumnRole[],
): ReferenceReader | null {
  const list = roles.indexOf("references");
  if (list !== -1) return { columns: [list], read: ([cell = ""]) => readReferenceList(cell) };
  const numbered: ReferenceColumn[] = placeColumns(
    roles.flatMap((role, at) => (role === "reference" ? [{ at, name: columns[at] ?? "" }] : [])),
  );
  if (numbered.length === 0) return null;
  return {
    columns: numbered.map(({ at }) => at),
    read: (cells) =>
      readReferenceCells(numbered.map(({ place }, at) => ({ place, cell: cells[at] ?? "" }))),
  };
}

const ONE_OF_EACH = {
  question: "question text",
  id: "release ID",
  "stable-id": "question ID",
  response: "response",
  references: "list of references",
  relaxed: "Relaxed verdict",
  strict: "Strict verdict",
  explanation: "explanation",
} satisfies Partial<Record<ColumnRole, string>>;

export const TRUE_WORDS = ["true", "yes", "correct", "credit", "1", "1.0"];
export const FALSE_WORDS = ["false", "no", "incorrect", "no credit", "0", "0.0"];

/** A verdict's word; null where there is none, undefined for a text that is no verdict. */
export function readVerdict(text: string): boolean | null | undefined {
  const word = text.trim().toLowerCase();
  return word === ""
    ? null
    : TRUE_WORDS.includes(word)
      ? true
      : FALSE_WORDS.includes(word)
        ? false
        : undefined;
}

// Matching --------------------------------------------------------------------------------------------------------

const STABLE_ID = /^Q(\d{1,10})$/i;
// Spreadsheet libraries write a whole number with a fraction.
const POSITION = /^(\d{1,9})(\.0+)?$/;

/** A question that is less alike is not worth showing: responses come with the texts that the model was asked. */
const SIMILAR_ENOUGH = 0.5;

/** A question of a release. */
export interface ReleasedText {
  /** The `id` that the release's file prints. */
  position: number;
  questionId: number;
  revisionId: number;
  question: string;
}

type PointedQuestion = { by: "id" | "stable-id"; entry: ReleasedText };
/** The question that the IDs of a row refer to. */
type Pointed = PointedQuestion | { by: null; problem: "conflict"; detail: string };

export type Match =
  | { by: MatchedBy; entry: ReleasedText; passedOver?: ReleasedText }
  | { by: null; problem: "unmatched" | "conflict"; detail: string }
  /** No question has this text, but one is like it: left out until a person says that it is the same. */
  | { by: null; problem: "similar"; entry: ReleasedText; score: number };

/** The questions of one release, found by text or by id. */
export class ReleaseIndex {
  private readonly byText = new Map<string, ReleasedText[]>();
  private readonly byKey = new Map<string, ReleasedText[]>();
  private readonly byCaseless = new Map<string, ReleasedText[]>();
  private readonly byPosition = new Map<number, ReleasedText>();
  private readonly byQuestion = new Map<number, ReleasedText>();
  /** By what they compare; made when the first text has no equal. */
  private readonly rewordings = new Map<ReadTraits, RewordingIndex>();

  private readonly read: ReadTraits;

  /** @param withoutCase the file or the release was written without regard to case. */
  constructor(
    entries: Iterable<ReleasedText>,
    private readonly withoutCase = false,
  ) {
    this.read = withoutCase ? caselessTraits : traitsOf;
    for (const entry of entries) {
      add(this.byText, entry.question.trim(), entry);
      add(this.byKey, textKey(entry.question), entry);
      add(this.byCaseless, caselessKey(entry.question), entry);
      this.byPosition.set(entry.position, entry);
      this.byQuestion.set(entry.questionId, entry);
    }
  }

  /**
   * The question of a record: by its text, exactly and then by sameText; by an id only where the text is missing. A
   * text without an equal may be like one, or be one but for case: that is for a person to say. A release's id is a position, so that one of another release points anywhere: against a known text it is passed over. A
   * question ID that points to another question than the text, or than the other id, is a conflict.
   */
  find(row: { question: string; id: string; stableId: string }): Match {
    const text = row.question.trim();
    const pointed = this.pointed(row.id.trim(), row.stableId.trim());
    if (pointed !== null && "problem" in pointed) return pointed;
    if (text === "") {
      if (pointed !== null) return pointed;
      const given = [row.stableId.trim(), row.id.trim()].filter((value) => value !== "").join(", ");
      return { by: null, problem: "unmatched", detail: given };
    }
    const exact = this.byText.get(text);
    const found = exact ?? this.byKey.get(textKey(text));
    const by = exact ? "text" : "normalized";
    if (!found) return this.similar(text, pointed);
    if (pointed !== null && found.includes(pointed.entry)) return { by, entry: pointed.entry };
    if (pointed?.by === "stable-id") return conflict(pointed.entry);
    if (pointed !== null && found.length === 1)
      return { by, entry: found[0]!, passedOver: pointed.entry };
    if (found.length > 1) return ambiguous(found);
    return { by, entry: found[0]! };
  }

  /** The question that a text is most like; where ids point to one, that one if it is alike enough, or none. */
  private similar(text: string, pointed: PointedQuestion | null): Match {
    // As against an equal text, a release's id that points elsewhere is passed over where only case differs.
    const twins = this.byCaseless.get(caselessKey(text)) ?? [];
    const unheeded = pointed?.by === "id" && twins.length > 0 && !twins.includes(pointed.entry);
    if (twins.length > 1 && (pointed === null || unheeded)) return ambiguous(twins);
    const found =
      pointed === null || unheeded
        ? this.candidates(text, twins, this.read).find(({ score }) => score >= SIMILAR_ENOUGH)
        : this.pointedCandidate(text, twins, pointed.entry);
    if (found)
      return {
        by: null,
        problem: "similar",
        entry: this.byQuestion.get(found.questionId)!,
        score: found.score,
      };
    return pointed === null
      ? { by: null, problem: "unmatched", detail: "" }
      : conflict(pointed.entry);
  }

  /** The question that ids point to, where a quick reader would take the text for its own. */
  private pointedCandidate(
    text: string,
    twins: readonly ReleasedText[],
    pointed: ReleasedText,
  ): Candidate | undefined {
    const ofPointed = ({ questionId }: Candidate) => questionId === pointed.questionId;
    const alike =
      twins.includes(pointed) ||
      this.candidates(text, twins, looseTraits).some(
        (one) => ofPointed(one) && one.score >= SAFE_SCORE,
      );
    return alike ? this.candidates(text, twins, this.read).find(ofPointed) : undefined;
  }

  /** The questions that a text is like, best first, those that differ from it in case alone (twins) before all others. */
  private candidates(text: string, twins: readonly ReleasedText[], read: ReadTraits): Candidate[] {
    let index = this.rewordings.get(read);
    if (index === undefined) {
      index = new RewordingIndex(
        [...this.byQuestion.values()].map((entry) => ({
          questionId: entry.questionId,
          question: entry.question.trim(),
          normalized: normalizeText(entry.question),
          primaryAnswer: "",
          evidence: [],
        })),
        read,
      );
      this.rewordings.set(read, index);
    }
    return inOtherCase(
      text,
      twins,
      index.candidates({
        question: text,
        normalized: normalizeText(text),
        primaryAnswer: "",
        evidence: [],
      }),
      this.withoutCase,
    );
  }

  /** Where the ids point; null where there are none. */
  private pointed(id: string, stableId: string): Pointed | null {
    const position = POSITION.exec(id);
    const stable = /^Q?(\d{1,10})$/i.exec(stableId);
    const byId = position ? (this.byPosition.get(Number(position[1])) ?? null) : null;
    const byStable = stable ? (this.byQuestion.get(Number(stable[1])) ?? null) : null;
    if (byId !== null && byStable !== null && byId !== byStable)
      return { by: null, problem: "conflict", detail: named(byId) };
    if (byStable !== null) return { by: "stable-id", entry: byStable };
    return byId === null ? null : { by: "id", entry: byId };
  }
}

function conflict(entry: ReleasedText): Match {
  return { by: null, problem: "conflict", detail: named(entry) };
}

/** A text that is several questions', and nothing says which is meant. */
function ambiguous(entries: readonly ReleasedText[]): Match {
  return {
    by: null,
    problem: "conflict",
    detail: entries
      .map((entry) => `Q${entry.questionId}`)
      .slice(0, 5)
      .join(", "),
  };
}

function named(entry: ReleasedText): string {
  return `Q${entry.questionId}: ${entry.question.trim().slice(0, 160)}`;
}

function add(map: Map<string, ReleasedText[]>, key: string, entry: ReleasedText): void {
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}

/** The outcome of matching a row. */
export interface MatchedRow {
  ordinal: number;
  matchedBy: MatchedBy | null;
  questionId: number | null;
  revisionId: number | null;
  problem: RowProblem | null;
  detail: string | null;
  /** The question that its text is like, where none has it. */
  candidateId: number | null;
  candidateScore: number | null;
  /** A person has said that it is this question. */
  accepted: boolean;
}

export interface RecordToMatch {
  ordinal: number;
  record: number;
  replaced: boolean;
  /** The invisible characters of the response, such as "U+202E"; null where there are none. */
  invisible: string | null;
  empty: boolean;
  /** Of logs: why it has no response, in the tool's words or none; null where it has one. */
  missing: string | null;
  question: string;
  id: string;
  stableId: string;
  /** The question that a person took its text for. */
  acceptedId: number | null;
  /** What is to be said of its references; null: nothing, or it has none. */
  references: ReferenceTrouble | null;
}

/** What is wrong with a row's references, or worth knowing of them. */
export interface ReferenceTrouble {
  problem: "bad-references" | "replaced" | "loose-mark" | "other-fields";
  detail: string | null;
}

/**
 * Matches records one after the other: of several for a question, the first that is not empty is taken. One that has the
 * question's text comes before one that is only like it; so the latter are to be taken last (see takeSimilar).
 */
export class RecordMatcher {
  private readonly taken = new Map<number, { row: MatchedRow; record: number; empty: boolean }>();
  private readonly waiting: { row: MatchedRow; record: RecordToMatch; entry: ReleasedText }[] = [];

  constructor(private readonly index: ReleaseIndex) {}

  /** The outcome of a record; that of an earlier one may change by it (an empty response before another one). */
  take(record: RecordToMatch): MatchedRow {
    const match = this.index.find(record);
    const row: MatchedRow = {
      ordinal: record.ordinal,
      matchedBy: match.by,
      questionId: null,
      revisionId: null,
      problem: null,
      detail: null,
      candidateId: null,
      candidateScore: null,
      accepted: false,
    };
    if (match.by === null && match.problem === "similar") {
      Object.assign(row, {
        problem: "similar",
        detail: named(match.entry),
        candidateId: match.entry.questionId,
        candidateScore: match.score,
      });
      if (record.acceptedId === match.entry.questionId)
        this.waiting.push({ row, record, entry: match.entry });
      return row;
    }
    if (match.by === null)
      return Object.assign(row, {
        problem: match.problem,
        detail: match.detail === "" ? null : match.detail,
      });
    return this.give(row, record, match);
  }

  /** Gives the records that a person took for the question they are like that question; their outcomes change in place. */
  takeSimilar(): void {
    for (const { row, record, entry } of this.waiting.splice(0)) {
      Object.assign(row, { matchedBy: "similar", accepted: true });
      this.give(row, record, { by: "similar", entry });
    }
  }

  private give(
    row: MatchedRow,
    record: RecordToMatch,
    match: { by: MatchedBy; entry: ReleasedText; passedOver?: ReleasedText },
  ): MatchedRow {
    const { references } = record;
    // A response without the references that it cites could not be given them later: it is never written again.
    if (references?.problem === "bad-references")
      return Object.assign(row, { ...references, matchedBy: null });
    if (record.missing !== null)
      return Object.assign(row, {
        problem: "failed",
        detail: record.missing === "" ? null : record.missing,
        matchedBy: null,
      });
    row.questionId = match.entry.questionId;
    row.revisionId = match.entry.revisionId;
    const unsaid = match.by !== "similar";
    row.problem = record.empty
      ? "empty"
      : record.replaced || references?.problem === "replaced"
        ? "replaced"
        : record.invisible !== null && unsaid
          ? "invisible"
          : references !== null && unsaid
            ? references.problem
            : match.passedOver
              ? "other-id"
              : match.by === "similar"
                ? "accepted"
                : null;
    if (row.problem === "other-id") row.detail = named(match.passedOver!);
    if (row.problem === "invisible") row.detail = record.invisible;
    if (row.problem === "loose-mark" || row.problem === "other-fields")
      row.detail = references!.detail;
    const earlier = this.taken.get(row.questionId);
    if (earlier !== undefined && (!earlier.empty || record.empty))
      return Object.assign(row, { problem: "duplicate", detail: String(earlier.record) });
    if (earlier !== undefined)
      Object.assign(earlier.row, { problem: "duplicate", detail: String(record.record) });
    this.taken.set(row.questionId, { row, record: record.record, empty: record.empty });
    return row;
  }
}

// Words -----------------------------------------------------------------------------------------------------------

/** Counts the rows that are left out, but for those of a log that someone did not choose. */
export function countLeftOut(counts: Pick<PlanCounts, "problems">): number {
  return LEFT_OUT.filter((problem) => problem !== "not-chosen").reduce(
    (sum, problem) => sum + counts.problems[problem],
    0,
  );
}

/** Counts the rows that are added but should be checked. */
export function countWorthALook(counts: Pick<PlanCounts, "problems">): number {
  return WORTH_A_LOOK.reduce((sum, problem) => sum + counts.problems[problem], 0);
}

/** Describes in one sentence what applying a plan does. */
export function describePlan(counts: PlanCounts): string {
  const parts = [
    ...(counts.adds > 0
      ? [
          `${countOf(counts.adds, "response")}${counts.references > 0 ? ` with ${countOf(counts.references, "reference")}` : ""} will be added`,
        ]
      : counts.verdicts === 0
        ? ["Nothing will be added"]
        : []),
    ...(counts.verdicts > 0
      ? [
          counts.adds > 0
            ? `${countOf(counts.verdicts, "automatic verdict")} will be imported`
            : `${countOf(counts.verdicts, "automatic verdict")} will be imported for ${formatCount(counts.verdicts)} of the run’s ${countOf(counts.responses, "response")}`,
        ]
      : []),
    ...(countLeftOut(counts) > 0
      ? [`${countOf(countLeftOut(counts), "row")} will be skipped`]
      : []),
  ];
  return `${parts.length < 2 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`}.`;
}

/** Describes in one line what applying did. */
export function describeOutcome(outcome: ResponseOutcome): string {
  return [
    `${countOf(outcome.added, "response")} added`,
    ...((outcome.references ?? 0) > 0
      ? [`${countOf(outcome.references!, "reference")} with them`]
      : []),
    ...(outcome.empty > 0 ? [`${formatCount(outcome.empty)} of them empty`] : []),
    ...(outcome.verdicts > 0 ? [`${countOf(outcome.verdicts, "automatic verdict")} imported`] : []),
    ...(outcome.leftOut > 0 ? [`${countOf(outcome.leftOut, "row")} skipped`] : []),
  ].join(", ");
}
