import { z } from "zod";
import { countOf } from "@/lib/platform/format";
import { campaignData, campaignEvent } from "@/lib/rating/campaign-event";

const itemsOfRater = {
  data: campaignData.extend({ raterId: z.number(), count: z.number() }),
  text: ({ raterId, count }: { raterId: number; count: number }) =>
    `: ${countOf(count, "item")}, account ${raterId}`,
};

export const campaignItemsAssigned = campaignEvent("campaign.items-assigned", {
  label: "Items assigned",
  ...itemsOfRater,
});

export const campaignItemsTakenBack = campaignEvent("campaign.items-taken-back", {
  label: "Items taken back",
  ...itemsOfRater,
});

export const campaignItemsReordered = campaignEvent("campaign.items-reordered", {
  label: "Items moved to the front or the end",
  data: campaignData.extend({ count: z.number(), place: z.enum(["first", "last"]) }),
  text: ({ count, place }) => `: ${countOf(count, "item")} ${place}`,
});

export const campaignOverlapRaised = campaignEvent("campaign.overlap-raised", {
  label: "Overlap raised",
  data: campaignData.extend({
    ratings: z.number(),
    ratingsPerResponse: z.number(),
    overlap: z.number().nullable(),
  }),
  text: ({ ratings, ratingsPerResponse, overlap }) =>
    `: ${countOf(ratings, "rating")} added, ${ratingsPerResponse} each for ${overlap === null ? "all items" : countOf(overlap, "item")}`,
});

export const campaignMessageSent = campaignEvent("campaign.message-sent", {
  label: "Message to raters",
  data: campaignData.extend({ raters: z.number() }),
  text: ({ raters }) => `: to ${countOf(raters, "rater")}`,
});
