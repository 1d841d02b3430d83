import { listOf, one, pageAddress, pageNumber, type AddressState } from "@/lib/platform/address";

export const releasesPage = pageAddress(
  "/releases",
  listOf(["name", "questions", "size", "published"]),
);
export type ReleasesState = AddressState<typeof releasesPage>;
export const releasePage = pageAddress("/releases/[name]", { page: pageNumber() });
/** `selection`: of the questions that were chosen in the grid, in this tab. */
export const newReleasePage = pageAddress("/releases/new", { selection: one(["chosen"]) });
export const publicPage = pageAddress("/public", { page: pageNumber() });
export const publicReleasePage = pageAddress("/public/releases/[name]", { page: pageNumber() });
