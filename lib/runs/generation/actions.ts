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

export const createMethodAction = action(createMethodSchema, (actor, input) =>
  commands.createMethod(actor, input),
);
export const addPresetMethodsAction = action(addPresetMethodsSchema, (actor, input) =>
  commands.addPresetMethods(actor, input),
);
export const saveMethodVersionAction = action(saveMethodVersionSchema, (actor, input) =>
  commands.saveMethodVersion(actor, input),
);
export const editMethodAction = action(editMethodSchema, (actor, input) =>
  commands.editMethod(actor, input),
);
export const archiveMethodAction = action(archiveMethodSchema, (actor, input) =>
  commands.archiveMethod(actor, input),
);
export const saveDemonstrationSetAction = action(saveDemonstrationSetSchema, (actor, input) =>
  commands.saveDemonstrationSet(actor, input),
);
export const createDemonstrationsFromReleaseAction = action(
  demonstrationsFromReleaseSchema,
  (actor, input) => commands.createDemonstrationsFromRelease(actor, input),
);
