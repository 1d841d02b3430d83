"use client";

import { Button } from "@mantine/core";
import { useCommand } from "@/components/ui/use-command";
import { archiveConnection } from "@/lib/runs/connections/actions";

/** Archives a connection, or restores it; both are undone by the other. */
export function ArchiveConnection({
  connectionId,
  archived,
}: {
  connectionId: number;
  archived: boolean;
}) {
  const archive = useCommand(archiveConnection, {
    title: archived ? "Connection not restored" : "Connection not archived",
    notify: true,
    done: (after) =>
      after.archived
        ? { title: "Connection archived", message: "New jobs can’t use it." }
        : "Connection restored",
    refresh: true,
  });
  return (
    <Button
      variant="default"
      loading={archive.pending}
      onClick={() => void archive.run({ connectionId, archived: !archived })}
    >
      {archived ? "Restore" : "Archive"}
    </Button>
  );
}
