import { countOf, formatCount } from "@/lib/platform/format";
import { formatShare, formatShareInterval } from "@/lib/platform/numbers";
import { finiteShare } from "@/lib/statistics/finite-share";
import type { AuditedMode, AuditOfCampaign } from "./schema";

/** Agreed responses of a campaign, counted by what the audit made of them. */
export interface CountedAudit extends Omit<AuditOfCampaign, "relaxed" | "strict"> {
  waiting: number;
  lostRelaxed: number;
  gotRelaxed: number;
  lostStrict: number;
  gotStrict: number;
}

/**
 * What an audit found: in each mode the error rate, which is the share of audited responses whose blind verdict is another
 * than the raters'. What was audited is a random part of what raters agree on, so its share is an estimate of the whole,
 * with `finiteShare`'s interval.
 * @param current the report is as of now
 */
export function auditOf(counted: CountedAudit, current: boolean): AuditOfCampaign {
  const { lostRelaxed, gotRelaxed, lostStrict, gotStrict, waiting, ...counts } = counted;
  const mode = (lost: number, got: number): AuditedMode => ({
    lost,
    got,
    rate: counts.audited === 0 ? null : (lost + got) / counts.audited,
    interval: finiteShare(lost + got, counts.audited, counts.agreed),
  });
  return {
    ...counts,
    waiting: current ? waiting : null,
    relaxed: mode(lostRelaxed, gotRelaxed),
    strict: mode(lostStrict, gotStrict),
  };
}

// In words ---------------------------------------------------------------------------------------------------------

/** "Relaxed 2 of 40, error rate 5.0% (95% CI 1.2 to 14.6)" */
function modeInWords(
  name: string,
  { lost, got, rate, interval }: AuditedMode,
  audited: number,
): string {
  return `${name} ${formatCount(lost + got)} of ${formatCount(audited)}, error rate ${formatShare(rate)}, 95% CI ${formatShareInterval(interval!.low, interval!.high)}`;
}

/**
 * What an audit found, in sentences: "Raters agree on 300 responses. The first 40 in random order were adjudicated blind;
 * verdicts that differ from the raters’: …".
 */
export function findingsInWords(audit: Omit<AuditOfCampaign, "campaign" | "campaignId">): string {
  const { agreed, audited, outOfOrder, changed, waiting, relaxed, strict } = audit;
  const were = (count: number) => (count === 1 ? "was" : "were");
  return [
    `Raters agree on ${countOf(agreed, "response")}.`,
    audited > 0
      ? `The first ${formatCount(audited)} in random order ${were(audited)} adjudicated blind; verdicts that differ from the raters’: ${modeInWords("Relaxed", relaxed, audited)}; ${modeInWords("Strict", strict, audited)}.`
      : outOfOrder === 0
        ? "None was adjudicated blind yet."
        : "",
    ...(changed === 0
      ? []
      : [`${countOf(changed, "blind verdict")} ${were(changed)} changed later.`]),
    ...(outOfOrder === 0
      ? []
      : [
          `${formatCount(outOfOrder)}${audited === 0 ? "" : " more"} ${were(outOfOrder)} adjudicated blind out of order and ${outOfOrder === 1 ? "doesn’t" : "don’t"} count until those before ${outOfOrder === 1 ? "it" : "them"} are adjudicated.`,
        ]),
    ...(waiting === null || waiting === 0
      ? []
      : [
          `${formatCount(waiting)} drawn ${waiting === 1 ? "one is" : "ones are"} still to be adjudicated.`,
        ]),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The same with the campaign, for notes. */
export function auditInWords(audit: AuditOfCampaign): string {
  return `Audit of ${audit.campaign}. ${findingsInWords(audit)}`;
}

/** What the numbers of an audit are, for notes and captions. */
export const AUDIT_NOTE =
  "Agreed: all ratings are in, two or more, with the same verdict in both modes and no one in doubt. Audited: the first of these in random order, adjudicated by someone who was not shown the ratings. Error rate: audited responses whose blind verdict differs from the raters’; its interval is for all agreed responses.";
