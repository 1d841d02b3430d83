"use client";

import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconAnchor } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore, useTransition } from "react";
import type { Refusal } from "@/lib/platform/result";
import { currentSnapshot } from "@/lib/reporting/snapshots/actions";
import { writeState } from "@/lib/reporting/snapshots/schema";
import { CopyButton } from "@/components/ui/copy-button";
import { LinkAnchor } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";

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
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [pinning, startPinning] = useTransition();
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => "",
  );
  const withState = (text: string) => `${address}&state=${text}`;
  const pin = () =>
    startPinning(async () => {
      setRefusal(null);
      const result = await answerOf(currentSnapshot({}), UNREACHABLE);
      if (result.ok) router.push(withState(writeState(result.value)));
      else setRefusal(result.refusal);
    });
  if (state === null) {
    return (
      <Stack gap="xs" className="no-print">
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconAnchor size={14} aria-hidden />}
            loading={pinning}
            onClick={pin}
          >
            Create permalink
          </Button>
          <Text fz="sm" c="dimmed">
            Live numbers: they change with every new verdict.
          </Text>
        </Group>
        {refusal !== null && <RefusalAlert refusal={refusal} />}
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
