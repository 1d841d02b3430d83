import { listOf, pageAddress, rowId, type AddressState } from "@/lib/platform/address";

export const campaignsPage = pageAddress(
  "/campaigns",
  listOf(["name", "raters", "items", "rated", "deadline"]),
);
export type CampaignsState = AddressState<typeof campaignsPage>;
/** `run`: the one that the form begins with. */
export const newCampaignPage = pageAddress("/campaigns/new", { run: rowId });
