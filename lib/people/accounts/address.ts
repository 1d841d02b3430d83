import { listOf, oneOr, pageAddress, words, type AddressState } from "@/lib/platform/address";

/** `search`: in name and email. */
export const membersPage = pageAddress("/members", {
  search: words(200),
  state: oneOr(["active", "deactivated", "all"], "active"),
  ...listOf(["name", "sign-in"]),
});
export type UserFilter = AddressState<typeof membersPage>;
