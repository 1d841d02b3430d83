"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import {
  addPresetProtocolsSchema,
  archiveProtocolSchema,
  createProtocolSchema,
  editProtocolSchema,
  saveProtocolVersionSchema,
} from "./schema";

export const createProtocolAction = action(createProtocolSchema, commands.createProtocol);
export const addPresetProtocolsAction = action(
  addPresetProtocolsSchema,
  commands.addPresetProtocols,
);
export const saveProtocolVersionAction = action(
  saveProtocolVersionSchema,
  commands.saveProtocolVersion,
);
export const editProtocolAction = action(editProtocolSchema, commands.editProtocol);
export const archiveProtocolAction = action(archiveProtocolSchema, commands.archiveProtocol);
