"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import type { Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import * as commands from "./commands";
import {
  changeTargetsSchema,
  claimNextSchema,
  claimSubmissionSchema,
  commentSchema,
  decideSchema,
  saveDraftSchema,
  startDraftSchema,
  submitDraftSchema,
  withdrawSchema,
} from "./schema";

/** After such a change lists and counts may look different; the browser drops what it has kept of them. */
function refreshed<R extends Result<unknown, RefusalCode>>(result: R): R {
  if (result.ok) revalidatePath("/", "layout");
  return result;
}

// Saving while someone types renders no page again.
export const startDraft = action(startDraftSchema, (actor, input) =>
  commands.startDraft(actor, input),
);

export const saveDraft = action(saveDraftSchema, (actor, input) =>
  commands.saveDraft(actor, input),
);

export const submitDraft = action(submitDraftSchema, async (actor, input) =>
  refreshed(await commands.submitDraft(actor, input)),
);

export const withdraw = action(withdrawSchema, async (actor, input) =>
  refreshed(await commands.withdraw(actor, input)),
);

export const comment = action(commentSchema, async (actor, input) =>
  refreshed(await commands.comment(actor, input)),
);

export const claimNext = action(claimNextSchema, (actor, input) =>
  commands.claimNext(actor, input),
);

export const claimSubmission = action(claimSubmissionSchema, (actor, input) =>
  commands.claimSubmission(actor, input),
);

export const releaseSubmission = action(claimSubmissionSchema, (actor, input) =>
  commands.releaseSubmission(actor, input),
);

export const decide = action(decideSchema, async (actor, input) =>
  refreshed(await commands.decide(actor, input)),
);

export const changeTargets = action(changeTargetsSchema, async (actor, input) =>
  refreshed(await commands.changeTargets(actor, input)),
);
