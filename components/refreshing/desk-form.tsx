"use client";

import {
  Button,
  Checkbox,
  Group,
  Kbd,
  NativeSelect,
  NumberInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { onKey, shownKeys } from "@/components/desk/keys";
import { REVIEW_WORDS } from "@/components/dataset/questions/labels";
import { REVIEW_POLICIES, type Content } from "@/lib/dataset/questions/schema";
import {
  COMMENT_MAX_CHARACTERS,
  type RefreshChange,
  type RefreshKind,
} from "@/lib/refreshing/schema";
import { addDays } from "@/lib/dataset/schedule/rules";
import { FORM_KEYS } from "./desk-keys";
import { checkDeskForm, shownYear, type DeskForm as Values } from "./desk-draft";
import classes from "./desk.module.css";
import {
  AnswerLines,
  EvidenceLines,
  FieldChoice,
} from "@/components/dataset/questions/question-fields";
import { QUESTION_FIELDS } from "@/lib/dataset/questions/fields";

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

export const FORM_TITLES: Record<RefreshKind, string> = {
  answer: "New answer",
  reclassify: "Reclassify",
  schedule: "Reschedule",
  evidence: "New evidence",
  retire: "Retire",
};
const SAVE_LABELS: Record<RefreshKind, string> = {
  answer: "Save answers",
  reclassify: "Save category",
  schedule: "Save next review",
  evidence: "Save evidence",
  retire: "Retire question",
};
const SOONER = [
  [7, "a week"],
  [30, "30 days"],
  [91, "3 months"],
  [365, "a year"],
] as const;

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
  const { change, errors } = useMemo(() => checkDeskForm(form, content), [form, content]);
  const { kind } = form;
  const set = (part: Partial<Values>) => onChange({ ...form, ...part });
  const touch = (path: string) => setTouched((before) => new Set(before).add(path));
  const errorOf = (path: string) => (attempted || touched.has(path) ? errors[path] : undefined);
  const year = shownYear(form, content, Number(today.slice(0, 4)));

  // The first field is where one goes on.
  useEffect(() => {
    const field = box.current?.querySelector<HTMLElement>(
      "textarea, input[type=radio]:checked, select, input",
    );
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(0, field.value.length);
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
  const evidence = (
    <EvidenceLines
      lines={form.sources}
      onChange={(sources) => set({ sources })}
      errorOf={errorOf}
      onTouch={touch}
    />
  );
  const schedule = (
    <div className={classes.schedule}>
      <NativeSelect
        label="Next review"
        value={form.policy}
        error={errorOf("nextReview.policy")}
        onChange={(event) => set({ policy: event.currentTarget.value as Values["policy"] })}
        data={REVIEW_POLICIES.filter(
          (value) => value !== "unrecognized" || form.policy === "unrecognized",
        ).map((value) => ({
          value,
          label:
            value === "unrecognized"
              ? `Unchanged: ${reviewCell.trim() || "not set"}`
              : REVIEW_WORDS[value],
        }))}
      />
      {form.policy === "on_date" && (
        <>
          <TextInput
            type="date"
            label="Next review date"
            value={form.on}
            error={errorOf("nextReview.on")}
            onChange={(event) => set({ on: event.currentTarget.value })}
            onBlur={() => touch("nextReview.on")}
          />
          <Group gap={4} role="group" aria-label="From today">
            <Text size="xs" c="dimmed">
              From today:
            </Text>
            {SOONER.map(([days, words]) => (
              <Button
                key={days}
                size="compact-xs"
                variant="default"
                onClick={() => set({ on: addDays(today, days) })}
              >
                {words}
              </Button>
            ))}
          </Group>
        </>
      )}
    </div>
  );
  const verified = (
    <Checkbox
      size="xs"
      label="I also verified the answers"
      checked={form.verified}
      onChange={(event) => set({ verified: event.currentTarget.checked })}
    />
  );

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
          <AnswerLines
            description="The first is the primary answer; the others are also accepted."
            lines={form.answers}
            onChange={(answers) => set({ answers })}
            errorOf={errorOf}
            onTouch={touch}
          />
          <Group gap="md" align="flex-end">
            <NumberInput
              label="Effective year"
              w={110}
              hideControls
              allowDecimal={false}
              allowNegative={false}
              maxLength={4}
              value={year.text}
              error={errorOf("effectiveYear.year") ?? errorOf("effectiveYear")}
              onChange={(value) => {
                if (String(value) !== year.text)
                  set({ year: { text: String(value), before: year.before } });
              }}
            />
            <Checkbox
              size="xs"
              mb={10}
              label={year.text === "" ? "Before this year" : `Before ${year.text}`}
              checked={year.before}
              onChange={(event) =>
                set({ year: { text: year.text, before: event.currentTarget.checked } })
              }
            />
            <Text size="xs" c="dimmed" mb={9} aria-live="polite">
              {form.year === null ? (
                "Set from the primary answer"
              ) : (
                <Button size="compact-xs" variant="subtle" onClick={() => set({ year: null })}>
                  Set from answer
                </Button>
              )}
            </Text>
          </Group>
          <details className={classes.more}>
            <summary>Evidence and next review</summary>
            {evidence}
            {schedule}
          </details>
        </>
      )}
      {kind === "reclassify" && (
        <>
          <FieldChoice
            of={QUESTION_FIELDS.falsePremise}
            value={form.falsePremise ? "false" : "valid"}
            onChange={(premise) => set({ falsePremise: premise === "false" })}
          />
          <FieldChoice
            of={QUESTION_FIELDS.factType}
            value={form.factType}
            onChange={(factType) => set({ factType })}
          />
          <FieldChoice
            of={QUESTION_FIELDS.hops}
            value={form.hops}
            onChange={(hops) => set({ hops })}
          />
          {verified}
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
        </>
      )}
      <Textarea
        label={kind === "retire" ? "Reason" : "Comment"}
        withAsterisk={kind === "retire"}
        description={
          kind === "retire"
            ? "Shown in the history. The question stays in past releases and can be restored."
            : undefined
        }
        placeholder={kind === "retire" ? undefined : "Optional; shown in the history"}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={COMMENT_MAX_CHARACTERS}
        value={form.comment}
        error={errorOf("comment")}
        onChange={(event) => set({ comment: event.currentTarget.value })}
        onBlur={() => touch("comment")}
      />
      <Group justify="flex-end" gap="xs">
        <Text size="xs" c="dimmed" visibleFrom="sm" mr="auto">
          Unsaved changes are kept on this device.
        </Text>
        <Button
          variant="default"
          size="xs"
          onClick={onCancel}
          rightSection={<Kbd size="xs">{shownKeys(FORM_KEYS.close)}</Kbd>}
        >
          Close
        </Button>
        <Button
          type="submit"
          size="xs"
          rightSection={<Kbd size="xs">Ctrl ⏎</Kbd>}
          {...(kind === "retire" && { color: "red" })}
        >
          {SAVE_LABELS[kind]}
        </Button>
      </Group>
    </form>
  );
}
