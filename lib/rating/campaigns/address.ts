import { pageAddress, pageNumber, rowId } from "@/lib/platform/address";

export const campaignsPage = pageAddress("/campaigns", { page: pageNumber() });
/** `run`: the one that the form begins with. */
export const newCampaignPage = pageAddress("/campaigns/new", { run: rowId });
