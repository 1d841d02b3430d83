import {
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  SPLITS,
  type FactType,
  type Hops,
  type ReviewPolicy,
  type Split,
} from "./vocabulary";

/*
 * The registry of a question's fields. Form, page, grid columns, filters, history and the comparison with someone else's edit
 * read what they show from here. A release holds the fields of QUESTION_FIELDS, in its cells; EXTRA_FIELDS are fields that no
 * release holds: a column each of `revisions` and `question_heads`, named here once for every writer and reader.
 */

/** What people read of one field. */
export interface FieldWords<Choice extends string = string> {
  label: string;
  /** A closed list, in the order in which it is offered and sorted. */
  choices?: readonly Choice[];
  words?: Readonly<Record<Choice, string>>;
}

const choice = <Choice extends string>(
  label: string,
  choices: readonly Choice[],
  words: Readonly<Record<Choice, string>>,
) => ({ label, choices, words });

/** Fields that a release holds, in the order of the form. */
export const QUESTION_FIELDS = {
  question: { label: "Question" },
  answers: { label: "Answers" },
  sources: { label: "Evidence" },
  falsePremise: choice<"valid" | "false">("Premise", ["valid", "false"], {
    valid: "Valid",
    false: "False",
  }),
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
} as const satisfies Record<string, FieldWords>;

/** A field that no release holds: one value of a closed list, or none. */
export interface ExtraField {
  /** Its name in the grid's address and in `Extras`; that of the Prisma field. */
  key: string;
  /** Of `revisions` and `question_heads`. */
  column: string;
  label: string;
  choices: readonly string[];
  words: Readonly<Record<string, string>>;
  /** What stands where there is none. */
  none: string;
}

/** In the order of the form, behind those of QUESTION_FIELDS. */
export const EXTRA_FIELDS: readonly ExtraField[] = [];

/** Values of extra fields by their keys; null: none. A key that is absent is not said: writers then keep what is there. */
export type Extras = Readonly<Record<string, string | null>>;

/** The columns of extra fields, for statements. */
export const EXTRA_COLUMNS: readonly string[] = EXTRA_FIELDS.map(({ column }) => column);

/** The extra fields of a row of `revisions` as Prisma reads it. */
export function extrasOf(
  revision: object,
  fields: readonly ExtraField[] = EXTRA_FIELDS,
): Record<string, string | null> {
  const row = revision as Record<string, string | null | undefined>;
  return Object.fromEntries(fields.map(({ key }) => [key, row[key] ?? null]));
}

/** The extra fields in which two versions differ; where one says nothing of a field, it is as the other has it. */
export function changedExtras(
  a: Extras | undefined,
  b: Extras | undefined,
  fields: readonly ExtraField[] = EXTRA_FIELDS,
): ExtraField[] {
  return fields.filter(
    ({ key }) => a?.[key] !== undefined && b?.[key] !== undefined && a[key] !== b[key],
  );
}

/** The words of an extra field's value. */
export function extraWords(field: ExtraField, value: string | null | undefined): string {
  return value ? (field.words[value] ?? value) : field.none;
}
