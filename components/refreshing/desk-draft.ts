import { deskDraftKey } from "@/components/ui/device-keys";
import { Drafts } from "@/components/desk/drafts";
import { deviceStorage } from "@/components/ui/device-storage";
import { hasFields } from "@/components/ui/has-fields";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  type FactType,
  type Hops,
  type ReviewPolicy,
} from "@/lib/dataset/questions/vocabulary";
import { inferEffectiveYear, REASON_OF } from "@/lib/refreshing/rules";
import type { RefreshKind } from "@/lib/refreshing/schema";

type Lines = { key: number; text: string }[];

/** What the desk's form holds: texts as they are typed. All kinds of change share it, so that none is lost on the way. */
export interface DeskForm {
  kind: RefreshKind;
  /** False after Esc: what was typed is kept for the next time. */
  open: boolean;
  answers: Lines;
  sources: Lines;
  /** Null while the year follows the answer. */
  year: { text: string; before: boolean } | null;
  falsePremise: boolean;
  factType: FactType;
  hops: Hops;
  policy: ReviewPolicy;
  on: string;
  /** The answers were looked at too. */
  verified: boolean;
  comment: string;
}

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

/** Whether the form says that the answers were looked at: a new answer always does. */
export function verifies(form: Pick<DeskForm, "kind" | "verified">): boolean {
  return form.kind === "answer" || (form.kind !== "retire" && form.verified);
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
    readDeskForm,
  );
}

/** A form as a device has kept it, or a step's draft; null where it is none. */
export function readDeskForm(kept: unknown): DeskForm | null {
  if (
    !hasFields(kept, {
      kind: "string",
      open: "boolean",
      falsePremise: "boolean",
      factType: "string",
      hops: "string",
      policy: "string",
      on: "string",
      verified: "boolean",
      comment: "string",
    })
  )
    return null;
  const { kind, open, falsePremise, on, verified, comment } = kept;
  const [answers, sources] = [readLines(kept.answers), readLines(kept.sources)];
  const factType = FACT_TYPES.find((known) => known === kept.factType);
  const hops = HOPS.find((known) => known === kept.hops);
  const policy = REVIEW_POLICIES.find((known) => known === kept.policy);
  const year = kept.year ?? null;
  return answers === null ||
    sources === null ||
    factType === undefined ||
    hops === undefined ||
    policy === undefined ||
    !Object.hasOwn(REASON_OF, kind as string) ||
    (year !== null && !hasFields(year, { text: "string", before: "boolean" }))
    ? null
    : ({
        ...{ kind, open, answers, sources, year, falsePremise, factType, hops, policy, on },
        ...{ verified, comment },
      } as DeskForm);
}

/** Numbered anew, so that lines added later get keys of their own. */
function readLines(kept: unknown): Lines | null {
  if (!Array.isArray(kept)) return null;
  const lines = kept.map((line: unknown, key) =>
    hasFields(line, { text: "string" }) ? { key, text: line.text as string } : null,
  );
  return lines.some((line) => line === null) ? null : (lines as Lines);
}

/** What was typed is about one revision of a question. */
export function subjectOf({ id, revisionId }: { id: number; revisionId: number }): string {
  return `${id}.${revisionId}`;
}
