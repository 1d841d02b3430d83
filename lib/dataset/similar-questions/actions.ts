"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import { findSimilarQuestions as find } from "./queries";
import { findSimilarQuestionsSchema } from "./schema";

export const findSimilarQuestions = action(findSimilarQuestionsSchema, async (actor, input) =>
  ok(await find(actor, input)),
);
