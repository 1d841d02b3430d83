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
  return campaigns
    .filter(({ id, followsId }) => followsId === null || chosen.includes(id))
    .map(({ id, name }) => ({
      value: String(id),
      label: campaignInWords({ name, followUps: countFollowUps([id], campaigns).get(id)! }),
    }));
}
