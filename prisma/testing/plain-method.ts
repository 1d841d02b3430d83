import type { MethodDefinition } from "@/lib/runs/generation/schema";

/** How tests ask, by whichever method. */
export const ASKING = {
  instruction: "Answer as concisely as possible.",
  dateInPrompt: true,
  timeZone: "America/Los_Angeles",
  temperature: 0,
  maxTokens: 256,
  seed: null,
} as const;

/** A method that asks the question alone. */
export const PLAIN: MethodDefinition = { kind: "plain", ...ASKING };
