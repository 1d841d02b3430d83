import { countOf } from "@/lib/platform/format";
import type { Answers } from "./ratings-file";
import { formatShare } from "@/lib/platform/numbers";

/** "7 values missing. 3 answers “cannot tell” (5.0%), left out of every number." */
export function answersInWords({ missing, cannotTell, cannotTellShare }: Answers): string {
  const told =
    cannotTell === 0 || cannotTellShare === null
      ? ""
      : ` ${countOf(cannotTell, "answer")} “cannot tell” (${formatShare(cannotTellShare)}), left out of every number.`;
  return `${countOf(missing, "value")} missing.${told}`;
}
