import { Text } from "@mantine/core";
import { countOf } from "@/lib/questions/rules";
import type { ReleaseFreshness as Freshness } from "@/lib/releases/queries";
import { formatCount, formatDay } from "../ui/format";

/** How fresh the release's questions are today, in a sentence or two. */
export function ReleaseFreshness({ freshness }: { freshness: Freshness }) {
  const { total, verifiedSince, neverVerified, otherAnswers, oldestVerification } = freshness;
  if (total === 0) return null;
  return (
    <Text maw="80ch" mb="sm">
      {formatCount(verifiedSince)} of {countOf(total, "question")} {verifiedSince === 1 ? "was" : "were"} verified since this release was published;{" "}
      {otherAnswers === 0 ? "none has changed answers" : `${formatCount(otherAnswers)} ${otherAnswers === 1 ? "has" : "have"} other answers now`}.
      {neverVerified > 0 && ` ${formatCount(neverVerified)} ${neverVerified === 1 ? "has" : "have"} not been verified here yet.`}
      {oldestVerification !== null && ` The last look at each of the others was on ${formatDay(oldestVerification)} or later.`}
    </Text>
  );
}
