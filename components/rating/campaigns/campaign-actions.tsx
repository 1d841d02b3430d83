"use client";

import { Button, Group, List, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconLock, IconPencil, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { changeCampaignStatus, editCampaign, getOpenWork } from "@/lib/rating/campaigns/actions";
import type { CampaignView } from "@/lib/rating/campaigns/queries";
import type { OpenWork } from "@/lib/rating/campaigns/progress-queries";
import { editCampaignSchema, type CampaignStatus } from "@/lib/rating/campaigns/schema";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { openWorkLines } from "./labels";
import { useCommand } from "@/components/ui/use-command";
import { ProblemList } from "@/components/ui/problem-list";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

/** Pausing, resuming, closing and editing a campaign that has been opened. */
export function CampaignActions({ campaign }: { campaign: CampaignView }) {
  const [asking, setAsking] = useState<"close" | "edit" | null>(null);
  const { campaignId, status } = campaign;

  const change = useCommand(changeCampaignStatus, {
    title: "Campaign not changed",
    done: (_, { to }) => ({
      title: `Campaign ${to === "open" ? "resumed" : to}`,
      message:
        to === "paused"
          ? "Raters get no new items. Ratings entered before now are still accepted."
          : to === "open"
            ? "Raters can continue where they left off."
            : "Its ratings are kept.",
    }),
    onDone: () => setAsking(null),
    refresh: true,
  });
  const changing = (to: CampaignStatus) => change.pendingInput?.to === to;

  return (
    <>
      <Group gap="xs">
        {status === "open" && (
          <Button
            variant="default"
            loading={changing("paused")}
            onClick={() => void change.run({ campaignId, to: "paused" })}
            leftSection={<IconPlayerPause size={16} aria-hidden />}
          >
            Pause
          </Button>
        )}
        {status === "paused" && (
          <Button
            loading={changing("open")}
            onClick={() => void change.run({ campaignId, to: "open" })}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            Resume
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => setAsking("edit")}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Button>
        {status !== "closed" && (
          <Button
            variant="default"
            onClick={() => setAsking("close")}
            leftSection={<IconLock size={16} aria-hidden />}
          >
            Close
          </Button>
        )}
      </Group>
      {asking === null && <RefusalAlert of={change} />}
      <Modal
        opened={asking === "close"}
        onClose={() => setAsking(null)}
        title="Close this campaign?"
      >
        <RefusalAlert of={change} />
        {asking === "close" && <OpenWorkList campaignId={campaignId} />}
        <Text fz="sm" mt="sm">
          You can&apos;t reopen a closed campaign. Its ratings and verdicts are kept, and ratings
          entered before closing are still accepted.
        </Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => setAsking(null)}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={changing("closed")}
            onClick={() => void change.run({ campaignId, to: "closed" })}
          >
            Close campaign
          </Button>
        </Group>
      </Modal>
      {asking === "edit" && <EditDialog campaign={campaign} onClose={() => setAsking(null)} />}
    </>
  );
}

/** Renders the work that closing would leave undone, counted when the dialog opens. */
function OpenWorkList({ campaignId }: { campaignId: number }) {
  const [found, setFound] = useState<OpenWork | "failed" | null>(null);
  useEffect(() => {
    let current = true;
    void answerOf(getOpenWork({ campaignId }), UNREACHABLE).then((result) => {
      if (current) setFound(result.ok ? result.value : "failed");
    });
    return () => {
      current = false;
    };
  }, [campaignId]);
  if (found === null)
    return (
      <Text fz="sm" c="dimmed" role="status">
        Counting open work…
      </Text>
    );
  if (found === "failed")
    return (
      <Text fz="sm" role="status">
        Couldn’t load the open work. To see it before closing, cancel and try again.
      </Text>
    );
  const lines = openWorkLines(found);
  return (
    <div role="status">
      <Text fz="sm">
        {lines.length === 0
          ? "All ratings are complete and adjudicated."
          : "Closing leaves this work unfinished:"}
      </Text>
      {lines.length > 0 && (
        <List fz="sm" mt={4}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

function EditDialog({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) {
  const router = useRouter();
  const initial = {
    name: campaign.plan.name,
    instructions: campaign.plan.instructions,
    deadline: campaign.plan.deadline,
  };
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const kept = useKeptValues({
    of: ["campaign-edit", campaign.campaignId],
    values,
    initial,
    set: setValues,
  });
  const save = useCommand(editCampaign, {
    kept,
    title: "Campaign not saved",
    onDone: () => {
      onClose();
      router.refresh();
    },
  });
  const input = editCampaignSchema.safeParse({
    ...values,
    campaignId: campaign.campaignId,
    version: campaign.version,
  });
  const problem = (field: string) =>
    (tried ? input.error?.issues.find((issue) => issue.path[0] === field)?.message : undefined) ??
    save.fields[field];
  return (
    <Modal opened onClose={onClose} title="Edit campaign" size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (input.success) void save.run(input.data);
        }}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={save} shownFields={["name", "deadline", "instructions"]} />
          <TextInput
            label="Name"
            value={values.name}
            onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
            error={problem("name")}
            required
          />
          <TextInput
            type="date"
            label="Deadline"
            value={values.deadline ?? ""}
            onChange={(event) =>
              setValues({ ...values, deadline: event.currentTarget.value || null })
            }
            error={problem("deadline")}
            w={170}
          />
          <Textarea
            label="Instructions for raters"
            value={values.instructions}
            onChange={(event) => setValues({ ...values, instructions: event.currentTarget.value })}
            autosize
            minRows={3}
            maxRows={14}
            error={problem("instructions")}
          />
          <ProblemList />
          <DialogButtons kept={kept} onClose={onClose} pending={save.pending}>
            Save
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
