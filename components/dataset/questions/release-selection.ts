import { RELEASE_SELECTION_KEY } from "@/components/ui/device-keys";
import { deviceStorage, keepValue, readValue } from "@/components/ui/device-storage";
import { newReleasePage } from "@/lib/dataset/releases/address";

/*
 * Question ids that were chosen in the grid for a release, in order, on their way to the page that publishes them.
 */

/** The address of the form for a release of chosen questions. */
export const CHOSEN_RELEASE_HREF = newReleasePage.href({ selection: "chosen" });

/** Keeps the choice for CHOSEN_RELEASE_HREF, in this tab. @returns false when the browser would not keep it */
export function rememberSelection(questionIds: readonly number[]): boolean {
  return keepValue(RELEASE_SELECTION_KEY, questionIds, deviceStorage("tab"));
}

/** The remembered choice; null where there is none. */
export function recallSelection(): number[] | null {
  const kept = readValue(RELEASE_SELECTION_KEY, deviceStorage("tab"));
  const isId = (id: unknown) => Number.isInteger(id) && (id as number) > 0;
  return Array.isArray(kept) && kept.length > 0 && kept.every(isId) ? (kept as number[]) : null;
}
