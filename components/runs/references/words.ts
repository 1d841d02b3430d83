import type { CitationState, CitationVariant } from "@/lib/runs/references/citation-check";

export const VARIANT_WORDS: Record<CitationVariant, string> = {
  paper: "Paper: Rouge-1 F1 ≥ 0.57",
  repository: "Repository: Rouge-1 precision ≥ 0.75",
};

export const STATE_WORDS: Record<CitationState, string> = {
  supported: "supported",
  kept: "best match, below the threshold",
  unsupported: "not supported",
  unchecked: "reference without text",
  loose: "no such reference",
};
