"use client";

import { Fragment, type Ref } from "react";
import { strictIsOpen } from "@/lib/rating/judging/rules";
import {
  MODES,
  REASONS,
  type Mode,
  type Reason,
  type Verdict,
} from "@/lib/rating/judging/vocabulary";
import { enterBothCredit, enterCredit, enterReason, type RatingForm } from "./rating-form";
import { NotesFields } from "./notes-fields";
import { VERDICT_KEYS } from "./verdict-keys";
import classes from "./verdict-form.module.css";
import { MODE_ASKS, MODE_WORDS } from "./verdict-labels";

interface VerdictFormProps {
  form: RatingForm;
  onChange: (form: RatingForm) => void;
  /** What a submission lacks, by field; shown once it was tried. */
  problems: Partial<Record<keyof Verdict, string>>;
  /** Whether the letters and digits on the buttons work as keys here. */
  keys: boolean;
  comment?: Ref<HTMLTextAreaElement>;
  /** An adjudicator has no doubts, and the comment is the reason. */
  adjudicating?: boolean;
}

/** Both verdicts with their reasons, comment, doubt and flag. Plain elements: it is rendered again for every item. */
export function VerdictForm({
  form,
  onChange,
  problems,
  keys,
  comment,
  adjudicating = false,
}: VerdictFormProps) {
  const { verdict } = form;
  const asked =
    verdict.relaxed === false ? problems.relaxedReason : (problems.strict ?? problems.strictReason);
  return (
    <div className={classes.form}>
      <button
        type="button"
        className={classes.both}
        aria-pressed={verdict.relaxed === true && verdict.strict === true}
        onClick={() => onChange(enterBothCredit(form))}
      >
        {VERDICT_KEYS.bothCredit.does}
        {keys && <kbd>{VERDICT_KEYS.bothCredit.keys}</kbd>}
      </button>
      {MODES.map((mode) => (
        <div
          key={mode}
          role="group"
          aria-label={`${MODE_WORDS[mode]} credit`}
          className={classes.mode}
          data-active={form.mode === mode}
        >
          <div className={classes.ask}>
            <b>{MODE_WORDS[mode]}</b> {MODE_ASKS[mode]}
          </div>
          {([true, false] as const).map((credit) => (
            <button
              key={String(credit)}
              type="button"
              className={classes.credit}
              data-credit={credit}
              aria-pressed={verdict[mode] === credit}
              disabled={mode === "strict" && credit && !strictIsOpen(verdict)}
              title={
                mode === "strict" && credit && !strictIsOpen(verdict)
                  ? "Strict credit requires Relaxed credit"
                  : undefined
              }
              onClick={() => onChange(enterCredit(form, credit, mode))}
            >
              {credit ? "Credit" : "No credit"}
              {keys && <kbd>{VERDICT_KEYS.credit.keys[credit ? 0 : 1]}</kbd>}
            </button>
          ))}
        </div>
      ))}
      <div className={classes.reasons} role="group" aria-label="Reason for no credit">
        {REASONS.map((reason) => (
          <ReasonButton
            key={reason.code}
            reason={reason.code}
            form={form}
            keys={keys}
            onChange={onChange}
          />
        ))}
      </div>
      <NotesFields
        form={form}
        note={(notes) => onChange({ ...form, ...notes })}
        keys={keys}
        comment={comment}
        adjudicating={adjudicating}
      />

      <p className={classes.problem} role="alert">
        {problems.relaxed ?? asked ?? ""}
      </p>
    </div>
  );
}

function ReasonButton({
  reason,
  form,
  keys,
  onChange,
}: {
  reason: Reason;
  form: RatingForm;
  keys: boolean;
  onChange: (form: RatingForm) => void;
}) {
  const { words, meaning, key, strictOnly } = REASONS.find((other) => other.code === reason)!;
  const of = (
    [
      ["relaxed", "R"],
      ["strict", "S"],
    ] as [Mode, string][]
  ).filter(([mode]) => form.verdict[`${mode}Reason`] === reason);
  return (
    <button
      type="button"
      className={classes.reason}
      data-strict-only={strictOnly}
      aria-pressed={of.length > 0}
      title={`${meaning}${strictOnly ? " Affects Strict only." : ""}`}
      onClick={() => onChange(enterReason(form, reason))}
    >
      {keys && <kbd>{key}</kbd>}
      <span>{words}</span>
      {of.map(([mode, letter]) => (
        <Fragment key={mode}>
          <b aria-hidden className={classes.of}>
            {letter}
          </b>
          <span className={classes.hidden}> (against {MODE_WORDS[mode]})</span>
        </Fragment>
      ))}
    </button>
  );
}
