import { oneOr, pageAddress, pageNumber, words, type AddressState } from "@/lib/platform/address";

/** `search`: in name and email. */
export const membersPage = pageAddress("/members", {
  search: words(200),
  state: oneOr(["active", "deactivated", "all"], "active"),
  page: pageNumber(),
});
export type UserFilter = AddressState<typeof membersPage>;
