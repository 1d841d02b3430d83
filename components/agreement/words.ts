import type { AgreementMode, Scope } from "@/lib/agreement/schema";

export const MODE_WORDS: Record<AgreementMode, string> = { relaxed: "Relaxed", strict: "Strict", all: "All" };
export const SCOPE_WORDS: Record<Scope, string> = { overall: "all questions", vp: "valid premise", fp: "false premise" };
