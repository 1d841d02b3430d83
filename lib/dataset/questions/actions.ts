"use server";

import { revalidatePath } from "next/cache";
import { action } from "@/lib/people/access/action";
import type { Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import * as commands from "./commands";
import {
  changeMatchingSchema,
  changeQuestionsSchema,
  changeViewSchema,
  createQuestionSchema,
  deleteViewSchema,
  editQuestionSchema,
  orderViewsSchema,
  saveViewSchema,
  undoOperationSchema,
} from "./schema";

/** After a change every list and question may look different; the browser drops what it has kept of them. */
function refreshed<R extends Result<unknown, RefusalCode>>(result: R): R {
  if (result.ok) revalidatePath("/", "layout");
  return result;
}

export const createQuestion = action(createQuestionSchema, async (actor, input) =>
  refreshed(await commands.createQuestion(actor, input)),
);

export const editQuestion = action(editQuestionSchema, async (actor, input) =>
  refreshed(await commands.editQuestion(actor, input)),
);

export const changeQuestions = action(changeQuestionsSchema, async (actor, input) =>
  refreshed(await commands.changeQuestions(actor, input)),
);

export const changeMatchingQuestions = action(changeMatchingSchema, async (actor, input) =>
  refreshed(await commands.changeMatchingQuestions(actor, input)),
);

export const undoOperation = action(undoOperationSchema, async (actor, input) =>
  refreshed(await commands.undoOperation(actor, input)),
);

export const saveView = action(saveViewSchema, (actor, input) => commands.saveView(actor, input));

export const changeView = action(changeViewSchema, (actor, input) =>
  commands.changeView(actor, input),
);

export const orderViews = action(orderViewsSchema, (actor, input) =>
  commands.orderViews(actor, input),
);

export const deleteView = action(deleteViewSchema, (actor, input) =>
  commands.deleteView(actor, input),
);
