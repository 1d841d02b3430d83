"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import {
  allowHostSchema,
  archiveConnectionSchema,
  archiveServedModelSchema,
  connectionSchema,
  editConnectionSchema,
  editServedModelSchema,
  priceSchema,
  removeHostSchema,
  servedModelSchema,
  setKeySchema,
  testConnectionSchema,
} from "./schema";

export const createConnection = action(connectionSchema, (actor, input) =>
  commands.createConnection(actor, input),
);
export const editConnection = action(editConnectionSchema, (actor, input) =>
  commands.editConnection(actor, input),
);
export const setConnectionKey = action(setKeySchema, (actor, input) =>
  commands.setConnectionKey(actor, input),
);
export const archiveConnection = action(archiveConnectionSchema, (actor, input) =>
  commands.archiveConnection(actor, input),
);
export const testConnection = action(testConnectionSchema, (actor, input) =>
  commands.testConnection(actor, input),
);
export const addServedModel = action(servedModelSchema, (actor, input) =>
  commands.addServedModel(actor, input),
);
export const editServedModel = action(editServedModelSchema, (actor, input) =>
  commands.editServedModel(actor, input),
);
export const archiveServedModel = action(archiveServedModelSchema, (actor, input) =>
  commands.archiveServedModel(actor, input),
);
export const addPrice = action(priceSchema, (actor, input) => commands.addPrice(actor, input));
export const allowHost = action(allowHostSchema, (actor, input) =>
  commands.allowHost(actor, input),
);
export const removeHost = action(removeHostSchema, (actor, input) =>
  commands.removeHost(actor, input),
);
