import { hasFields } from "@/components/ui/has-fields";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  FACT_TYPES,
  FIELD_KEYS,
  HOPS,
  REVIEW_POLICIES,
  SPLITS,
  type FactType,
  type Field,
  type Hops,
  type ReviewPolicy,
  type Split,
} from "@/lib/dataset/questions/vocabulary";

/*
 * A question while someone edits it, in every form that does: writing one for review, editing one, refreshing its answers.
 * No schema library here: the refresh desk reads what its device has kept before it loads a form. What the values mean is
 * checked by schemas, in check-values.ts.
 */

/** A line of a list. It keeps its key when it moves, so that it keeps the focus too. */
export interface Line {
  key: number;
  text: string;
}

/** What a form holds of each field: texts as they are typed, and "" for a choice that is still open. */
export interface QuestionValues {
  question: string;
  answers: Line[];
  sources: Line[];
  falsePremise: "" | "valid" | "false";
  factType: "" | FactType;
  hops: "" | Hops;
  split: "none" | Split;
  /** `text` is the year as typed. */
  effectiveYear: { text: string; before: boolean };
  /** `on` is what the field of the date holds, also while another policy is chosen. */
  nextReview: { policy: "" | ReviewPolicy; on: string };
  note: string;
}

/** What a form does with one field. */
interface FormField<Entered, Value> {
  empty: Entered;
  /** How a form shows a value. */
  from: (value: Value) => Entered;
  /** What was entered means this, unchecked: contentSchema says what is wrong with it. */
  means: (entered: Entered) => unknown;
  /** What a device has kept; null where it is no such value. */
  read: (kept: unknown) => Entered | null;
}

const asItIs = <T>(value: T) => value;

const text: FormField<string, string> = {
  empty: "",
  from: asItIs,
  means: asItIs,
  read: (kept) => (typeof kept === "string" ? kept : null),
};

// Above what `keyed` gives out: those keys must come out alike on the server and in the browser.
let lastKey = 1_000;
/** A line that someone adds. */
export function line(added: string): Line {
  return { key: ++lastKey, text: added };
}

/** Lines to begin with: one at least, to type in. */
export const keyed = (texts: readonly string[]): Line[] =>
  (texts.length === 0 ? [""] : texts).map((one, key) => ({ key, text: one }));

const lines = (means: FormField<Line[], string[]>["means"]): FormField<Line[], string[]> => ({
  empty: keyed([]),
  from: keyed,
  means,
  // Numbered anew, so that lines added later get keys of their own.
  read: (kept) =>
    Array.isArray(kept) && kept.every((one) => hasFields(one, { text: "string" }))
      ? kept.map((one, key) => ({ key, text: (one as { text: string }).text }))
      : null,
});

const choice = <Choice extends string>(choices: readonly Choice[]) => ({
  empty: "" as const,
  from: asItIs<Choice>,
  means: (entered: "" | Choice) => entered || undefined,
  read: (kept: unknown) => (kept === "" ? kept : (choices.find((one) => one === kept) ?? null)),
});

const NO_YEAR = { text: "", before: false };

const FORM_FIELDS: { [F in Field]: FormField<QuestionValues[F], Content[F]> } = {
  question: text,
  answers: lines((entered) => entered.map((one) => one.text)),
  // Empty lines say nothing.
  sources: lines((entered) => entered.map((one) => one.text.trim()).filter((url) => url !== "")),
  falsePremise: {
    ...choice<"valid" | "false">(["valid", "false"]),
    from: (falsePremise) => (falsePremise ? "false" : "valid"),
    means: (entered) => (entered === "" ? undefined : entered === "false"),
  },
  factType: choice(FACT_TYPES),
  hops: choice(HOPS),
  split: {
    empty: "none",
    from: (split) => split ?? "none",
    means: (entered) => (entered === "none" ? null : entered),
    read: (kept) => ([...SPLITS, "none"] as const).find((one) => one === kept) ?? null,
  },
  effectiveYear: {
    empty: NO_YEAR,
    from: (value) =>
      value === null ? NO_YEAR : { text: String(value.year), before: value.before },
    means: ({ text: year, before }) =>
      year.trim() === ""
        ? null
        : // What is no number stays as it was typed, for whoever compares it with another's.
          { year: /^\d+$/.test(year.trim()) ? Number(year) : year.trim(), before },
    read: (kept) =>
      hasFields(kept, { text: "string", before: "boolean" })
        ? { text: kept.text as string, before: kept.before as boolean }
        : null,
  },
  nextReview: {
    empty: { policy: "", on: "" },
    from: ({ policy, on }) => ({ policy, on: on ?? "" }),
    means: ({ policy, on }) => ({
      policy: policy || undefined,
      on: policy === "on_date" ? on : null,
    }),
    read: (kept) => {
      if (!hasFields(kept, { policy: "string", on: "string" })) return null;
      const policy = choice(REVIEW_POLICIES).read(kept.policy);
      return policy === null ? null : { policy, on: kept.on as string };
    },
  },
  note: text,
};

const each = <T>(of: (field: Field) => T) =>
  Object.fromEntries(FIELD_KEYS.map((field) => [field, of(field)])) as Record<Field, T>;
// One field and its own value go together; the type of a loop over all of them cannot say so.
const rules = FORM_FIELDS as unknown as Record<Field, FormField<unknown, unknown>>;

/** The form of a question that is not begun. */
export const EMPTY_VALUES = each((field) => rules[field].empty) as unknown as QuestionValues;

/** How a form shows the value of one field. */
export const valueOf = <F extends Field>(field: F, value: Content[F]): QuestionValues[F] =>
  FORM_FIELDS[field].from(value);

/** Fills a form with a question's content. */
export const valuesOf = (content: Content): QuestionValues =>
  each((field) => rules[field].from(content[field])) as unknown as QuestionValues;

/** What a form means, unchecked. */
export const contentOf = (values: QuestionValues): Record<Field, unknown> =>
  each((field) => rules[field].means(values[field]));

/** Whether two forms mean the same by a field. */
export function isSameValue(field: Field, a: QuestionValues, b: QuestionValues): boolean {
  const { means } = rules[field];
  return JSON.stringify(means(a[field])) === JSON.stringify(means(b[field]));
}

/** As isSameValue(), for all fields. */
export const areSameValues = (a: QuestionValues, b: QuestionValues): boolean =>
  FIELD_KEYS.every((field) => isSameValue(field, a, b));

/** Takes some fields from another content; all else stays as it was typed, right or wrong. */
export function takeFrom<V extends QuestionValues>(
  content: Content,
  taken: readonly Field[],
  values: V,
): V {
  const theirs = valuesOf(content);
  return { ...values, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
}

/**
 * Reads what a device has kept of a form; null where a field of it is no value.
 * @param missing what a field says that was not kept: one that the product did not have then
 */
export function readValues(kept: unknown, missing: QuestionValues): QuestionValues | null {
  if (!hasFields(kept, {}) || Array.isArray(kept)) return null;
  const values = each((field) =>
    kept[field] === undefined ? missing[field] : rules[field].read(kept[field]),
  );
  return FIELD_KEYS.some((field) => values[field] === null)
    ? null
    : (values as unknown as QuestionValues);
}
