import {
  FACT_TYPES,
  FIELDS,
  fieldOf,
  HOPS,
  releaseColumn,
  REVIEW_POLICIES,
  SPLITS,
  type ContentColumn,
  type FactType,
  type Field,
  type Hops,
  type ReviewPolicy,
  type Split,
} from "./vocabulary";

/*
 * What people read of a question's fields. Form, page, grid columns, filters, history and the comparison with someone
 * else's edit take their words from here.
 */

/** What people read of one field. */
export interface FieldWords<Choice extends string = string> {
  label: string;
  /** What a cell of it is called, where the values of cells are called otherwise than those of the field. */
  cellLabel?: string;
  /** A closed list, in the order in which it is offered and sorted. */
  choices?: readonly Choice[];
  words?: Readonly<Record<Choice, string>>;
}

const choice = <Choice extends string>(
  label: string,
  choices: readonly Choice[],
  words: Readonly<Record<Choice, string>>,
) => ({ label, choices, words });

/** The fields in the order of the form. */
export const QUESTION_FIELDS = {
  question: { label: "Question" },
  answers: { label: "Answers" },
  sources: { label: "Evidence" },
  falsePremise: {
    ...choice<"valid" | "false">("Premise", ["valid", "false"], { valid: "Valid", false: "False" }),
    // Its cells say TRUE and FALSE.
    cellLabel: "False premise",
  },
  factType: choice<FactType>("Fact type", FACT_TYPES, {
    "never-changing": "Never-changing",
    "slow-changing": "Slow-changing",
    "fast-changing": "Fast-changing",
  }),
  hops: choice<Hops>("Hops", HOPS, { "one-hop": "One-hop", "multi-hop": "Multi-hop" }),
  split: choice<Split | "none">("Split", [...SPLITS, "none"], {
    TEST: "TEST",
    DEV: "DEV",
    DEMO: "DEMO",
    none: "No split",
  }),
  effectiveYear: { label: "Effective year" },
  nextReview: choice<ReviewPolicy>("Next review", REVIEW_POLICIES, {
    never: "Never",
    hardly_ever: "Hardly ever",
    occasionally: "Occasionally",
    frequently: "Frequently",
    every_time: "Every release",
    on_date: "On a date",
    unrecognized: "No date",
  }),
  note: { label: "Note" },
} as const satisfies Record<Field, FieldWords>;

/** The fields in the order in which forms and pages have them. */
export const FORM_ORDER = Object.keys(QUESTION_FIELDS) as Field[];

/** What people call a column of a release: the field that it holds; of several answers each by its number. */
export function columnName(column: ContentColumn): string {
  const field = fieldOf(column);
  const { label, cellLabel }: FieldWords = QUESTION_FIELDS[field];
  return field === "answers" ? answerName(column) : (cellLabel ?? label);
}

/** What people call a column of the grid that is a cell; undefined where it is none. */
export function cellColumnName(gridColumn: string): string | undefined {
  const column = releaseColumn(gridColumn);
  if (column === undefined) return undefined;
  const field = fieldOf(column);
  return field === "answers" ? answerName(column) : QUESTION_FIELDS[field].label;
}

function answerName(column: ContentColumn): string {
  const at = (FIELDS.answers as readonly ContentColumn[]).indexOf(column);
  return at === 0 ? "Primary answer" : `Answer ${at + 1}`;
}
