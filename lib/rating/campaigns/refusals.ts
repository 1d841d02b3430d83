import { refuse } from "@/lib/platform/result";

export function refuseUnknown() {
  return refuse("not-found", "Campaign not found.");
}

export function refuseStale() {
  return refuse(
    "stale",
    "Someone else changed this campaign. Your text is still here. Check their changes in another tab, then reload and reapply yours.",
  );
}

export function refuseClosed() {
  return refuse("closed", "This campaign is closed; raters can't be changed.");
}
