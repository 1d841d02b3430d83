import {
  Button,
  Checkbox,
  Group,
  Kbd,
  NativeSelect,
  NumberInput,
  Text,
  TextInput,
} from "@mantine/core";
import { memo } from "react";
import { shownKeys } from "@/components/desk/keys";
import { REVIEW_WORDS } from "@/components/dataset/questions/labels";
import {
  AnswerLines,
  EvidenceLines,
  FieldChoice,
} from "@/components/dataset/questions/question-fields";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { PlainButton } from "@/components/ui/plain-button";
import { QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import { REVIEW_POLICIES } from "@/lib/dataset/questions/schema";
import { addDays } from "@/lib/dataset/schedule/rules";
import { formatDay } from "@/lib/platform/format";
import { COMMENT_MAX_CHARACTERS, type RefreshKind } from "@/lib/refreshing/schema";
import type { DeskForm as Values } from "./desk-draft";
import { FORM_KEYS } from "./desk-keys";
import classes from "./desk.module.css";

/* The parts of the desk's form. Each is drawn again only when what it is given changes: a letter changes one of them. */

interface PartProps {
  set: (part: Partial<Values>) => void;
  /** The problem of a field that has been left, or that a save found. */
  errorOf: (path: string) => string | undefined;
  touch: (path: string) => void;
}

interface LinesProps extends PartProps {
  lines: Values["answers"];
}

export const Answers = memo(function Answers({ lines, set, errorOf, touch }: LinesProps) {
  return (
    <AnswerLines
      description="The first is the primary answer; the others are also accepted."
      lines={lines}
      onChange={(answers) => set({ answers })}
      errorOf={errorOf}
      onTouch={touch}
    />
  );
});

export const Sources = memo(function Sources({ lines, set, errorOf, touch }: LinesProps) {
  return (
    <EvidenceLines
      lines={lines}
      onChange={(sources) => set({ sources })}
      errorOf={errorOf}
      onTouch={touch}
    />
  );
});

interface YearProps extends Pick<PartProps, "set"> {
  text: string;
  before: boolean;
  /** It is that of the primary answer. */
  follows: boolean;
  error: string | undefined;
}

export const Year = memo(function Year({ text, before, follows, error, set }: YearProps) {
  return (
    <Group gap="md" align="flex-end">
      <NumberInput
        label="Effective year"
        w={110}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        maxLength={4}
        value={text}
        error={error}
        onChange={(value) => {
          if (String(value) !== text) set({ year: { text: String(value), before } });
        }}
      />
      <Checkbox
        size="xs"
        mb={10}
        label={text === "" ? "Before this year" : `Before ${text}`}
        checked={before}
        onChange={(event) => set({ year: { text, before: event.currentTarget.checked } })}
      />
      <Text size="xs" c="dimmed" mb={9} aria-live="polite">
        {follows ? (
          "Set from the primary answer"
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={() => set({ year: null })}>
            Set from answer
          </Button>
        )}
      </Text>
    </Group>
  );
});

interface CategoryProps
  extends Pick<PartProps, "set">, Pick<Values, "falsePremise" | "factType" | "hops"> {}

export const Category = memo(function Category({
  falsePremise,
  factType,
  hops,
  set,
}: CategoryProps) {
  return (
    <>
      <FieldChoice
        of={QUESTION_FIELDS.falsePremise}
        value={falsePremise ? "false" : "valid"}
        onChange={(premise) => set({ falsePremise: premise === "false" })}
      />
      <FieldChoice
        of={QUESTION_FIELDS.factType}
        value={factType}
        onChange={(next) => set({ factType: next })}
      />
      <FieldChoice
        of={QUESTION_FIELDS.hops}
        value={hops}
        onChange={(next) => set({ hops: next })}
      />
    </>
  );
});

const SOONER = [
  [7, "a week"],
  [30, "30 days"],
  [91, "3 months"],
  [365, "a year"],
] as const;

interface ScheduleProps extends PartProps, Pick<Values, "policy" | "on"> {
  /** ISO day that was set and is over; null: none. */
  passedOn: string | null;
  /** Its raw next-review cell. */
  reviewCell: string;
  /** ISO day in the dataset's time zone. */
  today: string;
}

export const Schedule = memo(function Schedule({
  policy,
  on,
  passedOn,
  reviewCell,
  today,
  set,
  errorOf,
  touch,
}: ScheduleProps) {
  return (
    <div className={classes.schedule}>
      {passedOn !== null && (
        <Text size="sm" className={classes.passed} role="note">
          {formatDay(passedOn)} has passed. When should these answers be checked next?
        </Text>
      )}
      <NativeSelect
        label="Next review"
        value={policy}
        error={errorOf("nextReview.policy")}
        onChange={(event) => set({ policy: event.currentTarget.value as Values["policy"] })}
        data={REVIEW_POLICIES.filter(
          (value) => value !== "unrecognized" || policy === "unrecognized",
        ).map((value) => ({
          value,
          label:
            value === "unrecognized"
              ? `Unchanged: ${reviewCell.trim() || "not set"}`
              : REVIEW_WORDS[value],
        }))}
      />
      {policy === "on_date" && (
        <>
          <TextInput
            type="date"
            label="Next review date"
            value={on}
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
                // A field that loses the focus may show its problem, which would move this button from under the pointer.
                onMouseDown={(event) => event.preventDefault()}
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
});

export const Verified = memo(function Verified({
  verified,
  set,
}: Pick<Values, "verified"> & Pick<PartProps, "set">) {
  return (
    <Checkbox
      size="xs"
      label="I also verified the answers"
      checked={verified}
      onChange={(event) => set({ verified: event.currentTarget.checked })}
    />
  );
});

interface CommentProps extends Pick<PartProps, "set" | "touch"> {
  kind: RefreshKind;
  value: string;
  error: string | undefined;
}

export const Comment = memo(function Comment({ kind, value, error, set, touch }: CommentProps) {
  const retires = kind === "retire";
  return (
    <GrowingTextarea
      label={retires ? "Reason" : "Comment"}
      withAsterisk={retires}
      description={
        retires
          ? "Shown in the history. The question stays in past releases and can be restored."
          : undefined
      }
      placeholder={retires ? undefined : "Optional; shown in the history"}
      minRows={1}
      maxRows={4}
      maxLength={COMMENT_MAX_CHARACTERS}
      value={value}
      error={error}
      onChange={(event) => set({ comment: event.currentTarget.value })}
      onBlur={() => touch("comment")}
    />
  );
});

const SAVE_LABELS: Record<RefreshKind, string> = {
  answer: "Save answers",
  reclassify: "Save category",
  schedule: "Save next review",
  evidence: "Save evidence",
  retire: "Retire question",
};

/** How the form ends. */
export const Ends = memo(function Ends({ kind, close }: { kind: RefreshKind; close: () => void }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Text size="xs" c="dimmed" visibleFrom="sm" mr="auto">
        Unsaved changes are kept on this device.
      </Text>
      <PlainButton variant="default" size="xs" onClick={close}>
        Close <kbd>{shownKeys(FORM_KEYS.close)}</kbd>
      </PlainButton>
      <Button
        type="submit"
        size="xs"
        rightSection={<Kbd size="xs">Ctrl ⏎</Kbd>}
        {...(kind === "retire" && { color: "red" })}
      >
        {SAVE_LABELS[kind]}
      </Button>
    </Group>
  );
});
