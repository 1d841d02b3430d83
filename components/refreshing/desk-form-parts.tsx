import { Button, Checkbox, Group, Kbd, Text } from "@mantine/core";
import { memo, useCallback } from "react";
import { unchangedReview } from "@/components/dataset/questions/labels";
import { NextReviewControl, YearControl } from "@/components/dataset/questions/question-fields";
import type { FieldProps } from "@/components/dataset/questions/use-question-form";
import { shownKeys } from "@/components/desk/keys";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { PlainButton } from "@/components/ui/plain-button";
import { addDays } from "@/lib/dataset/schedule/rules";
import { formatDay } from "@/lib/platform/format";
import { COMMENT_MAX_CHARACTERS, type RefreshKind } from "@/lib/refreshing/schema";
import type { DeskValues } from "./desk-draft";
import { FORM_KEYS } from "./desk-keys";
import classes from "./desk.module.css";

/* The parts of the desk's form. Each is drawn again only when what it is given changes: a letter changes one of them. */

interface Settable {
  set: (part: Partial<DeskValues>) => void;
}

interface YearProps extends Omit<FieldProps<"effectiveYear">, "value" | "set">, Settable {
  text: string;
  before: boolean;
  /** It is that of the primary answer. */
  follows: boolean;
}

export const Year = memo(function Year({ text, before, follows, set, ...props }: YearProps) {
  const enter = useCallback<FieldProps<"effectiveYear">["set"]>(
    (part) => set({ ...part, yearFollows: false }),
    [set],
  );
  return (
    <Group gap="md" align="flex-end">
      <YearControl {...props} value={{ text, before }} set={enter} className={classes.year} />
      <Text size="xs" c="dimmed" mb={9} aria-live="polite">
        {follows ? (
          "Set from the primary answer"
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={() => set({ yearFollows: true })}>
            Set from answer
          </Button>
        )}
      </Text>
    </Group>
  );
});

const SOONER = [
  [7, "a week"],
  [30, "30 days"],
  [91, "3 months"],
  [365, "a year"],
] as const;

interface ScheduleProps extends FieldProps<"nextReview"> {
  /** ISO day that was set and is over; null: none. */
  passedOn: string | null;
  /** Its raw next-review cell. */
  reviewCell: string;
  /** ISO day in the dataset's time zone. */
  today: string;
}

export const Schedule = memo(function Schedule({
  passedOn,
  reviewCell,
  today,
  ...props
}: ScheduleProps) {
  const { policy } = props.value;
  return (
    <div className={classes.schedule}>
      {passedOn !== null && (
        <Text size="sm" className={classes.passed} role="note">
          {formatDay(passedOn)} has passed. When should these answers be checked next?
        </Text>
      )}
      <NextReviewControl
        {...props}
        className={classes.inLine}
        unrecognized={policy === "unrecognized" ? unchangedReview(reviewCell) : undefined}
      />
      {policy === "on_date" && (
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
              onClick={() => props.set({ nextReview: { policy, on: addDays(today, days) } })}
            >
              {words}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
});

export const Verified = memo(function Verified({
  verified,
  set,
}: Pick<DeskValues, "verified"> & Settable) {
  return (
    <Checkbox
      size="xs"
      label="I also verified the answers"
      checked={verified}
      onChange={(event) => set({ verified: event.currentTarget.checked })}
    />
  );
});

interface CommentProps extends Settable {
  kind: RefreshKind;
  value: string;
  error: string | undefined;
  touch: (path: string) => void;
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
      <Text size="xs" c="dimmed" visibleFrom="sm" flex={1} miw={120}>
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
