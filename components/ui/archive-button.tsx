"use client";

import { Button } from "@mantine/core";
import type { AnyResult } from "@/lib/platform/result";
import { useCommand, type Unkeyed } from "./use-command";

/**
 * Archives something, so that it is not offered any more, or restores it.
 * @param what its kind: "Protocol"
 */
export function ArchiveButton<Input>({
  what,
  archived,
  change,
  input,
}: {
  what: string;
  archived: boolean;
  change: (input: Input) => Promise<AnyResult<unknown>>;
  input: Unkeyed<Input>;
}) {
  const save = useCommand(change, {
    title: archived ? `${what} not restored` : `${what} not archived`,
    done: archived ? `${what} restored` : `${what} archived`,
    refresh: true,
    notify: true,
  });
  return (
    <Button variant="default" loading={save.pending} onClick={() => void save.run(input)}>
      {archived ? "Restore" : "Archive"}
    </Button>
  );
}
