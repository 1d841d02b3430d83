"use client";

import { Button, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDice5 } from "@tabler/icons-react";
import { useState } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { fieldErrors } from "@/lib/platform/fields";
import { changeAuditRate } from "@/lib/rating/audit-sample/actions";
import { auditSampleSchema, DEFAULT_AUDIT_RATE } from "@/lib/rating/audit-sample/schema";

interface AuditSettingsProps {
  campaignId: number;
  /** Null: there was no audit yet. */
  rate: number | null;
}

/** Which part of the responses on which raters agree is audited. */
export function AuditSettings(props: AuditSettingsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDice5 size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {props.rate === null ? "Start audit…" : "Change audit…"}
      </Button>
      {opened && <AuditForm {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function AuditForm({ campaignId, rate, onClose }: AuditSettingsProps & { onClose: () => void }) {
  const form = useForm({
    initialValues: { rate: (rate ?? DEFAULT_AUDIT_RATE) as number | string },
    validate: (values) => {
      const parsed = auditSampleSchema.safeParse({ campaignId, ...values });
      if (!parsed.success) return fieldErrors(parsed.error);
      return rate === null && values.rate === 0 ? { rate: "Enter 1 or more to start." } : {};
    },
  });
  const kept = useKeptForm(form, "audit-sample", campaignId);
  const save = useCommand(changeAuditRate, {
    title: "Audit not saved",
    form,
    kept,
    done: {
      title: "Audit saved",
      message: "Adjudicators see what it draws after the disagreements.",
    },
    onDone: onClose,
    refresh: true,
  });
  return (
    <Modal opened onClose={onClose} title="Audit of agreed responses" size="lg">
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void save.run(auditSampleSchema.parse({ campaignId, ...values })),
        )}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={save} shownFields={["rate"]} />
          <NumberInput
            label="Share of agreed responses to audit"
            suffix="%"
            min={0}
            max={100}
            allowDecimal={false}
            w={280}
            data-autofocus
            {...form.getInputProps("rate")}
          />
          <Text fz="sm" c="dimmed">
            Each response on which raters agree is drawn with this probability once all of its
            ratings are in. Raise it at any time to draw more: what was drawn stays drawn. If you
            lower it, responses that no one has adjudicated yet leave the list; with 0% no more are
            drawn. Adjudicated ones keep their verdict.
          </Text>
          <ProblemList />
          <DialogButtons kept={kept} onClose={onClose} pending={save.pending}>
            Save
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
