import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { protocolForCampaign } from "@/lib/rating/protocols/queries";
import { db, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Category, Hops } from "@/lib/dataset/questions/vocabulary";
import { storeCitationChecks } from "@/lib/runs/references/writes";
import { detectablePaired, detectableUnpaired, wilsonHalfWidth } from "@/lib/statistics/planning";
import { planNumbers, type PlanNumbers } from "./rules";
import {
  ASSUMED_DISCORDANT,
  ASSUMED_SECONDS,
  type CitationFilterCounts,
  type PreviewInput,
} from "./schema";
import { countCitationFilter, goldSourceOf, planCampaign } from "./drawing-writes";

/** What a plan comes to, before anything is written. */
export interface CampaignPreview extends Omit<PlanNumbers, "raters"> {
  /** Of a random sample: how many questions of each stratum, and how many there are. */
  strata: { category: Category; hops: Hops; count: number; drawn: number }[];
  /** Gold responses to choose from, and how many of these lie in the sample. */
  goldThere: number;
  goldThereSampled: number;
  raters: { raterId: number; ratings: number; gold: number; hours: number }[];
  /** What a judgment has needed so far, or is taken to need. */
  secondsEach: number;
  /** Whether that was measured. */
  measured: boolean;
  precision: PlannedPrecision;
  /** Null: the plan does not go by the citation check. */
  citations: CitationFilterCounts | null;
  /** Names this plan: opening compares it. */
  fingerprint: string;
}

/** What the results of a plan will be able to show. Proportions, 0 to 1. */
interface PlannedPrecision {
  /** Responses of the run with the fewest and of the one with the most. */
  fewest: number;
  most: number;
  /** Half the width of the 95% interval of an accuracy of 50%, of the run with the fewest responses; null without one. */
  halfWidth: number | null;
  /** Questions that each of the runs has a response to. */
  common: number;
  /** The smallest difference of two runs that is likely found: on the questions of both; null: none, or one run only. */
  paired: number | null;
  /** The same where the runs have no question in common. */
  unpaired: number | null;
}

/** Counts what a plan comes to: what opening it then writes. */
export async function previewCampaign(actor: Actor, plan: PreviewInput): Promise<CampaignPreview> {
  authorize(actor, "campaigns.manage");
  const { protocolVersionId } = plan;
  if (plan.sample.citations !== null) await storeCitationChecks(plan.runIds);
  const [[planned, citations], pace] = await Promise.all([
    transaction(
      async (tx) => {
        const protocol = await protocolForCampaign(tx, protocolVersionId);
        if (protocol === null) throw new NotFound("This protocol");
        const goldSource = await goldSourceOf(tx, protocolVersionId);
        const choice = { ...plan, definition: protocol.definition, goldSource };
        return [await planCampaign(tx, choice), await countCitationFilter(tx, choice)] as const;
      },
      { timeoutMs: 60_000, readOnly: true },
    ),
    readUsualSeconds(protocolVersionId),
  ]);
  const { strata, goldThere, goldThereSampled, common, fingerprint } = planned;
  const numbers = planNumbers(planned.groups, planned.shares, plan.raterIds);
  return {
    ...numbers,
    strata: plan.sample.kind === "random" ? strata : [],
    goldThere,
    goldThereSampled,
    citations,
    fingerprint,
    raters: numbers.raters.map((rater) => ({
      ...rater,
      hours: ((rater.ratings + rater.gold) * pace.secondsEach) / 3_600,
    })),
    ...pace,
    precision: precisionOf(
      numbers.byRun.map((run) => run.responses),
      plan.runIds.length,
      common,
    ),
  };
}

function precisionOf(sizes: readonly number[], runs: number, common: number): PlannedPrecision {
  const [fewest, most] = sizes.length === 0 ? [0, 0] : [Math.min(...sizes), Math.max(...sizes)];
  const compared = runs > 1 && sizes.length > 1;
  return {
    fewest,
    most,
    common,
    halfWidth: wilsonHalfWidth(fewest, 0.5),
    paired: compared && common > 0 ? detectablePaired(common, ASSUMED_DISCORDANT) : null,
    unpaired: compared && common === 0 ? detectableUnpaired(fewest, most) : null,
  };
}

/** What a judgment under a protocol, whichever version, usually takes, from the last ones that were made. */
async function readUsualSeconds(
  protocolVersionId: number,
): Promise<{ secondsEach: number; measured: boolean }> {
  const [row] = await db.$queryRaw<{ count: number; seconds: number | null }[]>`
    SELECT count(*)::int AS count, (percentile_cont(0.5) WITHIN GROUP (ORDER BY active_ms) / 1000)::float8 AS seconds
    FROM (SELECT j.active_ms FROM judgments j WHERE j.campaign_id IN (
        SELECT c.id FROM campaigns c JOIN protocol_versions v ON v.id = c.protocol_version_id
        WHERE v.protocol_id = (SELECT protocol_id FROM protocol_versions WHERE id = ${protocolVersionId}))
      ORDER BY j.id DESC LIMIT 2000) last`;
  const measured = row!.count >= 20 && (row!.seconds ?? 0) > 0;
  return { secondsEach: measured ? Math.round(row!.seconds!) : ASSUMED_SECONDS, measured };
}
