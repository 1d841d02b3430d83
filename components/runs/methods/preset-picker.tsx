"use client";

import { Button, Checkbox, Fieldset, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount } from "@/lib/platform/format";
import { addPresetMethods } from "@/lib/runs/generation/actions";
import { newMethodPage } from "@/lib/runs/generation/address";

/** A preset as the page shows it. */
export interface PresetChoice {
  key: string;
  group: string;
  name: string;
  about: string;
  source: string;
  /** A method has its name already. */
  present: boolean;
}

const GROUPS = [
  { group: "methods", legend: "Methods of the paper" },
  { group: "citing", legend: "Answers from pages, with citations" },
  { group: "ablations", legend: "Ablations of FreshPrompt" },
] as const;

/** Adds the methods of the paper that are not there yet. */
export function PaperMethodsButton({
  presets,
  variant = "filled",
  size = "sm",
}: {
  presets: readonly string[];
  variant?: "filled" | "default";
  size?: "xs" | "sm";
}) {
  const add = useAddPresets();
  return (
    <>
      <Button
        variant={variant}
        size={size}
        loading={add.pending}
        onClick={() => void add.run({ presets: [...presets] })}
      >
        Add the paper’s methods
      </Button>
      <RefusalAlert of={add} />
    </>
  );
}

function useAddPresets(onDone?: () => void) {
  return useCommand(addPresetMethods, {
    title: "Methods not added",
    done: ({ added, present }) =>
      `${countOf(added, "method")} added${present > 0 ? `, ${present} already present` : ""}`,
    refresh: true,
    ...(onDone && { onDone }),
  });
}

/** Presets to choose from; those of the paper are chosen to begin with. */
export function PresetPicker({ presets }: { presets: readonly PresetChoice[] }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<string[]>(() =>
    presets.filter(({ group, present }) => group === "methods" && !present).map(({ key }) => key),
  );
  const add = useAddPresets(() => router.push("/methods"));
  return (
    <Stack gap="md" maw={760}>
      <RefusalAlert of={add} />
      {GROUPS.map(({ group, legend }) => {
        const own = presets.filter((preset) => preset.group === group);
        const missing = own.filter(({ present }) => !present);
        const added = own.length - missing.length;
        return (
          <Fieldset key={group} legend={legend}>
            <Stack gap="sm">
              {missing.map((preset) => (
                <Group key={preset.key} justify="space-between" align="flex-start" gap="xs">
                  <Checkbox
                    flex={1}
                    miw={220}
                    label={preset.name}
                    description={`${preset.about} Source: ${preset.source}.`}
                    checked={chosen.includes(preset.key)}
                    onChange={({ currentTarget }) =>
                      setChosen((before) =>
                        currentTarget.checked
                          ? [...before, preset.key]
                          : before.filter((key) => key !== preset.key),
                      )
                    }
                  />
                  <LinkAnchor href={`${newMethodPage.href({ from: preset.key })}#custom`} fz="sm">
                    Customize<VisuallyHidden> {preset.name}</VisuallyHidden>
                  </LinkAnchor>
                </Group>
              ))}
              {added > 0 && (
                <Text fz="sm" c="dimmed">
                  {missing.length === 0
                    ? `All ${formatCount(added)} are in the list of methods.`
                    : `${formatCount(added)} more ${added === 1 ? "is" : "are"} in the list of methods.`}
                </Text>
              )}
            </Stack>
          </Fieldset>
        );
      })}
      <Group>
        <Button
          loading={add.pending}
          disabled={chosen.length === 0}
          onClick={() => void add.run({ presets: chosen })}
        >
          Add {countOf(chosen.length, "method")}
        </Button>
      </Group>
    </Stack>
  );
}
