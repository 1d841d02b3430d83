"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import {
  acceptReadingSchema,
  decideSimilarSchema,
  importIdSchema,
  mapColumnsSchema,
} from "./schema";
export const mapColumns = action(mapColumnsSchema, (actor, input) =>
  commands.mapColumns(actor, input),
);
export const decideSimilar = action(decideSimilarSchema, (actor, input) =>
  commands.decideSimilar(actor, input),
);
export const applyResponseImport = action(importIdSchema, (actor, input) =>
  commands.applyResponseImport(actor, input),
);
export const cancelResponseImport = action(importIdSchema, (actor, input) =>
  commands.cancelResponseImport(actor, input),
);
export const acceptResponseReading = action(acceptReadingSchema, (actor, input) =>
  commands.acceptResponseReading(actor, input),
);
