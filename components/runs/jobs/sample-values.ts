import { factOf, type FieldFact } from "@/components/ui/facts-of-fields";
import { numberOf } from "@/components/ui/form-values";
import { USUAL_SEED } from "@/lib/runs/jobs/vocabulary";

/** What the forms of jobs hold about how much is asked, and what it may cost. */
export interface SampleValues {
  size: string | number;
  seed: string | number;
  spendingLimit: string | number;
}

/** Everything, or a sample of so many. */
export function sampleValues(size: string | number = ""): SampleValues {
  return { size, seed: USUAL_SEED, spendingLimit: "" };
}

/** What a job is of; null: everything. */
export function sampleOf(values: SampleValues): { size: number; seed: number } | null {
  const size = numberOf(values.size);
  return size === null ? null : { size, seed: numberOf(values.seed) ?? USUAL_SEED };
}

/** The seed, which is folded away, where it is another than usual. */
export const seedFact = ({ seed }: SampleValues): FieldFact => factOf("Seed", seed, USUAL_SEED);
