"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import * as commands from "./commands";
import * as queries from "./queries";
import {
  assignItemsSchema,
  messageReadSchema,
  messageSchema,
  reorderItemsSchema,
  previewOverlapSchema,
  raiseOverlapSchema,
  takeBackSchema,
  unreadMessagesSchema,
} from "./schema";

export const assignItems = action(assignItemsSchema, commands.assignItems);
export const takeItemsBack = action(takeBackSchema, commands.takeItemsBack);
export const reorderItems = action(reorderItemsSchema, commands.reorderItems);
export const raiseOverlap = action(raiseOverlapSchema, commands.raiseOverlap);
export const messageRaters = action(messageSchema, commands.messageRaters);
export const readMessages = action(messageReadSchema, commands.readMessages);

export const previewOverlap = action(previewOverlapSchema, async (actor, input) =>
  ok(await queries.previewOverlap(actor, input)),
);
export const listUnreadMessages = action(unreadMessagesSchema, async (actor, { campaignId }) =>
  ok(await queries.listUnreadMessages(actor, campaignId)),
);
