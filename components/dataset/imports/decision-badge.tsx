import { Badge } from "@mantine/core";
import type { Decision } from "@/lib/dataset/imports/schema";

const WORDS: Record<Decision, { color: string; label: string }> = {
  open: { color: "yellow", label: "Undecided" },
  accepted: { color: "green", label: "Accepted (same question)" },
  rejected: { color: "gray", label: "Rejected (new question)" },
  replaced: { color: "blue", label: "Replaced (new question, old one retired)" },
};

/** How a proposed rewording was decided. */
export function DecisionBadge({ decision }: { decision: Decision }) {
  const { color, label } = WORDS[decision];
  return <Badge color={color}>{label}</Badge>;
}
