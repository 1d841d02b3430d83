import { keepValue, readValue } from "@/components/ui/device-storage";
import { z } from "zod";
import {
  contentSchema,
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  SPLITS,
  type Content,
  type Field,
} from "@/lib/dataset/questions/schema";

/** What the form holds: texts as they are typed, choices that may still be open. */
const formSchema = z.object({
  question: z.string(),
  answers: z.array(z.object({ key: z.number(), text: z.string() })),
  sources: z.array(z.object({ key: z.number(), text: z.string() })),
  falsePremise: z.enum(["", "false", "valid"]),
  factType: z.enum(["", ...FACT_TYPES]),
  hops: z.enum(["", ...HOPS]),
  split: z.enum(["none", ...SPLITS]),
  year: z.string(),
  before: z.boolean(),
  reviewPolicy: z.enum(["", ...REVIEW_POLICIES]),
  reviewOn: z.string(),
  note: z.string(),
  comment: z.string(),
});
export type FormValues = z.infer<typeof formSchema>;

// Above what formOf gives out: those keys must come out alike on the server and in the browser.
let lastKey = 1_000;
/** A line of a list keeps its key when it moves, so that it keeps the focus too. */
export function line(text: string): { key: number; text: string } {
  return { key: ++lastKey, text };
}

export const EMPTY_FORM: FormValues = {
  question: "",
  answers: [{ key: 0, text: "" }],
  sources: [],
  falsePremise: "",
  factType: "",
  hops: "",
  split: "none",
  year: "",
  before: false,
  reviewPolicy: "",
  reviewOn: "",
  note: "",
  comment: "",
};

function keyed(text: string, key: number): { key: number; text: string } {
  return { key, text };
}

/** Fills the form with a question's content. */
export function formOf(content: Content, comment = ""): FormValues {
  return {
    question: content.question,
    answers: content.answers.length === 0 ? [{ key: 0, text: "" }] : content.answers.map(keyed),
    sources: content.sources.map(keyed),
    falsePremise: content.falsePremise ? "false" : "valid",
    factType: content.factType,
    hops: content.hops,
    split: content.split ?? "none",
    year: content.effectiveYear === null ? "" : String(content.effectiveYear.year),
    before: content.effectiveYear?.before ?? false,
    reviewPolicy: content.nextReview.policy,
    reviewOn: content.nextReview.on ?? "",
    note: content.note,
    comment,
  };
}

/** What the form means, unchecked: contentSchema says what is wrong with it. */
export function contentOf(form: FormValues): unknown {
  return {
    split: form.split === "none" ? null : form.split,
    question: form.question,
    effectiveYear:
      form.year.trim() === ""
        ? null
        : {
            year: /^\d+$/.test(form.year.trim()) ? Number(form.year) : Number.NaN,
            before: form.before,
          },
    nextReview: {
      policy: form.reviewPolicy || undefined,
      on: form.reviewPolicy === "on_date" ? form.reviewOn : null,
    },
    falsePremise: form.falsePremise === "" ? undefined : form.falsePremise === "false",
    hops: form.hops || undefined,
    factType: form.factType || undefined,
    sources: form.sources
      .filter((source) => source.text.trim() !== "")
      .map((source) => source.text),
    answers: form.answers.map((answer) => answer.text),
    note: form.note,
  } satisfies Record<Field, unknown>;
}

/** Words for choices that are still open, where the schema can only name the list. */
const OPEN_CHOICES: Record<string, string> = {
  falsePremise: "Choose whether the premise is valid.",
  factType: "Choose a fact type.",
  hops: "Choose one-hop or multi-hop.",
  "nextReview.policy": "Choose a next review date or policy.",
  "effectiveYear.year": "Enter a four-digit year.",
};

/** Checks the form by the schema that the server uses. Errors are keyed by the field's path ("answers.2"). */
export function checkForm(form: FormValues): {
  content: Content | null;
  errors: Record<string, string>;
} {
  const parsed = contentSchema.safeParse(contentOf(form));
  if (parsed.success) return { content: parsed.data, errors: {} };
  const errors: Record<string, string> = {};
  // Empty evidence lines were left out before the check: error numbers count the others.
  const filled = form.sources.flatMap((source, index) =>
    source.text.trim() === "" ? [] : [index],
  );
  for (const issue of parsed.error.issues) {
    const path =
      issue.path[0] === "sources" && typeof issue.path[1] === "number"
        ? ["sources", filled[issue.path[1]]]
        : issue.path;
    const key = path.join(".");
    errors[key] ??= OPEN_CHOICES[key] ?? issue.message;
  }
  return { content: null, errors };
}

// Drafts --------------------------------------------------------------------------------------------------------

/**
 * What someone typed and has not saved, kept on their device. The revision it is based on is inside, not in the key:
 * a draft must be found again even when someone else has saved a newer revision in the meantime.
 */
export const draftSchema = z.object({
  savedAt: z.string(),
  form: formSchema,
  /** Under which a new question is sent, also after a reload. */
  clientKey: z.uuid().optional(),
  /** What the edit began with; absent for a new question. */
  base: z
    .object({
      revisionId: z.number(),
      number: z.number(),
      content: z.custom<Content>((value) => typeof value === "object" && value !== null),
      cells: z.array(z.string()),
    })
    .nullable(),
});
export type Draft = z.infer<typeof draftSchema>;
export type Base = NonNullable<Draft["base"]>;

/** Reads a draft back; one that does not parse any more is treated as none. */
export function readDraft(key: string): Draft | null {
  const draft = draftSchema.safeParse(readValue(key)).data ?? null;
  for (const item of draft === null ? [] : [...draft.form.answers, ...draft.form.sources])
    lastKey = Math.max(lastKey, item.key);
  return draft;
}

/** Keeps a draft. @returns false when the device would not keep it (private mode, full storage). */
export function writeDraft(key: string, draft: Draft): boolean {
  return keepValue(key, draft);
}

export function dropDraft(key: string): void {
  keepValue(key, null);
}
