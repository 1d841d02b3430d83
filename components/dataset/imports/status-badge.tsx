import { Badge } from "@mantine/core";
import type { ImportView } from "@/lib/dataset/imports/queries";

const STATUS: Record<ImportView["status"], { color: string; label: string }> = {
  reading: { color: "blue", label: "Reading" },
  offered: { color: "yellow", label: "Needs decisions" },
  mapping: { color: "yellow", label: "Needs decisions" },
  queued: { color: "gray", label: "Queued" },
  matching: { color: "blue", label: "Matching" },
  planned: { color: "yellow", label: "Needs decisions" },
  applying: { color: "blue", label: "Applying" },
  applied: { color: "green", label: "Applied" },
  undone: { color: "gray", label: "Undone" },
  refused: { color: "red", label: "Unreadable" },
  interrupted: { color: "orange", label: "Interrupted" },
  cancelled: { color: "gray", label: "Canceled" },
  failed: { color: "red", label: "Failed" },
};

export function StatusBadge({ status }: { status: ImportView["status"] }) {
  const { color, label } = STATUS[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
}
