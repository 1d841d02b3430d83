import { Badge } from "@mantine/core";
import type { Standing } from "@/lib/dataset/import-engine/vocabulary";

const STATUS: Record<Standing, { color: string; label: string }> = {
  reading: { color: "blue", label: "Reading" },
  offered: { color: "yellow", label: "Needs decisions" },
  mapping: { color: "yellow", label: "Needs decisions" },
  queued: { color: "gray", label: "Queued" },
  matching: { color: "blue", label: "Matching" },
  planned: { color: "yellow", label: "Ready to review" },
  applying: { color: "blue", label: "Applying" },
  applied: { color: "green", label: "Applied" },
  undone: { color: "gray", label: "Undone" },
  refused: { color: "red", label: "Unreadable" },
  interrupted: { color: "orange", label: "Interrupted" },
  cancelled: { color: "gray", label: "Canceled" },
  failed: { color: "red", label: "Failed" },
};

export function ImportBadge({ status }: { status: Standing }) {
  const { color, label } = STATUS[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
}

/** What came of an import, or what it needs, in a line. @param outcome what applying it did, in words */
export function resultOf(status: Standing, outcome: string | null): string {
  switch (status) {
    case "applied":
      return outcome ?? "Imported";
    case "planned":
      return "Preview ready";
    case "offered":
      return "Choose how to read it";
    case "mapping":
      return "Columns to be mapped";
    case "undone":
      return "Undone";
    case "queued":
      return "Imported when its turn comes";
    case "refused":
      return "Couldn't be read; nothing imported";
    case "interrupted":
      return "Interrupted; nothing imported";
    case "cancelled":
    case "failed":
      return "Nothing imported";
    case "reading":
    case "matching":
    case "applying":
      return "In progress";
  }
}
