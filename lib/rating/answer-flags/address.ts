import { oneOr, pageAddress, pageNumber } from "@/lib/platform/address";

export const flagsPage = pageAddress("/flags", {
  show: oneOr(["open", "resolved"], "open"),
  page: pageNumber(),
});
