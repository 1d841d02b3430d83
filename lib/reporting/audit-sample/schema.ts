import type { ReportTruth } from "@/lib/reporting/snapshots/schema";

/** What an audit found in one mode. */
export interface AuditedMode {
  /** Audited responses whose adjudicated verdict is another than the raters': those that lost credit, and those that got it. */
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
   * Responses on which raters agree: all wanted ratings are in, at least two, with the same verdict in both modes and no
   * one in doubt; none that is gold, and none that was adjudicated for another reason. By the report's correct answers.
   */
  agreed: number;
  /** Of these, drawn and adjudicated by someone who did not see the ratings. */
  audited: number;
  /** Audited ones whose verdict was corrected or replaced behind it. */
  corrected: number;
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
