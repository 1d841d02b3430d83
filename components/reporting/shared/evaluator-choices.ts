import type { NamedEvaluator, VerdictSource } from "@/lib/reporting/verdicts/schema";

export const SOURCE_WORDS: Record<VerdictSource, string> = {
  people: "Human raters",
  automatic: "Automatic evaluator",
  "people-else-automatic": "Human raters, else automatic",
};

/** Evaluators as a select's choices, each family's versions together in the order given. */
export function evaluatorChoices(
  evaluators: readonly NamedEvaluator[],
): { group: string; items: { value: string; label: string }[] }[] {
  const families = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, family } of evaluators) {
    if (!families.has(family)) families.set(family, []);
    families.get(family)!.push({ value: String(id), label: name });
  }
  return [...families].map(([group, items]) => ({ group, items }));
}
