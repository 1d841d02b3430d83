import { Alert } from "@mantine/core";
import { IconListNumbers } from "@tabler/icons-react";
import type { OpenQueue } from "@/lib/dataset/imports/queries";
import { countOf, formatCount } from "@/lib/platform/format";
import { LinkAnchor } from "@/components/ui/links";

/** Queues that are not over, each with the way back to it. Renders nothing where there are none. */
export function OpenQueues({ queues }: { queues: readonly OpenQueue[] }) {
  if (queues.length === 0) return null;
  return (
    <Alert
      mt="md"
      color="blue"
      title={queues.length === 1 ? "An import queue is not finished" : "Unfinished import queues"}
      icon={<IconListNumbers aria-hidden />}
    >
      {queues.map(({ queueId, done, total, next }) => (
        <div key={queueId}>
          <LinkAnchor href={`/imports/queues/${queueId}`} inherit underline="always">
            {countOf(total, "file")}, {formatCount(done)} done
          </LinkAnchor>
          : next is {next}
        </div>
      ))}
    </Alert>
  );
}
