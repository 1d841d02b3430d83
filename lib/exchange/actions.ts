"use server";

import { action } from "@/lib/access/action";
import { applyImport, cancelImport, decideAllRewordings, decideRewording, rematchImport } from "./commands";
import { applyImportSchema, decideAllSchema, decideRewordingSchema, importIdSchema } from "./schema";

export const applyImportAction = action(applyImportSchema, applyImport);
export const cancelImportAction = action(importIdSchema, cancelImport);
export const decideRewordingAction = action(decideRewordingSchema, decideRewording);
export const decideAllRewordingsAction = action(decideAllSchema, decideAllRewordings);
export const rematchImportAction = action(importIdSchema, rematchImport);
