import { Text } from "@mantine/core";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { describeReading } from "@/lib/dataset/imports/rules";

/** Says how a file is read that is not in the usual form. Renders nothing for one that is. */
export function ChosenReading({ reading }: { reading: Reading }) {
  const sentences = describeReading(reading);
  return sentences.length === 0 ? null : (
    <Text fz="sm" c="dimmed" mb="md">
      Read as chosen: {sentences.join(" ")}
    </Text>
  );
}
