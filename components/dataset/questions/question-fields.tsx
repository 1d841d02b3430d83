"use client";

import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { quotePassage, readEvidence } from "@/lib/dataset/questions/evidence";
import { QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import {
  MAX_ANSWERS,
  MAX_SOURCES,
  REVIEW_POLICIES,
  type Field,
  type ReviewPolicy,
} from "@/lib/dataset/questions/vocabulary";
import { LineList, type LineListProps } from "./line-list";
import classes from "./question-form.module.css";
import type { FieldProps } from "./use-question-form";

/*
 * The controls of a question's fields that all forms have (use-question-form.ts); a form says where one stands, and what
 * is special there. field-controls.tsx has the others, and the table of all. A control is drawn again only when what it is
 * given changes.
 */

/** What a form may say of a control. */
export interface ControlProps<F extends Field> extends FieldProps<F> {
  description?: string;
  /** Marked as required. */
  required?: boolean;
}

/** How the parts of a control of several stand. */
interface Placed {
  className?: string | undefined;
}

const textControl = <F extends "question" | "note">(name: F) =>
  function TextControl({
    value,
    set,
    errorOf,
    touch,
    description,
    required = false,
    minRows = 2,
  }: ControlProps<F> & { minRows?: number }) {
    return (
      <GrowingTextarea
        label={QUESTION_FIELDS[name].label}
        withAsterisk={required}
        description={description}
        minRows={minRows}
        maxRows={10}
        value={value}
        error={errorOf(name)}
        onChange={(event) =>
          set({ [name]: event.currentTarget.value } as Parameters<typeof set>[0])
        }
        onBlur={() => touch(name)}
      />
    );
  };

export const QuestionControl = memo(textControl("question"));
export const NoteControl = memo(textControl("note"));

const linesControl = <F extends "answers" | "sources">(
  name: F,
  list: Omit<LineListProps, "name" | "legend" | "lines" | "onChange" | "errorOf" | "onTouch">,
) =>
  function LinesControl({
    value,
    set,
    touch,
    ...props
  }: ControlProps<F> & Pick<LineListProps, "below">) {
    return (
      <LineList
        name={name}
        legend={QUESTION_FIELDS[name].label}
        lines={value}
        onChange={(lines) => set({ [name]: lines } as Parameters<typeof set>[0])}
        onTouch={touch}
        {...list}
        {...props}
      />
    );
  };

/** The answers, the primary one first. */
export const AnswersControl = memo(
  linesControl("answers", {
    label: (index) => (index === 0 ? "Primary answer" : `Answer ${index + 1}`),
    addLabel: "Add answer",
    max: MAX_ANSWERS,
    fullWords: `${MAX_ANSWERS} answers maximum`,
  }),
);

/** The evidence URLs; below each the passages that it highlights, or what `below` says of it. */
export const SourcesControl = memo(
  linesControl("sources", {
    splitPaste: true,
    label: (index) => `Evidence ${index + 1}`,
    addLabel: "Add URL",
    max: MAX_SOURCES,
    fullWords: `${MAX_SOURCES} URLs maximum`,
    below: highlights,
  }),
);

function highlights(text: string): ReactNode {
  const passages = text.includes(":~:") ? readEvidence(text.trim()).passages : [];
  return passages.map((passage, index) => (
    <p key={index} className={classes.hint}>
      Highlights {quotePassage(passage)}
    </p>
  ));
}

/** The year, and whether any year before it is meant. */
export const YearControl = memo(function YearControl({
  value: { text, before },
  set,
  errorOf,
  touch,
  description,
  required = false,
  className = classes.parts,
}: ControlProps<"effectiveYear"> & Placed) {
  return (
    <div className={className}>
      <TextInput
        label={QUESTION_FIELDS.effectiveYear.label}
        withAsterisk={required}
        description={description}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={text}
        error={errorOf("effectiveYear.year") ?? errorOf("effectiveYear")}
        onChange={(event) => set({ effectiveYear: { text: event.currentTarget.value, before } })}
        onBlur={() => touch("effectiveYear.year")}
      />
      <Checkbox
        size="xs"
        label={text === "" ? "Before this year" : `Before ${text}`}
        // Without a year there is none before it.
        checked={before && text.trim() !== ""}
        disabled={text.trim() === ""}
        onChange={(event) => set({ effectiveYear: { text, before: event.currentTarget.checked } })}
      />
    </div>
  );
});

/** The policy, and where it is a date that date. */
export const NextReviewControl = memo(function NextReviewControl({
  value: { policy, on },
  set,
  errorOf,
  touch,
  description,
  required = false,
  className = classes.parts,
  open,
  unrecognized,
}: ControlProps<"nextReview"> &
  Placed & {
    /** What it is called that nothing is chosen, where that may stay so. */
    open?: string;
    /** What a text that names no day is called, where it may stay. */
    unrecognized?: string | undefined;
  }) {
  const { label, words } = QUESTION_FIELDS.nextReview;
  const first = open ?? (policy === "" ? "Choose…" : null);
  return (
    <div className={className}>
      <NativeSelect
        label={label}
        withAsterisk={required}
        description={description}
        value={policy}
        error={errorOf("nextReview.policy")}
        onChange={(event) =>
          set({ nextReview: { policy: event.currentTarget.value as typeof policy, on } })
        }
        onBlur={() => touch("nextReview.policy")}
        data={[
          ...(first === null ? [] : [{ value: "", label: first }]),
          ...REVIEW_POLICIES.filter(
            (one: ReviewPolicy) => one !== "unrecognized" || unrecognized !== undefined,
          ).map((one) => ({
            value: one,
            label: one === "unrecognized" ? (unrecognized ?? words[one]) : words[one],
          })),
        ]}
      />
      {policy === "on_date" && (
        <TextInput
          type="date"
          label="Next review date"
          withAsterisk={required}
          value={on}
          error={errorOf("nextReview.on")}
          onChange={(event) => set({ nextReview: { policy, on: event.currentTarget.value } })}
          onBlur={() => touch("nextReview.on")}
        />
      )}
    </div>
  );
});
