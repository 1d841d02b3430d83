import { hasFields } from "@/components/ui/has-fields";
import type { Notes } from "@/lib/rating/judging/schema";

/** What the form of every item holds, whatever its campaign asks. */
export interface ItemForm extends Notes {
  /** Why an earlier rating is corrected. */
  correction: string;
}

const NO_NOTES: Notes = { comment: "", lowConfidence: false, flagged: false };

export const NOTHING_NOTED: ItemForm = { ...NO_NOTES, correction: "" };

/** The notes of a form, or of a judgment, and nothing else of it. */
export function notesOf(of: Notes): Notes {
  const names = Object.keys(NO_NOTES) as (keyof Notes)[];
  return Object.fromEntries(names.map((note) => [note, of[note]] as const)) as unknown as Notes;
}

/**
 * Whether two forms say different things. Every field counts, space around what is typed does not.
 * @param aside the fields that only say where one is in the form
 */
export function formsDiffer<F extends ItemForm>(
  one: F,
  other: F,
  aside: readonly Exclude<keyof F, keyof ItemForm>[],
): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof F>;
  for (const field of aside) fields.delete(field);
  return [...fields].some((field) => meant(one[field]) !== meant(other[field]));
}

/** A value as a text that is the same for values that say the same: the order of an object's fields says nothing. */
function meant(value: unknown): string {
  return JSON.stringify(typeof value === "string" ? value.trim() : value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part).sort(([field], [other]) => (field < other ? -1 : 1)),
        )
      : part,
  );
}

/** An unsubmitted form, with the milliseconds at work on it. */
export interface Kept<F> {
  form: F;
  activeMs: number;
}

/**
 * What a device kept of a form, by the fields of an empty one; null where it can't be understood. An older page may have
 * written it: what it did not know to note is not noted.
 */
export function keptForm<F extends ItemForm>(value: unknown, empty: F): Kept<F> | null {
  if (!hasFields(value, { form: "object", activeMs: "number" })) return null;
  const activeMs = value.activeMs as number;
  const kept: Record<string, unknown> = { ...NOTHING_NOTED, ...(value.form as object) };
  const fields = Object.keys(empty) as (keyof F & string)[];
  const known = fields.every((field) =>
    hasFields(kept, { [field]: typeof empty[field] as "boolean" | "number" | "object" | "string" }),
  );
  const form = Object.fromEntries(fields.map((field) => [field, kept[field]])) as unknown as F;
  return known && activeMs >= 0 ? { form, activeMs } : null;
}

/** How a desk deals with the forms of its items. */
export interface FormKind<I, F extends ItemForm, S> {
  empty: (item: I) => F;
  /** As it was submitted in this visit. */
  entered: (submission: S) => F;
  differs: (form: F, before: F) => boolean;
}
