"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import {
  addPresetMethodsSchema,
  archiveMethodSchema,
  createMethodSchema,
  demonstrationsFromReleaseSchema,
  editMethodSchema,
  saveDemonstrationSetSchema,
  saveMethodVersionSchema,
} from "./schema";

export const createMethod = action(createMethodSchema, (actor, input) =>
  commands.createMethod(actor, input),
);
export const addPresetMethods = action(addPresetMethodsSchema, (actor, input) =>
  commands.addPresetMethods(actor, input),
);
export const saveMethodVersion = action(saveMethodVersionSchema, (actor, input) =>
  commands.saveMethodVersion(actor, input),
);
export const editMethod = action(editMethodSchema, (actor, input) =>
  commands.editMethod(actor, input),
);
export const archiveMethod = action(archiveMethodSchema, (actor, input) =>
  commands.archiveMethod(actor, input),
);
export const saveDemonstrationSet = action(saveDemonstrationSetSchema, (actor, input) =>
  commands.saveDemonstrationSet(actor, input),
);
export const createDemonstrationsFromRelease = action(
  demonstrationsFromReleaseSchema,
  (actor, input) => commands.createDemonstrationsFromRelease(actor, input),
);
