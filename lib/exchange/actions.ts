"use server";

import { action } from "@/lib/access/action";
import { ok } from "@/lib/platform/result";
import { applyImport, cancelImport, decideAllRewordings, decideRewording, planAgain, reopenImport } from "./commands";
import { applyImportSchema, decideAllSchema, decideRewordingSchema, importIdSchema } from "./schema";

export const applyImportAction = action(applyImportSchema, applyImport);
export const cancelImportAction = action(importIdSchema, cancelImport);
export const decideRewordingAction = action(decideRewordingSchema, decideRewording);
export const decideAllRewordingsAction = action(decideAllSchema, decideAllRewordings);

/** Answers as soon as the plan is open again; the matching goes on, and the import's progress says where it is. */
export const planAgainAction = action(importIdSchema, async (actor, input) => {
  const reopened = await reopenImport(actor, input);
  if (!reopened.ok) return reopened;
  void planAgain(actor, input);
  return ok();
});
