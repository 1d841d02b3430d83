"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import * as commands from "./commands";
import * as queries from "./queries";
import {
  campaignRaterSchema,
  campaignSchema,
  changeStatusSchema,
  conflictSchema,
  createCampaignSchema,
  editCampaignSchema,
  followUpSchema,
  nudgeSchema,
  openCampaignSchema,
  previewSchema,
  responseSchema,
  setGoldSchema,
  updateCampaignSchema,
} from "./schema";

export const createCampaign = action(createCampaignSchema, commands.createCampaign);
export const updateCampaign = action(updateCampaignSchema, commands.updateCampaign);
export const discardCampaign = action(campaignSchema, commands.discardCampaign);
export const editCampaign = action(editCampaignSchema, commands.editCampaign);
export const openCampaign = action(openCampaignSchema, commands.openCampaign);
export const changeCampaignStatus = action(changeStatusSchema, commands.changeCampaignStatus);
export const addRater = action(campaignRaterSchema, commands.addRater);
export const removeRater = action(campaignRaterSchema, commands.removeRater);
export const takePendingItems = action(campaignSchema, commands.takePendingItems);
export const stateConflict = action(conflictSchema, commands.stateConflict);
export const withdrawConflict = action(conflictSchema, commands.withdrawConflict);
export const setGold = action(setGoldSchema, commands.setGold);
export const withdrawGold = action(responseSchema, commands.withdrawGold);
export const remindRater = action(nudgeSchema, commands.remindRater);
export const followUp = action(followUpSchema, commands.followUp);

export const previewCampaign = action(previewSchema, async (actor, input) =>
  ok(await queries.previewCampaign(actor, input)),
);
export const getOpenWork = action(campaignSchema, async (actor, { campaignId }) =>
  ok(await queries.getOpenWork(actor, campaignId)),
);
