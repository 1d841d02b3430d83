"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { editModelSchema, editRunSchema, modelSchema, runSchema } from "@/lib/runs/models/schema";

export const createModel = action(modelSchema, (actor, input) =>
  commands.createModel(actor, input),
);
export const editModel = action(editModelSchema, (actor, input) =>
  commands.editModel(actor, input),
);
export const createRun = action(runSchema, (actor, input) => commands.createRun(actor, input));
export const editRun = action(editRunSchema, (actor, input) => commands.editRun(actor, input));
