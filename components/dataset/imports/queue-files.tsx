import { Text } from "@mantine/core";
import type { ImportView, QueueView } from "@/lib/dataset/imports/queries";
import { isOver } from "@/lib/dataset/imports/rules";
import { formatDay } from "@/lib/platform/format";
import { LinkAnchor } from "@/components/ui/links";
import { importResult } from "./import-table";
import { ImportBadge } from "@/components/dataset/import-engine/import-badge";
import classes from "./queue-files.module.css";

/** The files of a queue in the order in which they are imported, each with where it is. */
export function QueueFiles({
  files,
  current,
}: {
  files: QueueView["files"];
  current?: number | undefined;
}) {
  return (
    <ol className={classes.files} aria-label="Files in this queue">
      {files.map((file, index) => (
        <li
          key={file.importId}
          className={classes.file}
          aria-current={file.importId === current ? "step" : undefined}
        >
          <Text span fz="sm" c="dimmed" className="tabular">
            {index + 1}
          </Text>
          <div className={classes.name}>
            <LinkAnchor href={`/imports/${file.importId}`} inherit>
              {file.fileName}
            </LinkAnchor>
            <Text fz="sm" c="dimmed">
              {file.releasedOn === null
                ? "Unknown date"
                : `Answers as of ${formatDay(file.releasedOn)}`}
            </Text>
          </div>
          <ImportBadge status={file.status} />
          <Text fz="sm" c="dimmed" className={classes.result}>
            {importResult(file)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

/** The first file of a queue that is not over; null when all are. */
export function currentOf(files: readonly ImportView[]): ImportView | null {
  return files.find(({ status }) => !isOver(status)) ?? null;
}
