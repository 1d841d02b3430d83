import type { ReportTruth } from "@/lib/reporting/snapshots/schema";

/** What an audit found in one mode. */
export interface AuditedMode {
  /** Audited responses whose verdict is another than the raters': those that lost credit, and those that got it. */
  lost: number;
  got: number;
  /** Their share of the audited; null without any. */
  rate: number | null;
  /** 95%, for the share of all responses on which raters agree; null without an audited one. */
  interval: { low: number; high: number } | null;
}

/** The audit of a campaign, as far as a report is of it. */
export interface AuditOfCampaign {
  campaignId: number;
  campaign: string;
  /**
   * Responses on which raters agree: as many ratings as the campaign gives, at least two, with the same verdict in both
   * modes and no one in doubt; none that is gold, and none that was adjudicated for another reason. By the report's correct
   * answers.
   */
  agreed: number;
  /**
   * Of these, the first in random order, up to the first that has no verdict: adjudicated by someone who did not see the
   * ratings. So they are a random sample, whenever each came to be drawn, and whatever the rate was then.
   */
  audited: number;
  /** Adjudicated blind too, behind one that is not yet: they do not count before it is. */
  outOfOrder: number;
  /** Audited ones whose verdict was corrected to another, or replaced by one, later; the blind one counts here. */
  changed: number;
  /** Drawn and not adjudicated yet; null: the report is of a past state, of which that is not known. */
  waiting: number | null;
  relaxed: AuditedMode;
  strict: AuditedMode;
}

/** A campaign's audit as its page shows it. */
export interface CampaignAudit {
  /** Of a hundred responses on which raters agree, how many are drawn. Null: there was no audit yet. */
  rate: number | null;
  /** Which answers are the correct ones. */
  truth: ReportTruth;
  /** Null: there was no audit, or raters agree on no response yet. */
  found: AuditOfCampaign | null;
}
