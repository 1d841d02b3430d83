import type { z } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { ok } from "@/lib/platform/result";
import { SAMPLE } from "@/prisma/seed/sample";
import { writeSampleWork } from "@/prisma/seed/seed";
import { startSample } from "./commands";
import type { sampleSchema } from "./schema";

/**
 * Adds the sample: its first questions, and behind them, once, what else it shows. Refusals: startSample's.
 * @returns how many questions the sample has; 0 where they were there, and the rest of it was added
 */
export async function addSample(
  actor: Actor,
  input: z.infer<typeof sampleSchema>,
): ReturnType<typeof startSample> {
  const started = await startSample(actor, input);
  if (!started.ok) return started;
  await writeSampleWork(actor);
  return ok({ questions: started.value.questions > 0 ? SAMPLE.questions.length : 0 });
}
