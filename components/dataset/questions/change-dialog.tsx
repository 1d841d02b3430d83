"use client";

import { Button, Group, Modal, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import type { Refusal, Result } from "@/lib/platform/result";
import {
  bulkChangeSchema,
  REVIEW_POLICIES,
  SPLITS,
  type BulkChange,
  type ReviewPolicy,
  type Split,
} from "@/lib/dataset/questions/schema";
import { REVIEW_WORDS } from "./labels";
import { countOf } from "@/lib/platform/format";

interface Outcome {
  operationId: number | null;
  changed: number;
  alreadySo: number;
  summary: string;
}

interface ChangeDialogProps {
  /** Which change is being prepared; null keeps the dialog shut. */
  kind: BulkChange["kind"] | null;
  count: number;
  onClose: () => void;
  apply: (change: BulkChange, comment: string) => Promise<Result<Outcome>>;
  onDone: (outcome: Outcome) => void;
}

const TITLES: Record<BulkChange["kind"], string> = {
  schedule: "Set next review",
  split: "Change split",
  retire: "Retire",
  restore: "Restore",
};

/** Asks what is to be changed and why, says how many questions it touches, and keeps all of it when it fails. */
export function ChangeDialog({ kind, count, onClose, apply, onDone }: ChangeDialogProps) {
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={kind === null ? "" : `${TITLES[kind]}: ${countOf(count, "question")}`}
    >
      {kind !== null && (
        <ChangeForm
          key={kind}
          kind={kind}
          count={count}
          onClose={onClose}
          apply={apply}
          onDone={onDone}
        />
      )}
    </Modal>
  );
}

function ChangeForm({
  kind,
  count,
  onClose,
  apply,
  onDone,
}: ChangeDialogProps & { kind: BulkChange["kind"] }) {
  const [policy, setPolicy] = useState<ReviewPolicy | "">("");
  const [day, setDay] = useState("");
  const [split, setSplit] = useState<Split | "none" | "">("");
  const [comment, setComment] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(null);
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
    setBusy(true);
    const result = await apply(parsed.data, comment);
    setBusy(false);
    if (result.ok) onDone(result.value);
    else setRefusal(result.refusal);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {kind === "schedule" && (
          <>
            <Radio.Group
              label="Next review"
              value={policy}
              onChange={(value) => setPolicy(value as ReviewPolicy)}
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
            onChange={(value) => setSplit(value as Split | "none")}
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
          error={refusal?.fields?.comment}
        />
        <RefusalAlert refusal={refusal} shownFields={["comment"]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={kind === "retire" ? "red" : undefined} loading={busy}>
            {kind === "retire"
              ? `Retire ${countOf(count, "question")}`
              : kind === "restore"
                ? `Restore ${countOf(count, "question")}`
                : `Change ${countOf(count, "question")}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
