import { oneOr, pageAddress, pageNumber, type AddressPart } from "@/lib/platform/address";
import { DIFFERENCE_FILTERS, isSide } from "./vocabulary";

/** A release by its name, or the dataset as it is now. */
const side: AddressPart<string | null> = {
  read: (text) => (isSide(text.trim()) ? text.trim() : null),
  write: (value) => value ?? "",
};
const SHOWN = { kind: oneOr(DIFFERENCE_FILTERS, "content"), page: pageNumber() };

export const comparePage = pageAddress("/releases/compare", { from: side, to: side, ...SHOWN });
export const publicChangesPage = pageAddress("/public/releases/[name]/changes", {
  from: side,
  ...SHOWN,
});
