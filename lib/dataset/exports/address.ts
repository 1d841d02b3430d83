import { day, pageAddress, pageNumber, words } from "@/lib/platform/address";

/** The dataset as of a day; without one, as it is today. `q`: in question and answers. */
export const asOfPage = pageAddress("/questions/as-of", { day, q: words(300), page: pageNumber() });
