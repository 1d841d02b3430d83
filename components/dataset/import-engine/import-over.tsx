import { Alert, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { AnyResult } from "@/lib/platform/result";
import { LinkButton } from "@/components/ui/links";
import { DiscardImport } from "./discard-import";

interface ImportOverProps {
  importId: number;
  status: "cancelled" | "failed" | "interrupted" | "refused";
  /** Why it came to nothing, where that was written down. */
  error: string | null;
  /** What was spared: a sentence. */
  unharmed: string;
  /** Where the file can be imported again. */
  again: string;
  cancel: (input: { importId: number }) => Promise<AnyResult<void>>;
}

/** An import that came to nothing, in words, and where to go from here. */
export function ImportOver({ importId, status, error, unharmed, again, cancel }: ImportOverProps) {
  const { color, title, words } = {
    cancelled: {
      color: "gray",
      title: "Import canceled",
      words: `${unharmed} Import the file again to continue.`,
    },
    refused: {
      color: "red",
      title: "File can't be imported",
      words: error ?? `${unharmed} Fix the file, then import it again.`,
    },
    failed: {
      color: "red",
      title: "This import failed",
      words:
        error ?? `Something went wrong on the server. ${unharmed} Try importing the file again.`,
    },
    interrupted: {
      color: "orange",
      title: "This import was interrupted",
      words: `The server stopped during the import. ${unharmed} Discard this import, then import the file again.`,
    },
  }[status];
  return (
    <Alert
      color={color}
      title={title}
      maw={760}
      icon={
        status === "cancelled" ? <IconInfoCircle aria-hidden /> : <IconAlertTriangle aria-hidden />
      }
    >
      <Text>{words}</Text>
      <Group gap="xs" mt="sm">
        <LinkButton href={again} size="xs">
          Import file
        </LinkButton>
        {status === "interrupted" && <DiscardImport importId={importId} cancel={cancel} />}
      </Group>
    </Alert>
  );
}
