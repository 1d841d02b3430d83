"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import {
  acceptReadingSchema,
  decideSimilarSchema,
  importIdSchema,
  mapColumnsSchema,
} from "./schema";
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
