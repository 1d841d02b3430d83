"use client";

import { Button, Stack, Text } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { LinkAnchor } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { stateLicense } from "@/lib/dataset/licenses/actions";
import type { ChosenLicense } from "@/lib/dataset/licenses/queries";
import { LICENSE_WORDS } from "@/lib/dataset/licenses/vocabulary";

/** Adds the dataset's license to a release that was published without one. */
export function StateLicense({ name, chosen }: { name: string; chosen: ChosenLicense | null }) {
  const state = useCommand(stateLicense, {
    title: "License not added",
    done: { title: "License added", message: `${name} states it from now on.` },
    refresh: true,
  });
  if (chosen === null)
    return (
      <Text fz="sm" c="dimmed">
        Choose the license of the dataset in{" "}
        <LinkAnchor href="/settings#license" inherit underline="always">
          Dataset settings
        </LinkAnchor>{" "}
        to add it to this release.
      </Text>
    );
  const ask = () =>
    modals.openConfirmModal({
      title: `Add a license to ${name}?`,
      children: (
        <Text>
          {LICENSE_WORDS[chosen.license].name}, held by {chosen.holder}. It can’t be changed or
          removed afterwards.
        </Text>
      ),
      labels: { confirm: "Add license", cancel: "Cancel" },
      onConfirm: () => void state.run({ name, licenseId: chosen.id }),
    });
  return (
    <Stack gap="xs" align="flex-start">
      <RefusalAlert of={state} />
      <Button variant="default" size="xs" onClick={ask} loading={state.pending}>
        Add the dataset’s license
      </Button>
    </Stack>
  );
}
