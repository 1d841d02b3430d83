"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { editEvaluatorSchema, evaluatorSchema, evaluatorVersionSchema } from "./schema";

export const createEvaluator = action(evaluatorSchema, (actor, input) =>
  commands.createEvaluator(actor, input),
);
export const addEvaluatorVersion = action(evaluatorVersionSchema, (actor, input) =>
  commands.addEvaluatorVersion(actor, input),
);
export const editEvaluator = action(editEvaluatorSchema, (actor, input) =>
  commands.editEvaluator(actor, input),
);
