import { pageAddress, pageNumber, rowId, words, type AddressState } from "@/lib/platform/address";

export const goldPage = pageAddress("/campaigns/gold", {
  /** Null: Relaxed and Strict. */
  protocol: rowId,
  run: rowId,
  search: words(200),
  page: pageNumber(),
});
export type GoldPageState = AddressState<typeof goldPage>;

export const goldItemPage = pageAddress("/campaigns/gold/[responseId]", {
  /** Null: Relaxed and Strict. */
  protocol: rowId,
  reference: rowId,
});
