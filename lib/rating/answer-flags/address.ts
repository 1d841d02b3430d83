import { oneOr, pageAddress, pageNumber } from "@/lib/platform/address";

export const flagsPage = pageAddress("/flags", {
  show: oneOr(["open", "settled"], "open"),
  page: pageNumber(),
});
