"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import type { Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import * as commands from "./commands";
import { sampleSchema } from "./schema";
import { addSample } from "./service";

/** Every list and count looks different then. */
function refreshed<R extends Result<unknown, RefusalCode>>(result: R): R {
  if (result.ok) revalidatePath("/", "layout");
  return result;
}

export const startSample = action(sampleSchema, async (actor, input) =>
  refreshed(await addSample(actor, input)),
);

export const removeSample = action(sampleSchema, async (actor, input) =>
  refreshed(await commands.removeSample(actor, input)),
);
