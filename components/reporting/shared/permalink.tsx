"use client";

import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconAnchor } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { currentSnapshot } from "@/lib/reporting/snapshots/actions";
import { writeState } from "@/lib/reporting/snapshots/address";
import { CopyButton } from "@/components/ui/copy-button";
import { LinkAnchor } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

interface PermanentAddressProps {
  /** The page's address with every parameter but the state: "/reports/accuracy?runs=1,2&…". */
  address: string;
  /** The state that the page shows; null: as of now. */
  state: string | null;
}

const never = () => () => {};

/** Puts the present state into a report's address, which then prints the same numbers for ever. */
export function PermanentAddress({ address, state }: PermanentAddressProps) {
  const router = useRouter();
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => "",
  );
  const withState = (text: string) => `${address}&state=${text}`;
  const pin = useCommand(currentSnapshot, {
    title: "Permalink not created",
    reads: true,
    onDone: (value) => router.push(withState(writeState(value))),
  });
  if (state === null) {
    return (
      <Stack gap="xs" className="no-print">
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconAnchor size={14} aria-hidden />}
            loading={pin.pending}
            onClick={() => void pin.run({})}
          >
            Create permalink
          </Button>
          <Text fz="sm" c="dimmed">
            Live numbers: they change with every new verdict.
          </Text>
        </Group>
        <RefusalAlert of={pin} />
      </Stack>
    );
  }
  return (
    <Alert
      color="blue"
      variant="light"
      icon={<IconAnchor size={16} aria-hidden />}
      title="Permalink: these numbers will never change"
    >
      <Group gap="xs" align="center">
        <Code
          style={{ overflowWrap: "anywhere", flex: "1 1 260px" }}
        >{`${origin}${withState(state)}`}</Code>
        <CopyButton
          value={`${origin}${withState(state)}`}
          label="Copy link"
          size="xs"
          className="no-print"
        />
        <LinkAnchor href={address} fz="sm" underline="always">
          Show live numbers
        </LinkAnchor>
      </Group>
    </Alert>
  );
}
