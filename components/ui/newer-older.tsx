import { Group } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { LinkButton } from "./links";

interface NewerOlderProps {
  /** What the pages are of. */
  label: string;
  /** Addresses of the pages before and after this one; null where there is none. */
  newer: string | null;
  older: string | null;
}

/** The ways through a list that is read by its end instead of by page numbers, newest first. */
export function NewerOlder({ label, newer, older }: NewerOlderProps) {
  return (
    <Group component="nav" aria-label={label} justify="space-between" mt="md">
      {newer !== null ? (
        <LinkButton
          href={newer}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          Newer
        </LinkButton>
      ) : (
        <span />
      )}
      {older !== null && (
        <LinkButton
          href={older}
          variant="default"
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          Older
        </LinkButton>
      )}
    </Group>
  );
}
