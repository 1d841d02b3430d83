import type { CitationState } from "@/lib/runs/references/citation-check";

export const STATE_WORDS: Record<CitationState, string> = {
  supported: "supported",
  kept: "best match, below the threshold",
  unsupported: "not supported",
  unchecked: "reference without text",
  loose: "no such reference",
};
