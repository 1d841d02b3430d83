"use client";

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { onKey } from "@/components/desk/keys";
import { type Content } from "@/lib/dataset/questions/schema";
import type { RefreshChange } from "@/lib/refreshing/schema";
import { dateHasPassed } from "@/lib/refreshing/rules";
import { FORM_KEYS } from "./desk-keys";
import { checkDeskForm } from "./desk-check";
import { shownYear, verifies, type DeskForm as Values } from "./desk-draft";
import {
  Answers,
  Category,
  Comment,
  Ends,
  Schedule,
  Sources,
  Verified,
  Year,
} from "./desk-form-parts";
import { FORM_TITLES } from "./desk-labels";
import classes from "./desk.module.css";

interface DeskFormProps {
  form: Values;
  content: Content;
  /** Its raw next-review cell. */
  reviewCell: string;
  /** ISO day in the dataset's time zone. */
  today: string;
  onChange: (form: Values) => void;
  onSave: (change: RefreshChange) => void;
  onCancel: () => void;
}

/** What to change about the question on the desk: Ctrl/⌘+Enter saves, Esc puts it away and keeps what was typed. */
export function DeskForm({
  form,
  content,
  reviewCell,
  today,
  onChange,
  onSave,
  onCancel,
}: DeskFormProps) {
  const box = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const { change, errors } = useMemo(
    () => checkDeskForm(form, content, today),
    [form, content, today],
  );
  const { kind } = form;
  // The same functions, and the same problems while they are the same: a key draws only the part that it changes.
  const latest = useRef({ form, onCancel });
  useLayoutEffect(() => {
    latest.current = { form, onCancel };
  });
  const set = useCallback(
    (part: Partial<Values>) => onChange({ ...latest.current.form, ...part }),
    [onChange],
  );
  const close = useCallback(() => latest.current.onCancel(), []);
  const touch = useCallback(
    (path: string) => setTouched((before) => new Set(before).add(path)),
    [],
  );
  const [problems, setProblems] = useState(errors);
  if (problems !== errors && JSON.stringify(problems) !== JSON.stringify(errors))
    setProblems(errors);
  const errorOf = useCallback(
    (path: string) => (attempted || touched.has(path) ? problems[path] : undefined),
    [attempted, touched, problems],
  );
  /** The folded part, which most forms leave folded, is drawn once it is opened or has a problem. */
  const [unfolded, setUnfolded] = useState(false);
  const year = shownYear(form, content, Number(today.slice(0, 4)));

  // A date that has passed would end the schedule without a word.
  const passed = dateHasPassed(content, today) && verifies(form);

  // The first field is where one goes on; the next date where only that is missing.
  useEffect(() => {
    const field = box.current?.querySelector<HTMLElement>(
      kind === "schedule" && passed
        ? "input[type=date]"
        : "textarea, input[type=radio]:checked, select, input",
    );
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(0, field.value.length);
    // Only when the form opens: ticking "verified" moves no focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [kind]);

  const save = () => {
    setAttempted(true);
    if (change !== null) onSave(change);
    // After React has marked the fields.
    else
      setTimeout(() =>
        box.current
          ?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true] input")
          ?.focus(),
      );
  };
  const common = { set, errorOf, touch };
  const evidence = <Sources lines={form.sources} {...common} />;
  const schedule = (
    <Schedule
      policy={form.policy}
      on={form.on}
      passedOn={passed ? content.nextReview.on : null}
      reviewCell={reviewCell}
      today={today}
      {...common}
    />
  );
  const verified = <Verified verified={form.verified} set={set} />;
  const folded =
    unfolded ||
    passed ||
    (attempted && Object.keys(errors).some((path) => /^(sources|nextReview)/.test(path)));

  return (
    <form
      ref={box}
      className={classes.form}
      noValidate
      aria-label={FORM_TITLES[kind]}
      onKeyDown={(event) => onKey(FORM_KEYS, { save, close: onCancel }, event.nativeEvent)}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h3>{FORM_TITLES[kind]}</h3>
      {kind === "answer" && (
        <>
          <Answers lines={form.answers} {...common} />
          <Year
            text={year.text}
            before={year.before}
            follows={form.year === null}
            set={set}
            error={errorOf("effectiveYear.year") ?? errorOf("effectiveYear")}
          />
          <details
            className={classes.more}
            open={passed || undefined}
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
          <Category
            falsePremise={form.falsePremise}
            factType={form.factType}
            hops={form.hops}
            set={set}
          />
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
        value={form.comment}
        error={errorOf("comment")}
        set={set}
        touch={touch}
      />
      <Ends kind={kind} close={close} />
    </form>
  );
}
