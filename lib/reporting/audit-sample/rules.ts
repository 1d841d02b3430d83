import { countOf, formatCount } from "@/lib/platform/format";
import { formatShare, formatShareInterval } from "@/lib/platform/numbers";
import { finiteShare } from "@/lib/statistics/finite-share";
import type { AuditedMode, AuditOfCampaign } from "./schema";

/** Agreed responses of a campaign, counted by what the audit made of them. */
export interface CountedAudit {
  campaignId: number;
  campaign: string;
  agreed: number;
  audited: number;
  corrected: number;
  waiting: number;
  lostRelaxed: number;
  gotRelaxed: number;
  lostStrict: number;
  gotStrict: number;
}

/**
 * What an audit found: in each mode the error rate, which is the share of audited responses whose adjudicated verdict is
 * another than the raters'. What was audited is a random part of what raters agree on, so its share is an estimate of the
 * whole, with `finiteShare`'s interval.
 * @param current the report is as of now
 */
export function auditOf(counted: CountedAudit, current: boolean): AuditOfCampaign {
  const { campaignId, campaign, agreed, audited, corrected, waiting } = counted;
  const mode = (lost: number, got: number): AuditedMode => ({
    lost,
    got,
    rate: audited === 0 ? null : (lost + got) / audited,
    interval: finiteShare(lost + got, audited, agreed),
  });
  return {
    campaignId,
    campaign,
    agreed,
    audited,
    corrected,
    waiting: current ? waiting : null,
    relaxed: mode(counted.lostRelaxed, counted.gotRelaxed),
    strict: mode(counted.lostStrict, counted.gotStrict),
  };
}

// In words ---------------------------------------------------------------------------------------------------------

/** "Relaxed 2 of 40, error rate 5.0% (95% CI 1.2 to 14.6)" */
function modeInWords(
  name: string,
  { lost, got, rate, interval }: AuditedMode,
  audited: number,
): string {
  return `${name} ${formatCount(lost + got)} of ${formatCount(audited)}, error rate ${formatShare(rate!)}, 95% CI ${formatShareInterval(interval!.low, interval!.high)}`;
}

/** What an audit found, in sentences: "Raters agree on 300 responses, of which 40, …". */
export function findingsInWords(audit: Omit<AuditOfCampaign, "campaign" | "campaignId">): string {
  const { agreed, audited, waiting, corrected, relaxed, strict } = audit;
  const left =
    waiting === null || waiting === 0
      ? ""
      : ` ${formatCount(waiting)} drawn ${waiting === 1 ? "one is" : "ones are"} still to be adjudicated.`;
  const whole = `Raters agree on ${countOf(agreed, "response")}`;
  if (audited === 0) return `${whole}; none adjudicated blind yet.${left}`;
  const behind =
    corrected === 0 ? "" : ` ${countOf(corrected, "verdict")} changed after the blind one.`;
  return `${whole}, of which ${formatCount(audited)}, drawn at random, ${audited === 1 ? "was" : "were"} adjudicated blind. Verdicts that differ from the raters’: ${modeInWords("Relaxed", relaxed, audited)}; ${modeInWords("Strict", strict, audited)}.${behind}${left}`;
}

/** The same with the campaign, for notes. */
export function auditInWords(audit: AuditOfCampaign): string {
  return `Audit of ${audit.campaign}. ${findingsInWords(audit)}`;
}

/** What the numbers of an audit are, for notes and captions. */
export const AUDIT_NOTE =
  "Agreed: all ratings are in, two or more, with the same verdict in both modes and no one in doubt. Audited: drawn at random from these and adjudicated by someone who did not see the ratings. Error rate: audited responses whose adjudicated verdict differs from the raters’; its interval is for all agreed responses.";
