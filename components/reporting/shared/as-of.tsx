import { Text } from "@mantine/core";
import { formatDay, formatTimeOfDay } from "@/lib/platform/format";

/** Says of when a report is that was read from the replica; where it is of now, its settings say so. */
export function AsOf({ time }: { time: Date | null }) {
  if (time === null) return null;
  const iso = time.toISOString();
  return (
    <Text fz="sm" c="dimmed">
      Data as of {formatDay(iso)}, {formatTimeOfDay(iso)} (may be a few seconds old)
    </Text>
  );
}
