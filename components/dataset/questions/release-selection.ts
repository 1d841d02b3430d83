import { z } from "zod";

/** Question ids that were chosen in the grid for a release, in order, on their way to the page that publishes them. */
const KEY = "freshqa.release-selection";
const selectionSchema = z.array(z.number().int().positive()).min(1);

/** The address of the form for a release of chosen questions. */
export const CHOSEN_RELEASE_HREF = "/releases/new?selection=chosen";

/** Keeps the choice for CHOSEN_RELEASE_HREF, in this tab. @returns false when the browser would not keep it */
export function rememberSelection(questionIds: readonly number[]): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(questionIds));
    return true;
  } catch {
    return false;
  }
}

/** The remembered choice; null where there is none. */
export function recallSelection(): number[] | null {
  try {
    return (
      selectionSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? "null")).data ?? null
    );
  } catch {
    return null;
  }
}
