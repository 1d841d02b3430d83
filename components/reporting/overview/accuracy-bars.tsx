import { Paper, Text } from "@mantine/core";
import type { AccuracyInSmall } from "@/lib/reporting/defaults/figures";
import { BarList } from "./bar-list";

/** The accuracy of runs in small: what the shares are of, then a bar each. */
export function AccuracyBars({
  accuracy: { bars, notes },
  footnote = "",
}: {
  accuracy: AccuracyInSmall;
  footnote?: string;
}) {
  return (
    <Paper withBorder px="md" py="sm" radius="md">
      <Text fz="sm" c="dimmed" mb="xs">
        {notes.join(" ")}
      </Text>
      <BarList bars={bars} />
      {footnote !== "" && (
        <Text fz="sm" c="dimmed" mt="xs">
          {footnote}
        </Text>
      )}
    </Paper>
  );
}
