"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { LinkButton } from "@/components/ui/links";

/** Something kept on this device that is not saved and that its person must resolve. */
export interface AttentionEntry {
  key: string;
  /** What was done, in words: "Verdict on “…”". */
  label: string;
  /** Why it is not saved. */
  message: string;
  /** What was entered. */
  entered?: ReactNode;
  /** What resolves it, the best first. Each must be able to work. */
  actions: { label: string; run: () => void }[];
  /** The way to what it concerns. */
  link?: { label: string; href: string } | undefined;
  discard: () => void;
}

export interface AttentionProps {
  entries: AttentionEntry[];
}

/** The number of entries shown initially. */
const SHOWN = 3;

/** Lists entries that are not saved, with what resolves each. */
export default function NeedsAttention({ entries }: AttentionProps) {
  const [all, setAll] = useState(false);
  if (entries.length === 0) return null;
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      mb="sm"
      role="alert"
      title={
        entries.length === 1
          ? "1 item needs your attention"
          : `${entries.length} items need your attention`
      }
    >
      {shown.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
      {entries.length > shown.length && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setAll(true)}>
          Show {entries.length - shown.length} more
        </Button>
      )}
    </Alert>
  );
}

function Entry({ entry }: { entry: AttentionEntry }) {
  const { label, message, entered, actions, link, discard } = entry;
  const [asking, setAsking] = useState(false);
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" mt={6}>
        <b>Not saved: {label}.</b> {message}
      </Text>
      {entered !== undefined && (
        <Text size="sm" component="div" mt={4}>
          {entered}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        {asking ? (
          <>
            <Text size="sm">Discard this entry? It can&apos;t be restored.</Text>
            <Button size="compact-sm" color="red" onClick={discard}>
              Discard entry
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            {actions.map(({ label: name, run }, place) => (
              <Button
                key={name}
                size="compact-sm"
                variant={place === 0 ? "filled" : "default"}
                onClick={run}
              >
                {name}
              </Button>
            ))}
            {link !== undefined && (
              <LinkButton
                size="compact-sm"
                variant={actions.length === 0 ? "filled" : "default"}
                href={link.href}
              >
                {link.label}
              </LinkButton>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              Discard…
            </Button>
          </>
        )}
      </Group>
    </div>
  );
}
