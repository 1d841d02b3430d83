"use client";

import { Modal, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import type { Command } from "@/components/ui/use-command";
import { bulkChangeSchema, type BulkChange } from "@/lib/dataset/questions/schema";
import {
  REVIEW_POLICIES,
  SPLITS,
  type ReviewPolicy,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import { REVIEW_WORDS } from "./labels";
import { countOf } from "@/lib/platform/format";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

interface ChangeDialogProps {
  /** Which change is being prepared; null keeps the dialog shut. */
  kind: BulkChange["kind"] | null;
  count: number;
  onClose: () => void;
  /** The commands that `apply` runs, one at a time; the caller closes the dialog when one is done. */
  of: readonly Pick<Command, "pending" | "refusal" | "fields" | "title" | "turn" | "dismiss">[];
  apply: (change: BulkChange, comment: string) => Promise<{ ok: boolean } | null>;
}

const TITLES: Record<BulkChange["kind"], string> = {
  schedule: "Set next review",
  split: "Change split",
  retire: "Retire",
  restore: "Restore",
};

/** Asks what is to be changed and why, says how many questions it touches, and keeps all of it when it fails. */
export function ChangeDialog({ kind, count, onClose, of, apply }: ChangeDialogProps) {
  const close = () => {
    for (const command of of) command.dismiss();
    onClose();
  };
  return (
    <Modal
      opened={kind !== null}
      onClose={close}
      title={kind === null ? "" : `${TITLES[kind]}: ${countOf(count, "question")}`}
    >
      {kind !== null && (
        <ChangeForm key={kind} kind={kind} count={count} onClose={close} of={of} apply={apply} />
      )}
    </Modal>
  );
}

function ChangeForm({
  kind,
  count,
  onClose,
  of,
  apply,
}: ChangeDialogProps & { kind: BulkChange["kind"] }) {
  const [policy, setPolicy] = useState<ReviewPolicy | "">("");
  const [day, setDay] = useState("");
  const [split, setSplit] = useState<Split | "none" | "">("");
  const [comment, setComment] = useState("");
  const [missing, setMissing] = useState<string | null>(null);
  const kept = useKeptValues<{
    policy: typeof policy;
    day: string;
    split: typeof split;
    comment: string;
  }>({
    of: ["bulk-change", kind],
    values: { policy, day, split, comment },
    initial: { policy: "", day: "", split: "", comment: "" },
    set: (values) => {
      setPolicy(values.policy);
      setDay(values.day);
      setSplit(values.split);
      setComment(values.comment);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = bulkChangeSchema.safeParse(
      kind === "schedule"
        ? {
            kind,
            nextReview: { policy: policy || undefined, on: policy === "on_date" ? day : null },
          }
        : kind === "split"
          ? { kind, split: split === "" ? undefined : split === "none" ? null : split }
          : { kind },
    );
    if (!parsed.success) {
      setMissing(
        kind === "split"
          ? "Choose a split."
          : policy === "on_date"
            ? "Choose a date."
            : "Choose a review policy.",
      );
      return;
    }
    setMissing(null);
    void apply(parsed.data, comment).then((answer) => {
      if (answer?.ok) kept.saved();
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DraftRestored of={kept} />
        {kind === "schedule" && (
          <>
            <Radio.Group
              label="Next review"
              value={policy}
              onChange={(value) => setPolicy(value)}
              error={missing}
              withAsterisk
            >
              <Stack gap={6} mt={6}>
                {REVIEW_POLICIES.filter((value) => value !== "unrecognized").map((value) => (
                  <Radio key={value} value={value} label={REVIEW_WORDS[value]} />
                ))}
              </Stack>
            </Radio.Group>
            {policy === "on_date" && (
              <TextInput
                type="date"
                label="Date"
                withAsterisk
                value={day}
                onChange={(event) => setDay(event.currentTarget.value)}
              />
            )}
          </>
        )}
        {kind === "split" && (
          <Radio.Group
            label="Split"
            value={split}
            onChange={(value) => setSplit(value)}
            error={missing}
            withAsterisk
          >
            <Stack gap={6} mt={6}>
              {SPLITS.map((value) => (
                <Radio key={value} value={value} label={value} />
              ))}
              <Radio value="none" label="No split" />
            </Stack>
          </Radio.Group>
        )}
        {kind === "retire" && (
          <Text>
            Retired questions are removed from the list and future releases. Their history and past
            releases are kept, and you can restore them.
          </Text>
        )}
        {kind === "restore" && (
          <Text>Restored questions become active and can be included in the next release.</Text>
        )}
        <Textarea
          label="Reason"
          description="Optional. Shown in the history."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={of.map((command) => command.fields.comment).find(Boolean)}
        />
        <RefusalAlert of={of} shownFields={["comment"]} />
        <DialogButtons
          kept={kept}
          onClose={onClose}
          color={kind === "retire" ? "red" : undefined}
          pending={of.some((command) => command.pending)}
        >
          {kind === "retire"
            ? `Retire ${countOf(count, "question")}`
            : kind === "restore"
              ? `Restore ${countOf(count, "question")}`
              : `Change ${countOf(count, "question")}`}
        </DialogButtons>
      </Stack>
    </form>
  );
}
