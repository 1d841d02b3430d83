"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import * as gold from "./gold-commands";
import * as opening from "./opening-commands";
import * as planning from "./planning-commands";
import * as preview from "./preview-queries";
import * as progress from "./progress-queries";
import * as raters from "./rater-commands";
import {
  campaignRaterSchema,
  campaignSchema,
  changeStatusSchema,
  conflictSchema,
  createCampaignSchema,
  editCampaignSchema,
  nudgeSchema,
  openCampaignSchema,
  previewSchema,
  responseSchema,
  setGoldSchema,
  updateCampaignSchema,
} from "./schema";

export const createCampaign = action(createCampaignSchema, planning.createCampaign);
export const updateCampaign = action(updateCampaignSchema, planning.updateCampaign);
export const discardCampaign = action(campaignSchema, planning.discardCampaign);
export const editCampaign = action(editCampaignSchema, planning.editCampaign);
export const openCampaign = action(openCampaignSchema, opening.openCampaign);
export const changeCampaignStatus = action(changeStatusSchema, opening.changeCampaignStatus);
export const addRater = action(campaignRaterSchema, raters.addRater);
export const removeRater = action(campaignRaterSchema, raters.removeRater);
export const takePendingItems = action(campaignSchema, raters.takePendingItems);
export const stateConflict = action(conflictSchema, raters.stateConflict);
export const withdrawConflict = action(conflictSchema, raters.withdrawConflict);
export const setGold = action(setGoldSchema, gold.setGold);
export const withdrawGold = action(responseSchema, gold.withdrawGold);
export const remindRater = action(nudgeSchema, raters.remindRater);
export const followUp = action(campaignSchema, opening.followUp);

export const previewCampaign = action(previewSchema, async (actor, input) =>
  ok(await preview.previewCampaign(actor, input)),
);
export const getOpenWork = action(campaignSchema, async (actor, { campaignId }) =>
  ok(await progress.getOpenWork(actor, campaignId)),
);
