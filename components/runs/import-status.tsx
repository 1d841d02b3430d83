import { Badge } from "@mantine/core";
import type { ResponseImportView } from "@/lib/runs/responses/queries";

const STATUS: Record<ResponseImportView["status"], { color: string; label: string }> = {
  reading: { color: "blue", label: "Reading" },
  offered: { color: "yellow", label: "Ready to import" },
  mapping: { color: "yellow", label: "Map columns" },
  planned: { color: "yellow", label: "Ready to import" },
  applied: { color: "green", label: "Imported" },
  cancelled: { color: "gray", label: "Canceled" },
  failed: { color: "red", label: "Unreadable" },
  interrupted: { color: "orange", label: "Interrupted" },
};

/** Renders the status of an import of responses. */
export function ImportStatus({ status }: { status: ResponseImportView["status"] }) {
  const { color, label } = STATUS[status];
  return <Badge color={color}>{label}</Badge>;
}
