"use client";

import { Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useRouter } from "next/navigation";
import { LinkButton } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";
import { addPresetProtocols } from "@/lib/rating/protocols/actions";
import type { Unit } from "@/lib/rating/protocols/vocabulary";
import { UNIT_WORDS } from "./labels";
import { newProtocolPage } from "@/lib/rating/protocols/address";

/** A preset that was not added yet. */
export interface PresetChoice {
  key: string;
  name: string;
  note: string;
  unit: Unit;
  questions: number;
}

/** Presets to add as they are, one by one or all; or to begin a protocol of one's own with. */
export function PresetList({ presets }: { presets: readonly PresetChoice[] }) {
  const router = useRouter();
  const add = useCommand(addPresetProtocols, {
    title: "Protocol not added",
    done: ({ added }) => (added === 1 ? "Protocol added" : `${countOf(added, "protocol")} added`),
    refresh: true,
    onDone: ({ protocolIds }, { presets: asked }) => {
      if (asked.length === 1) router.push(`/protocols/${protocolIds[0]}`);
    },
  });
  const adding = add.pendingInput?.presets ?? [];
  return (
    <Stack gap="sm" maw={820}>
      <RefusalAlert of={add} />
      {presets.map(({ key, name, note, unit, questions }) => (
        <Paper key={key} withBorder p="sm">
          <Group justify="space-between" align="flex-start" gap="sm">
            <div style={{ flex: "1 1 260px" }}>
              <Text fw={550}>{name}</Text>
              <Text fz="sm">{note}</Text>
              <Text fz="sm" c="dimmed">
                {UNIT_WORDS[unit]} · {countOf(questions, "question")}
              </Text>
            </div>
            <Group gap="xs">
              <LinkButton href={newProtocolPage.href({ from: key })} variant="default" size="sm">
                Customize<VisuallyHidden> {name}</VisuallyHidden>
              </LinkButton>
              <Button
                size="sm"
                loading={adding.length === 1 && adding[0] === key}
                disabled={add.pending}
                onClick={() => void add.run({ presets: [key] })}
              >
                Add<VisuallyHidden> {name}</VisuallyHidden>
              </Button>
            </Group>
          </Group>
        </Paper>
      ))}
      {presets.length > 1 && (
        <Group>
          <Button
            variant="default"
            loading={adding.length > 1}
            disabled={add.pending}
            onClick={() => void add.run({ presets: presets.map(({ key }) => key) })}
          >
            Add all {presets.length} presets
          </Button>
        </Group>
      )}
    </Stack>
  );
}
