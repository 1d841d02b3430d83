import { campaignInWords, countFollowUps } from "@/lib/reporting/snapshots/rules";
import type { CampaignChoice } from "@/lib/reporting/snapshots/schema";

/** A campaign in the list of a form. */
interface CampaignOption {
  value: string;
  label: string;
}

/**
 * Campaigns as the forms of reports offer them: each with its follow-ups, which count with it, as one choice. A follow-up
 * is offered by itself only where it is chosen already, as the links of its own page do.
 * @param campaigns all there are
 */
export function campaignOptions(
  campaigns: readonly CampaignChoice[],
  chosen: readonly number[],
): CampaignOption[] {
  const offered = campaigns.filter(
    ({ id, followsId }) => followsId === null || chosen.includes(id),
  );
  const roots = offered.filter(({ followsId }) => followsId === null);
  const counts = new Map([
    ...countFollowUps(
      roots.map(({ id }) => id),
      campaigns,
    ),
    // A chosen follow-up takes nothing from the campaign that it follows.
    ...chosen.flatMap((id) => [...countFollowUps([id], campaigns)]),
  ]);
  return offered.map(({ id, name }) => ({
    value: String(id),
    label: campaignInWords({ name, followUps: counts.get(id)! }),
  }));
}
