import type { KeyTable } from "@/components/desk/keys";
import { REASONS, type Reason } from "@/lib/rating/judging/vocabulary";
import { FORM_KEYS, type FormContext } from "./form-keys";
import { enterBothCredit, enterCredit, enterReason, type RatingForm } from "./rating-form";

/** What the keys of a desk with a verdict form act on. */
export interface VerdictContext extends FormContext {
  form: RatingForm;
  change: (form: RatingForm) => void;
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
  bothCredit: {
    keys: ["q"],
    does: "Credit in both",
    run: ({ form, change }) => change(enterBothCredit(form)),
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
  ...FORM_KEYS,
} satisfies KeyTable<VerdictContext>;
