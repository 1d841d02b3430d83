"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import {
  acceptReadingSchema,
  decideSimilarSchema,
  editModelSchema,
  editRunSchema,
  importIdSchema,
  mapColumnsSchema,
  modelSchema,
  runSchema,
} from "./schema";

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
export const mapColumnsAction = action(mapColumnsSchema, (actor, input) =>
  commands.mapColumns(actor, input),
);
export const decideSimilarAction = action(decideSimilarSchema, (actor, input) =>
  commands.decideSimilar(actor, input),
);
export const applyResponseImportAction = action(importIdSchema, (actor, input) =>
  commands.applyResponseImport(actor, input),
);
export const cancelResponseImportAction = action(importIdSchema, (actor, input) =>
  commands.cancelResponseImport(actor, input),
);
export const acceptResponseReadingAction = action(acceptReadingSchema, (actor, input) =>
  commands.acceptResponseReading(actor, input),
);
