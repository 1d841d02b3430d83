import type { EvaluatorDefinition } from "./schema";

/** What reports call a version: the family's name, and its number from the second one on. */
export function nameOfVersion(family: string, version: number): string {
  return version === 1 ? family : `${family}, version ${version}`;
}

/** What a version asks, and which served model. */
export interface EvaluatorContent {
  servedModelId: number | null;
  definition: EvaluatorDefinition;
}

/** What two versions can differ in. */
const DEFINITION_PARTS = [
  "servedModelId",
  "instructions",
  "examples",
  "examplesAsOf",
  "temperature",
  "maxTokens",
  "asksAgain",
  "date",
] as const;
export type DefinitionPart = (typeof DEFINITION_PARTS)[number];

/** Returns the parts in which two versions differ. */
export function changedParts(a: EvaluatorContent, b: EvaluatorContent): DefinitionPart[] {
  const parts = ({ servedModelId, definition }: EvaluatorContent) => ({
    servedModelId,
    ...definition,
  });
  const [of, and] = [parts(a), parts(b)];
  return DEFINITION_PARTS.filter((part) => canonical(of[part]) !== canonical(and[part]));
}

/** JSON with the keys of its objects in order: the database keeps another order than a form. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
