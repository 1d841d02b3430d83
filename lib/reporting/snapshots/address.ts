/**
 * The state of what a report is computed from: the greatest id of each table that it reads, 0 for none. All of them are
 * append-only, so that what was there stays there, and the same state gives the same numbers for ever.
 */
export interface ReportState {
  judgments: number;
  adjudications: number;
  /** Automatic verdicts. */
  automatic: number;
  /** Responses: a run may get more of them later. */
  responses: number;
  /** What the state holds of the tables that reports read since they count by the truth; null: an address from before, which holds what was there when that began. */
  since: LaterState | null;
}

/** The greatest ids that states from before 22 Nov 2026 do not name. */
export interface LaterState {
  /** Gold verdicts. */
  gold: number;
  /** Tasks: a campaign that opens later may make a response gold. */
  tasks: number;
  /** Revisions: an import may bring answers of a past day later. */
  revisions: number;
}

/** As an address says it: "812.14.1600.800.5.3200.610". */
export function writeState({
  judgments,
  adjudications,
  automatic,
  responses,
  since,
}: ReportState): string {
  return [
    judgments,
    adjudications,
    automatic,
    responses,
    ...(since === null ? [] : [since.gold, since.tasks, since.revisions]),
  ].join(".");
}
