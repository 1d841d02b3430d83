"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import { ok, type Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import * as commands from "./commands";
import * as queries from "./queries";
import {
  applySmoothingSchema,
  assignQuestionsSchema,
  assignRoundRobinSchema,
  previewSmoothingSchema,
  restoreAssignmentsSchema,
  restorePlanSchema,
  updateSettingsSchema,
} from "./schema";

/** After such a change every list of due questions may look different; the browser drops what it has kept of them. */
function refreshed<R extends Result<unknown, RefusalCode>>(result: R): R {
  if (result.ok) revalidatePath("/", "layout");
  return result;
}

export const assignQuestions = action(assignQuestionsSchema, async (actor, input) =>
  refreshed(await commands.assignQuestions(actor, input)),
);

export const assignRoundRobin = action(assignRoundRobinSchema, async (actor, input) =>
  refreshed(await commands.assignRoundRobin(actor, input)),
);

export const restoreAssignments = action(restoreAssignmentsSchema, async (actor, input) =>
  refreshed(await commands.restoreAssignments(actor, input)),
);

export const previewSmoothing = action(previewSmoothingSchema, async (actor, input) =>
  ok(await queries.previewSmoothing(actor, input)),
);

export const applySmoothing = action(applySmoothingSchema, async (actor, input) =>
  refreshed(await commands.applySmoothing(actor, input)),
);

export const restorePlan = action(restorePlanSchema, async (actor, input) =>
  refreshed(await commands.restorePlan(actor, input)),
);

export const updateSettings = action(updateSettingsSchema, async (actor, input) =>
  refreshed(await commands.updateSettings(actor, input)),
);
