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

export const createConnectionAction = action(connectionSchema, (actor, input) =>
  commands.createConnection(actor, input),
);
export const editConnectionAction = action(editConnectionSchema, (actor, input) =>
  commands.editConnection(actor, input),
);
export const setConnectionKeyAction = action(setKeySchema, (actor, input) =>
  commands.setConnectionKey(actor, input),
);
export const archiveConnectionAction = action(archiveConnectionSchema, (actor, input) =>
  commands.archiveConnection(actor, input),
);
export const testConnectionAction = action(testConnectionSchema, (actor, input) =>
  commands.testConnection(actor, input),
);
export const addServedModelAction = action(servedModelSchema, (actor, input) =>
  commands.addServedModel(actor, input),
);
export const editServedModelAction = action(editServedModelSchema, (actor, input) =>
  commands.editServedModel(actor, input),
);
export const archiveServedModelAction = action(archiveServedModelSchema, (actor, input) =>
  commands.archiveServedModel(actor, input),
);
export const addPriceAction = action(priceSchema, (actor, input) =>
  commands.addPrice(actor, input),
);
export const allowHostAction = action(allowHostSchema, (actor, input) =>
  commands.allowHost(actor, input),
);
export const removeHostAction = action(removeHostSchema, (actor, input) =>
  commands.removeHost(actor, input),
);
