import { Text } from "@mantine/core";
import type { ReleaseFreshness as Freshness } from "@/lib/dataset/releases/queries";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

/** How fresh the release's questions are today, in a sentence or two. */
export function ReleaseFreshness({ freshness }: { freshness: Freshness }) {
  const { total, verifiedSince, neverVerified, otherAnswers, oldestVerification } = freshness;
  if (total === 0) return null;
  return (
    <Text maw="80ch" mb="sm">
      {formatCount(verifiedSince)} of {countOf(total, "question")}{" "}
      {verifiedSince === 1 ? "was" : "were"} verified since this release was published;{" "}
      {otherAnswers === 0
        ? "no answers changed"
        : `the answers of ${formatCount(otherAnswers)} have changed`}
      .{neverVerified > 0 && ` ${formatCount(neverVerified)} never verified.`}
      {oldestVerification !== null &&
        ` All others were checked on or after ${formatDay(oldestVerification)}.`}
    </Text>
  );
}
