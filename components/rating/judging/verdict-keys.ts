import type { KeyTable } from "@/components/desk/keys";
import { REASONS, type Reason } from "@/lib/rating/judging/vocabulary";
import { enterCredit, enterReason, type RatingForm } from "./rating-form";

/** What the keys of a desk with a verdict form act on. */
export interface VerdictContext {
  form: RatingForm;
  change: (form: RatingForm) => void;
  /** The field of the comment. */
  comment: { current: HTMLTextAreaElement | null };
  /** @returns false where the chord belongs to another field. */
  submit: (event: KeyboardEvent) => boolean | void;
  toggleRaw: () => void;
  toggleUnfolded: () => void;
}

const reasonOf = (key: string): Reason =>
  REASONS.find((reason) => reason.key === key.toLowerCase())!.code;

/** The keys that every desk with a verdict form has. */
export const VERDICT_KEYS = {
  credit: {
    keys: ["1", "2"],
    does: "Credit, no credit",
    run: ({ form, change }, { key }) => change(enterCredit(form, key === "1")),
  },
  mode: {
    keys: ["ArrowUp", "ArrowDown"],
    shown: ["↑", "↓"],
    does: "Switch between Relaxed and Strict",
    run: ({ form, change }, { key }) =>
      change({ ...form, mode: key === "ArrowUp" ? "relaxed" : "strict" }),
  },
  reason: {
    keys: REASONS.flatMap(({ key }) => [key, key.toUpperCase()]),
    shown: [...REASONS.slice(0, 2).map(({ key }) => key), "…"],
    does: "Select the reason with that letter",
    run: ({ form, change }, { key }) => change(enterReason(form, reasonOf(key))),
  },
  comment: { keys: ["t"], does: "Write a comment", run: ({ comment }) => comment.current?.focus() },
  submit: {
    keys: ["Ctrl+Enter"],
    does: "Submit (⌘ Enter on a Mac)",
    typing: true,
    run: ({ submit }, event) => submit(event),
  },
  raw: { keys: ["r"], does: "Show raw response", run: ({ toggleRaw }) => toggleRaw() },
  unfold: {
    keys: ["x"],
    does: "Expand long response",
    run: ({ toggleUnfolded }) => toggleUnfolded(),
  },
  leave: {
    keys: ["Escape"],
    shown: ["Esc"],
    does: "Leave the field (text is kept)",
    typing: true,
    run: ({ comment }, { target }) => {
      if (target === comment.current) comment.current?.blur();
      // The browser may have something to close.
      return false;
    },
  },
} satisfies KeyTable<VerdictContext>;
