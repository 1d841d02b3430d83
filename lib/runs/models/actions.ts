"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { editModelSchema, editRunSchema, modelSchema, runSchema } from "@/lib/runs/models/schema";

export const createModelAction = action(modelSchema, (actor, input) =>
  commands.createModel(actor, input),
);
export const editModelAction = action(editModelSchema, (actor, input) =>
  commands.editModel(actor, input),
);
export const createRunAction = action(runSchema, (actor, input) =>
  commands.createRun(actor, input),
);
export const editRunAction = action(editRunSchema, (actor, input) =>
  commands.editRun(actor, input),
);
