"use client";

import { Button } from "@mantine/core";
import { useCommand } from "@/components/ui/use-command";
import { archiveMethodAction } from "@/lib/runs/generation/actions";

/** Archives a method, so that new jobs are not offered it, or restores it. */
export function ArchiveMethod({ methodId, archived }: { methodId: number; archived: boolean }) {
  const save = useCommand(archiveMethodAction, {
    title: archived ? "Method not restored" : "Method not archived",
    done: archived ? "Method restored" : "Method archived",
    refresh: true,
    notify: true,
  });
  return (
    <Button
      variant="default"
      loading={save.pending}
      onClick={() => void save.run({ methodId, archived: !archived })}
    >
      {archived ? "Restore" : "Archive"}
    </Button>
  );
}
