"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { commentOnQuestionSchema, resolveThreadSchema } from "./schema";

export const commentOnQuestion = action(commentOnQuestionSchema, (actor, input) =>
  commands.commentOnQuestion(actor, input),
);

export const resolveThread = action(resolveThreadSchema, (actor, input) =>
  commands.resolveThread(actor, input),
);
