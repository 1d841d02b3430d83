import type { Content } from "./schema";
import { FIELD_KEYS, type Field, type Status } from "./vocabulary";

/*
 * What the cells of a question mean, as columns: `revisions`, `question_heads` and `import_rows` have them under the same
 * names, so that statements need not read cells.
 */

/** A column that says what a cell means. */
interface TypedColumn<Value> {
  type: "text" | "boolean" | "smallint" | "date";
  /** A date as an ISO day. */
  of: (content: Content) => Value;
}
const typedColumn = <Value>(
  type: TypedColumn<Value>["type"],
  of: TypedColumn<Value>["of"],
): TypedColumn<Value> => ({ type, of });

/** The typed columns of each field. */
const TYPED = {
  split: { split: typedColumn("text", ({ split }) => split) },
  question: {},
  effectiveYear: {
    effective_year: typedColumn("smallint", ({ effectiveYear }) => effectiveYear?.year ?? null),
    effective_before: typedColumn("boolean", ({ effectiveYear }) => effectiveYear?.before ?? false),
  },
  nextReview: {
    review_policy: typedColumn("text", ({ nextReview }) => nextReview.policy),
    review_on: typedColumn("date", ({ nextReview }) => nextReview.on),
  },
  falsePremise: { false_premise: typedColumn("boolean", ({ falsePremise }) => falsePremise) },
  hops: { hops: typedColumn("text", ({ hops }) => hops) },
  factType: { fact_type: typedColumn("text", ({ factType }) => factType) },
  sources: {},
  answers: {},
  note: {},
} as const satisfies Record<Field, Readonly<Record<string, TypedColumn<unknown>>>>;
type Typed = typeof TYPED;
type TypedName = { [F in Field]: keyof Typed[F] }[Field];
type TypedColumnOf<Name> = {
  [F in Field]: Name extends keyof Typed[F] ? Typed[F][Name] : never;
}[Field];

const ALL_TYPED = FIELD_KEYS.flatMap((field) =>
  Object.entries<TypedColumn<unknown>>(TYPED[field]),
) as [TypedName, TypedColumn<unknown>][];
/** The names of the typed columns. */
export const TYPED_COLUMNS = ALL_TYPED.map(([name]) => name);
/** SQL: the typed columns with their types, parted by commas. */
export const TYPED_DEFINITIONS = ALL_TYPED.map(([name, { type }]) => `${name} ${type}`).join(", ");
/** The names of the typed columns of one field. */
export const typedColumnsOf = (field: Field) => Object.keys(TYPED[field]) as TypedName[];

/** What the typed columns say of a content. A date is an ISO day. */
export const typedValues = (content: Content) =>
  Object.fromEntries(ALL_TYPED.map(([name, { of }]) => [name, of(content)])) as {
    [Name in TypedName]: TypedColumnOf<Name> extends TypedColumn<infer Value> ? Value : never;
  };

/** The status and the typed columns of a revision and of its head as Prisma writes them. */
export function typedColumns(content: Content, status: Status) {
  const typed = typedValues(content);
  return {
    status,
    split: typed.split,
    effectiveYear: typed.effective_year,
    effectiveBefore: typed.effective_before,
    reviewPolicy: typed.review_policy,
    reviewOn: typed.review_on === null ? null : new Date(`${typed.review_on}T00:00:00Z`),
    falsePremise: typed.false_premise,
    hops: typed.hops,
    factType: typed.fact_type,
  } satisfies Record<CamelCase<TypedName> | "status", unknown>;
}
type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
