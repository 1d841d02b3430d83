"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isSameValue, valuesOf } from "@/components/dataset/questions/form-values";
import { FieldControl } from "@/components/dataset/questions/field-controls";
import { AnswersControl, SourcesControl } from "@/components/dataset/questions/question-fields";
import { useQuestionForm } from "@/components/dataset/questions/use-question-form";
import { onKey } from "@/components/desk/keys";
import { type Content } from "@/lib/dataset/questions/schema";
import { dateHasPassed } from "@/lib/refreshing/rules";
import type { RefreshChange, RefreshKind } from "@/lib/refreshing/schema";
import { checkDeskValues } from "./desk-check";
import { shownYear, verifies, type DeskValues } from "./desk-draft";
import { Comment, Ends, Schedule, Verified, Year } from "./desk-form-parts";
import { FORM_KEYS } from "./desk-keys";
import { FORM_TITLES } from "./desk-labels";
import classes from "./desk.module.css";

/** Folded away under a new answer, unless something was entered there before. */
const FOLDED = ["sources", "nextReview"] as const;

interface DeskFormProps {
  kind: RefreshKind;
  /** What the form begins with. */
  initial: DeskValues;
  content: Content;
  /** Its raw next-review cell. */
  reviewCell: string;
  /** ISO day in the dataset's time zone. */
  today: string;
  /** After each change; the same function each time. */
  onChange: (values: DeskValues) => void;
  onSave: (change: RefreshChange, values: DeskValues) => void;
  onCancel: () => void;
}

/** What to change about the question on the desk: Ctrl/⌘+Enter saves, Esc puts it away and keeps what was typed. */
export function DeskForm({
  kind,
  initial,
  content,
  reviewCell,
  today,
  onChange,
  onSave,
  onCancel,
}: DeskFormProps) {
  const form = useQuestionForm<DeskValues, RefreshChange>({
    initial,
    check: useCallback(
      (values) => checkDeskValues(kind, values, content, today),
      [kind, content, today],
    ),
    onChange,
    onSubmit: (change) => {
      if (change !== null) onSave(change, values);
      // After React has marked the fields.
      else
        setTimeout(() =>
          form.box.current
            ?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true] input")
            ?.focus(),
        );
    },
  });
  const { values, errors, errorOf, set, touch } = form;
  // The same function, so that a key draws only the part that it changes.
  const cancel = useRef(onCancel);
  useLayoutEffect(() => {
    cancel.current = onCancel;
  });
  const close = useCallback(() => cancel.current(), []);
  /** The folded part, which most forms leave folded, is drawn once it is opened or has a problem. */
  const [begunUnfolded] = useState(
    () => !FOLDED.every((field) => isSameValue(field, initial, valuesOf(content))),
  );
  const [unfolded, setUnfolded] = useState(begunUnfolded);
  const { text, before } = shownYear(values, content, Number(today.slice(0, 4)));

  // A date that has passed would end the schedule without a word.
  const passed = dateHasPassed(content, today) && verifies(kind, values);

  // The first field is where one goes on; the next date where only that is missing.
  useEffect(() => {
    const field = form.box.current?.querySelector<HTMLElement>(
      kind === "schedule" && passed
        ? "input[type=date]"
        : "textarea, input[type=radio]:checked, select, input",
    );
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(0, field.value.length);
    // Only when the form opens: ticking "verified" moves no focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const evidence = <SourcesControl {...form.field("sources")} />;
  const schedule = (
    <Schedule
      {...form.field("nextReview")}
      passedOn={passed ? content.nextReview.on : null}
      reviewCell={reviewCell}
      today={today}
    />
  );
  const verified = <Verified verified={values.verified} set={set} />;
  const folded =
    unfolded ||
    passed ||
    (form.attempted &&
      Object.keys(errors).some((path) => FOLDED.some((field) => path.startsWith(field))));

  return (
    <form
      className={classes.form}
      aria-label={FORM_TITLES[kind]}
      {...form.props}
      onKeyDown={(event) =>
        onKey(FORM_KEYS, { save: form.submit, close: onCancel }, event.nativeEvent)
      }
    >
      <h3>{FORM_TITLES[kind]}</h3>
      {kind === "answer" && (
        <>
          <AnswersControl
            {...form.field("answers")}
            description="The first is the primary answer; the others are also accepted."
          />
          <Year {...{ text, before, follows: values.yearFollows, set, errorOf, touch }} />
          <details
            className={classes.more}
            open={passed || begunUnfolded || undefined}
            onToggle={(event) => event.currentTarget.open && setUnfolded(true)}
          >
            <summary>Evidence and next review</summary>
            {folded && (
              <>
                {evidence}
                {schedule}
              </>
            )}
          </details>
        </>
      )}
      {kind === "reclassify" && (
        <>
          {(["falsePremise", "factType", "hops"] as const).map((name) => (
            <FieldControl key={name} of={name} {...form.field(name)} />
          ))}
          {verified}
          {passed && schedule}
        </>
      )}
      {kind === "schedule" && (
        <>
          {schedule}
          {verified}
        </>
      )}
      {kind === "evidence" && (
        <>
          {evidence}
          {verified}
          {passed && schedule}
        </>
      )}
      <Comment
        kind={kind}
        value={values.comment}
        error={errorOf("comment")}
        set={set}
        touch={touch}
      />
      <Ends kind={kind} close={close} />
    </form>
  );
}
