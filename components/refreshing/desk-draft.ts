import { deskDraftKey } from "@/components/ui/device-keys";
import { z } from "zod";
import { Drafts } from "@/components/desk/drafts";
import { deviceStorage } from "@/components/ui/device-storage";
import { FACT_TYPES, HOPS, REVIEW_POLICIES, type Content } from "@/lib/dataset/questions/schema";
import { inferEffectiveYear } from "@/lib/refreshing/rules";
import { refreshChangeSchema, type RefreshChange, type RefreshKind } from "@/lib/refreshing/schema";

const lines = z.array(z.object({ key: z.number(), text: z.string() }));

/** What the desk's form holds: texts as they are typed. All kinds of change share it, so that none is lost on the way. */
export const deskFormSchema = z.object({
  kind: z.enum(["answer", "reclassify", "schedule", "evidence", "retire"]),
  /** False after Esc: what was typed is kept for the next time. */
  open: z.boolean(),
  answers: lines,
  sources: lines,
  /** Null while the year follows the answer. */
  year: z.object({ text: z.string(), before: z.boolean() }).nullable(),
  falsePremise: z.boolean(),
  factType: z.enum(FACT_TYPES),
  hops: z.enum(HOPS),
  policy: z.enum(REVIEW_POLICIES),
  on: z.string(),
  /** The answers were looked at too. */
  verified: z.boolean(),
  comment: z.string(),
});
export type DeskForm = z.infer<typeof deskFormSchema>;

/** Returns the initial form, filled with the question's content. */
export function deskFormOf(content: Content, kind: RefreshKind): DeskForm {
  return {
    kind,
    open: true,
    answers:
      content.answers.length === 0
        ? [{ key: 0, text: "" }]
        : content.answers.map((text, key) => ({ key, text })),
    sources:
      content.sources.length === 0
        ? [{ key: 0, text: "" }]
        : content.sources.map((text, key) => ({ key, text })),
    year: null,
    falsePremise: content.falsePremise,
    factType: content.factType,
    hops: content.hops,
    // A schedule that names no day cannot be chosen again.
    policy:
      kind === "schedule" && content.nextReview.policy === "unrecognized"
        ? "on_date"
        : content.nextReview.policy,
    on: content.nextReview.on ?? "",
    verified: true,
    comment: "",
  };
}

/** The year that the form shows: the one that was typed, else the one that follows from the answers. */
export function shownYear(
  form: DeskForm,
  content: Content,
  presentYear: number,
): { text: string; before: boolean } {
  if (form.year !== null) return form.year;
  const year = inferEffectiveYear(
    content,
    form.answers.map((answer) => answer.text),
    presentYear,
  );
  return year === null
    ? { text: "", before: false }
    : { text: String(year.year), before: year.before };
}

/** The change that the form means, checked by the server's own schema. Errors are keyed by field ("answers.2"). */
export function checkDeskForm(
  form: DeskForm,
  content: Content,
): { change: RefreshChange | null; errors: Record<string, string> } {
  const filled = form.sources.filter((source) => source.text.trim() !== "");
  const sources = filled.map((source) => source.text);
  const nextReview = { policy: form.policy, on: form.policy === "on_date" ? form.on : null };
  const otherSources =
    sources.length !== content.sources.length ||
    sources.some((source, i) => source.trim() !== content.sources[i]);
  const otherReview =
    nextReview.policy !== content.nextReview.policy || nextReview.on !== content.nextReview.on;
  const change = (() => {
    switch (form.kind) {
      case "answer":
        return {
          kind: form.kind,
          answers: form.answers.map((answer) => answer.text),
          ...(form.year !== null && {
            effectiveYear:
              form.year.text.trim() === ""
                ? null
                : {
                    year: /^\d+$/.test(form.year.text.trim()) ? Number(form.year.text) : Number.NaN,
                    before: form.year.before,
                  },
          }),
          ...(otherSources && { sources }),
          ...(otherReview && { nextReview }),
        };
      case "reclassify":
        return {
          kind: form.kind,
          falsePremise: form.falsePremise,
          factType: form.factType,
          hops: form.hops,
          verified: form.verified,
        };
      case "schedule":
        return { kind: form.kind, nextReview, verified: form.verified };
      case "evidence":
        return { kind: form.kind, sources, verified: form.verified };
      case "retire":
        return { kind: form.kind };
    }
  })();
  const errors: Record<string, string> =
    form.kind === "retire" && form.comment.trim() === ""
      ? { comment: "Enter a reason for retiring." }
      : {};
  const parsed = refreshChangeSchema.safeParse(change);
  for (const issue of parsed.error?.issues ?? []) {
    // Empty evidence lines were left out before the check: error numbers count the others.
    const path =
      issue.path[0] === "sources" && typeof issue.path[1] === "number"
        ? ["sources", form.sources.indexOf(filled[issue.path[1]]!)]
        : issue.path;
    const key = path.join(".");
    errors[key] ??= key.startsWith("effectiveYear") ? "Enter a four-digit year." : issue.message;
  }
  return { change: Object.keys(errors).length === 0 ? (parsed.data ?? null) : null, errors };
}

/** Puts what was typed on top of another content: fields that were left alone say what that content says. */
export function rebaseDeskForm(form: DeskForm, before: Content, now: Content): DeskForm {
  const [was, is] = [deskFormOf(before, form.kind), deskFormOf(now, form.kind)];
  const untouched = <K extends keyof DeskForm>(...fields: K[]) =>
    fields.every((field) => plain(form[field]) === plain(was[field]));
  const kept = <K extends keyof DeskForm>(...fields: K[]) =>
    untouched(...fields) ? Object.fromEntries(fields.map((field) => [field, is[field]])) : {};
  return {
    ...form,
    ...kept("answers"),
    ...kept("sources"),
    ...kept("falsePremise"),
    ...kept("factType"),
    ...kept("hops"),
    ...kept("policy", "on"),
  };
}

/** A field without the keys of its lines. */
function plain(value: unknown): string {
  return JSON.stringify(
    Array.isArray(value) ? value.map((item: { text: string }) => item.text) : value,
  );
}

/** Returns whether the form differs from the question. */
export function isTyped(form: DeskForm, content: Content): boolean {
  return fingerprint(form) !== fingerprint(deskFormOf(content, form.kind));
}

function fingerprint(form: DeskForm): string {
  return JSON.stringify({
    ...form,
    kind: "",
    open: true,
    answers: form.answers.map((answer) => answer.text),
    sources: form.sources.map((source) => source.text),
  });
}

// Keeping -------------------------------------------------------------------------------------------------------

/** What a person has typed on the desk, by question and revision: `subjectOf`. */
export function deskDrafts(userId: number): Drafts<DeskForm> {
  return new Drafts(
    deviceStorage(),
    (subject) => deskDraftKey("refreshing", userId, subject),
    (kept) => {
      const form = deskFormSchema.safeParse(kept).data;
      return form
        ? { ...form, answers: renumbered(form.answers), sources: renumbered(form.sources) }
        : null;
    },
  );
}

/** What was typed is about one revision of a question. */
export function subjectOf({ id, revisionId }: { id: number; revisionId: number }): string {
  return `${id}.${revisionId}`;
}

/** Renumbered, so that lines added later get keys of their own. */
function renumbered(list: DeskForm["answers"]): DeskForm["answers"] {
  return list.map(({ text }, at) => ({ key: at, text }));
}
