import type { Actor } from "@/lib/people/access/schema";
import { addPresetMethods } from "@/lib/runs/generation/commands";
import { missingMethods } from "@/lib/runs/generation/presets";
import { addPresetMethodsSchema } from "@/lib/runs/generation/schema";
import { db } from "@/lib/platform/db";
import { done } from "./done";

/** Adds the paper's methods that are not there yet: a job then needs a connection alone. */
export async function writeMethods(actor: Actor): Promise<void> {
  const presets = missingMethods(await db.method.findMany({ select: { name: true } })).map(
    ({ key }) => key,
  );
  if (presets.length > 0)
    done(await addPresetMethods(actor, addPresetMethodsSchema.parse({ presets })));
}
