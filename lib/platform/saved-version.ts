import { ok, refuse, type Result } from "./result";

interface SavedVersion {
  /** What has versions, and what freezes one by using it, in words. */
  what: "method" | "protocol";
  usedBy: "job" | "campaign" | "campaign or gold item";
  latest: { number: number; frozenAt: Date | null };
  /** The version that the form was opened with. */
  base: { number: number };
  /** Whether the latest version still says what the form began with. */
  isBase: boolean;
  /** The form changes a version that was unused when it was opened; otherwise it adds the next one. */
  inPlace: boolean;
}

/**
 * The number under which a changed definition is saved: that of the latest version while it is unused, else the next.
 * Call it with the versions locked. Refusal: `stale` when the latest version is another one, says something else, or has
 * been used in the meantime.
 */
export function versionToSave({
  what,
  usedBy,
  latest,
  base,
  isBase,
  inPlace,
}: SavedVersion): Result<number, "stale"> {
  if (latest.number !== base.number || !isBase)
    return refuse(
      "stale",
      `Someone else changed this ${what}. Nothing was saved, but your changes are still here. Open the ${what} in another tab to see theirs, then reload.`,
    );
  if (inPlace && latest.frozenAt !== null)
    return refuse(
      "stale",
      `Version ${latest.number} has been used by a ${usedBy} and can't change any more. Nothing was saved. Reload to save your changes as a new version.`,
    );
  return ok(latest.frozenAt === null ? latest.number : latest.number + 1);
}
