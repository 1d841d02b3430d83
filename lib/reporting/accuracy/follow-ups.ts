import type { FollowedCampaign } from "@/lib/reporting/snapshots/schema";

/**
 * Which campaign rates the response to a question by the answers of the report, if the response is in the sample: its
 * place among the campaigns, 0 being the one that was sampled. Null: none does, as the answers have changed since.
 *
 * What a sampled response is rated by depends on its question's answers alone, and not on whether it was sampled. So a
 * sample and its follow-ups know nothing of the questions with null, and each campaign's ratings are of a random part of
 * its questions.
 *
 * @param campaigns in the order in which they were opened, the sampled one first
 * @param answers numbers that are equal exactly where correct answers are: those that each campaign shows, or would show
 * if it had the response, and behind them those of the report
 */
export function campaignRatingBy(
  campaigns: readonly Pick<FollowedCampaign, "id" | "followsId">[],
  answers: readonly number[],
): number | null {
  /** By which answers each campaign rates the response; null: it does not have it. */
  const rated: (number | null)[] = [];
  for (const [at, { followsId }] of campaigns.entries()) {
    const followed = campaigns.findIndex(({ id }) => id === followsId);
    const before = at === 0 ? null : (rated[followed] ?? null);
    // A follow-up takes what was rated by other answers than those of now, once for each campaign that it follows.
    const taken = campaigns.some(
      (other, place) => place < at && other.followsId === followsId && rated[place] !== null,
    );
    const takes = at === 0 || (before !== null && before !== answers[at] && !taken);
    rated.push(takes ? answers[at]! : null);
  }
  const found = rated.indexOf(answers.at(-1)!);
  return found === -1 ? null : found;
}
