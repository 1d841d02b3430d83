"use client";

import { Alert, Button, Checkbox, Loader, Paper, Radio, Stack, Text, Title } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { IconDatabaseImport, IconInfoCircle } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { applyImport, cancelImport, keepChoices, planAgain } from "@/lib/dataset/imports/actions";
import { describeApplying, looksUnrelated, obstacleOf } from "@/lib/dataset/imports/rules";
import type { PlanChoices, PlanCounts, PlannedWrites } from "@/lib/dataset/imports/schema";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import classes from "./apply-panel.module.css";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount } from "@/lib/platform/format";

interface ApplyPanelProps {
  importId: number;
  fileName: string;
  counts: PlanCounts;
  writes: { withSuspect: PlannedWrites; withoutSuspect: PlannedWrites };
  suggestedOrder: "file" | "present";
  /** What was chosen here before. */
  chosen: PlanChoices;
}

/** The choices that a plan leaves, what applying it will do, and the button that does it. */
export function ApplyPanel({
  importId,
  fileName,
  counts,
  writes,
  suggestedOrder,
  chosen,
}: ApplyPanelProps) {
  const router = useRouter();
  const [choices, setChoices] = useState({
    skipBadRows: chosen.skipBadRows ?? false,
    acceptSuspect: chosen.acceptSuspect ?? false,
    missing: chosen.missing ?? "keep",
    order: chosen.order ?? suggestedOrder,
  });
  const { skipBadRows, acceptSuspect, missing, order } = choices;
  const keep = useCommand(keepChoices, { title: "Choice not saved" });
  const choose = (change: Partial<typeof choices>) => {
    setChoices({ ...choices, ...change });
    void keep.run({ importId, choices: change });
  };
  // Also a refusal may come of what has changed under the page.
  const anyhow = { refresh: true, onRefused: () => router.refresh() };
  const apply = useCommand(applyImport, { title: "Import not applied", ...anyhow });
  const plan = useCommand(planAgain, { title: "Preview not refreshed", ...anyhow });
  const cancel = useCommand(cancelImport, { title: "Import not discarded", ...anyhow });
  const pending = apply.pending || plan.pending || cancel.pending;
  const outdated = apply.refusal?.code === "outdated";

  const broken = counts.bad + counts.unreadable;
  const obstacle = obstacleOf(counts, { skipBadRows, acceptSuspect });
  const sentences = describeApplying(
    counts,
    acceptSuspect ? writes.withSuspect : writes.withoutSuspect,
    { acceptSuspect, missing, order },
  );

  const discard = () =>
    modals.openConfirmModal({
      title: "Discard this import?",
      children: (
        <Text>
          This discards the preview of “{fileName}” and your decisions. The dataset isn&apos;t
          changed, and you can import the file again.
        </Text>
      ),
      labels: { confirm: "Discard import", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void cancel.run({ importId }),
    });

  return (
    <Paper component="section" withBorder p="md" aria-labelledby="apply" className={classes.panel}>
      <Title order={2} id="apply" mb="sm">
        Apply import
      </Title>
      <RefusalAlert
        of={[apply, plan, cancel, keep]}
        {...(outdated && { title: "The dataset has changed" })}
      >
        {outdated && (
          <div>
            <Button
              mt="xs"
              size="xs"
              onClick={() => {
                apply.dismiss();
                void plan.run({ importId });
              }}
              loading={plan.pending}
            >
              Refresh preview
            </Button>
          </div>
        )}
      </RefusalAlert>
      <Stack gap="sm">
        {looksUnrelated(counts) && (
          <Alert
            color="yellow"
            icon={<IconInfoCircle aria-hidden />}
            title="Is this the right file?"
          >
            Few of its rows match the {formatCount(counts.present)} questions in the dataset.
          </Alert>
        )}
        {(broken > 0 || counts.suspect > 0) && (
          <fieldset className={classes.choices}>
            <legend>Rows with problems</legend>
            {broken > 0 && (
              <Checkbox
                checked={skipBadRows}
                onChange={(event) => choose({ skipBadRows: event.currentTarget.checked })}
                label={`Skip ${countOf(broken, "row")} with errors`}
                description="Their questions are left unchanged."
              />
            )}
            {counts.suspect > 0 && (
              <Checkbox
                checked={acceptSuspect}
                onChange={(event) => choose({ acceptSuspect: event.currentTarget.checked })}
                label={`Import ${formatCount(counts.suspect)} ${counts.suspect === 1 ? "row" : "rows"} with warnings as is`}
                description="The text may be as intended."
              />
            )}
            {counts.suspect > 0 && broken === 0 && !acceptSuspect && (
              <Checkbox
                checked={skipBadRows}
                onChange={(event) => choose({ skipBadRows: event.currentTarget.checked })}
                label={`Skip ${formatCount(counts.suspect)} ${counts.suspect === 1 ? "row" : "rows"} with warnings`}
              />
            )}
          </fieldset>
        )}
        {counts.missing > 0 && (
          <Radio.Group
            label={`${formatCount(counts.missing)} ${counts.missing === 1 ? "question is" : "questions are"} not in the file`}
            value={missing}
            onChange={(value) => choose({ missing: value })}
          >
            <Stack gap={6} mt={4}>
              <Radio
                value="keep"
                label="Keep"
                description="They stay active, and come last if you use the file's order."
              />
              <Radio
                value="retire"
                label="Retire"
                description={`Removed from the dataset and future releases. History is kept, and you can restore them.${counts.unreadable > 0 ? ` Note: ${countOf(counts.unreadable, "row")} couldn't be read, so ${counts.unreadable === 1 ? "its question counts" : "their questions count"} as missing.` : ""}`}
              />
            </Stack>
          </Radio.Group>
        )}
        {counts.present > 0 && (
          <Radio.Group
            label="Question order"
            value={order}
            onChange={(value) => choose({ order: value })}
          >
            <Stack gap={6} mt={4}>
              <Radio
                value="file"
                label="File order"
                description="The next export matches the file's order and format."
              />
              <Radio value="present" label="Current order" description="New questions go last." />
            </Stack>
          </Radio.Group>
        )}
        <div className={classes.effect} id="apply-effect">
          {sentences.map((sentence) => (
            <Text key={sentence} fz="sm">
              {sentence}
            </Text>
          ))}
        </div>
        {obstacle !== null && (
          <Text id="apply-obstacle" fz="sm" fw={600} role="status">
            {obstacle.message}
          </Text>
        )}
        <Button
          leftSection={<IconDatabaseImport size={17} aria-hidden />}
          onClick={() => void apply.run({ importId, skipBadRows, acceptSuspect, missing, order })}
          disabled={obstacle !== null || pending}
          loading={apply.pending}
          aria-describedby={obstacle !== null ? "apply-obstacle" : "apply-effect"}
        >
          Apply import
        </Button>
        {apply.pending && (
          <Text fz="sm" role="status">
            <Loader size={12} mr={6} aria-hidden />
            Importing {formatCount(counts.rows)} rows…
          </Text>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={discard} disabled={pending}>
          Discard import
        </Button>
      </Stack>
    </Paper>
  );
}
