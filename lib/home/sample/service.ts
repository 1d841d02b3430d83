import type { z } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { writeSampleWork } from "@/prisma/seed/seed";
import { startSample } from "./commands";
import type { sampleSchema } from "./schema";

/** Adds the sample: its questions first, and behind them, once, what else it shows. Refusals: startSample's. */
export async function addSample(
  actor: Actor,
  input: z.infer<typeof sampleSchema>,
): ReturnType<typeof startSample> {
  const started = await startSample(actor, input);
  if (started.ok) await writeSampleWork(actor);
  return started;
}
