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

export const createProtocol = action(createProtocolSchema, commands.createProtocol);
export const addPresetProtocols = action(addPresetProtocolsSchema, commands.addPresetProtocols);
export const saveProtocolVersion = action(saveProtocolVersionSchema, commands.saveProtocolVersion);
export const editProtocol = action(editProtocolSchema, commands.editProtocol);
export const archiveProtocol = action(archiveProtocolSchema, commands.archiveProtocol);
