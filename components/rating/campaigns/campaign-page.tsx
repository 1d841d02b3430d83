import type { ReactNode } from "react";
import { Alert, Paper, Stack, Text, Title } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type {
  CampaignChoices,
  CampaignProgress,
  CampaignView,
} from "@/lib/rating/campaigns/queries";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { AddRater } from "./add-rater";
import classes from "./campaign-page.module.css";
import { ConflictMatrix } from "./conflict-matrix";
import { FollowUpNotice } from "./follow-up-notice";
import { JudgmentsChart } from "./judgments-chart";
import { RaterProgressTable } from "./rater-progress-table";
import { sampleWords, shareWords, TRUTH_WORDS } from "./labels";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

interface CampaignPageProps {
  campaign: CampaignView;
  progress: CampaignProgress;
  choices: CampaignChoices;
  /** How far its raters agree: a section, or nothing. */
  agreement: ReactNode;
}

/** A campaign that has been opened: how far it is, who does what, what it was planned as. */
export function CampaignPage({ campaign, progress, choices, agreement }: CampaignPageProps) {
  const { plan, status } = campaign;
  const missing = progress.ratings - progress.judged;
  const late =
    plan.deadline !== null &&
    missing > 0 &&
    (progress.today > plan.deadline ||
      (progress.expectedEnd !== null && progress.expectedEnd > plan.deadline));
  const joined = new Set(
    progress.raters.filter((rater) => rater.active).map((rater) => rater.raterId),
  );
  return (
    <Stack gap="xl">
      {progress.stale > 0 && (
        <FollowUpNotice campaignId={campaign.campaignId} stale={progress.stale} />
      )}
      {progress.unassigned > 0 && status !== "closed" && (
        <Alert
          color="yellow"
          icon={<IconUsers aria-hidden />}
          title={`${countOf(progress.unassigned, "rating")} unassigned`}
        >
          No rater in this campaign is eligible: each has already rated the response or has a
          conflict of interest. Add a rater to assign {progress.unassigned === 1 ? "it" : "them"}.
        </Alert>
      )}
      <dl className={classes.numbers} aria-label="Progress">
        <Figure
          name="Ratings"
          value={`${formatCount(progress.judged)} of ${formatCount(progress.ratings)}`}
          more={`${shareWords(progress.judged, progress.ratings)} done`}
        />
        <Figure
          name="Responses with all ratings"
          value={`${formatCount(progress.complete)} of ${formatCount(progress.tasks)}`}
          more={progress.gold > 0 ? goldWords(progress.gold, progress.goldSampled) : null}
        />
        <Figure
          name="Agreement, Relaxed"
          value={shareWords(progress.agreement.relaxed, progress.agreement.pairs)}
          more={
            progress.agreement.pairs === 0
              ? "No overlapping ratings yet"
              : `${formatCount(progress.agreement.relaxed)} of ${countOf(progress.agreement.pairs, "pair")}`
          }
        />
        <Figure
          name="Agreement, Strict"
          value={shareWords(progress.agreement.strict, progress.agreement.pairs)}
          more={
            progress.agreement.pairs === 0
              ? "No overlapping ratings yet"
              : `${formatCount(progress.agreement.strict)} of ${countOf(progress.agreement.pairs, "pair")}`
          }
        />
        <Figure
          name="Expected end"
          value={
            missing === 0
              ? "Done"
              : progress.expectedEnd === null
                ? "Not enough data"
                : formatDay(progress.expectedEnd)
          }
          more={
            plan.deadline === null
              ? "No deadline"
              : `Deadline ${formatDay(plan.deadline)}${late ? " · late" : ""}`
          }
          warn={late}
        />
      </dl>
      <section aria-labelledby="raters">
        <Title order={2} id="raters" mb="xs">
          Raters
        </Title>
        <RaterProgressTable
          campaignId={campaign.campaignId}
          status={status}
          raters={progress.raters}
          gold={progress.gold > 0}
        />
        {status !== "closed" && (
          <AddRater
            campaignId={campaign.campaignId}
            raters={choices.raters.filter((rater) => !joined.has(rater.raterId))}
          />
        )}
      </section>
      {agreement}
      <section aria-labelledby="days">
        <Title order={2} id="days" mb="xs">
          Ratings per day
        </Title>
        <JudgmentsChart progress={progress} />
      </section>
      <section aria-labelledby="plan">
        <Title order={2} id="plan" mb="xs">
          Plan
        </Title>
        <Paper withBorder p="md">
          <dl className={classes.plan}>
            <dt>Runs</dt>
            <dd>{campaign.runs.map((run) => `${run.label} on ${run.release}`).join("; ")}</dd>
            <dt>Sample</dt>
            <dd>{sampleWords(plan.sample)}</dd>
            <dt>Correct answers from</dt>
            <dd>{TRUTH_WORDS[plan.truth]}</dd>
            <dt>Ratings</dt>
            <dd>
              {plan.sample.kind === "stale"
                ? "Same overlap as the original campaign"
                : plan.ratingsPerResponse === 1
                  ? "1 per response"
                  : plan.overlap === null || plan.overlap >= progress.tasks
                    ? `${plan.ratingsPerResponse} per response`
                    : `${plan.ratingsPerResponse} per response for ${formatCount(plan.overlap)} responses, 1 for the rest`}
            </dd>
            <dt>Gold items</dt>
            <dd>{plan.goldRate === 0 ? "None" : `${plan.goldRate}% of each rater’s items`}</dd>
            <dt>Seed</dt>
            <dd className="tabular">{plan.seed}</dd>
            <dt>Discussions</dt>
            <dd>{plan.namesHidden ? "Names hidden" : "Names shown"}</dd>
            <dt>Adjudication</dt>
            <dd>
              {plan.ratersMayAdjudicate
                ? "Raters of the response allowed"
                : "Raters of the response excluded"}
            </dd>
            <dt>Opened</dt>
            <dd>
              {campaign.openedAt === null ? "–" : <LocalTime iso={campaign.openedAt} />}, created by{" "}
              {campaign.createdBy}
            </dd>
            {campaign.follows && (
              <>
                <dt>Follow-up to</dt>
                <dd>
                  <LinkAnchor
                    href={`/campaigns/${campaign.follows.campaignId}`}
                    inherit
                    underline="always"
                  >
                    {campaign.follows.name}
                  </LinkAnchor>
                </dd>
              </>
            )}
            {campaign.followUps.length > 0 && (
              <>
                <dt>Follow-ups</dt>
                <dd>
                  {campaign.followUps.map((one) => (
                    <LinkAnchor
                      key={one.campaignId}
                      href={`/campaigns/${one.campaignId}`}
                      inherit
                      underline="always"
                      mr="sm"
                    >
                      {one.name}
                    </LinkAnchor>
                  ))}
                </dd>
              </>
            )}
            {plan.instructions !== "" && (
              <>
                <dt>Instructions</dt>
                <dd style={{ whiteSpace: "pre-wrap" }}>{plan.instructions}</dd>
              </>
            )}
          </dl>
        </Paper>
        {status !== "closed" && (
          <Stack mt="md">
            <ConflictMatrix choices={choices} runIds={plan.runIds} raterIds={[...joined]} />
          </Stack>
        )}
      </section>
    </Stack>
  );
}

function goldWords(gold: number, sampled: number): string {
  if (sampled === 0) return `plus ${countOf(gold, "gold item")}`;
  return sampled === gold
    ? `including ${countOf(gold, "gold item")}`
    : `including ${countOf(sampled, "gold item")}, plus ${formatCount(gold - sampled)} more`;
}

function Figure({
  name,
  value,
  more,
  warn = false,
}: {
  name: string;
  value: string;
  more: string | null;
  warn?: boolean;
}) {
  return (
    <div>
      <Text component="dt" fz="sm" c="dimmed">
        {name}
      </Text>
      <dd>
        <b className={classes.value}>{value}</b>
        {more !== null && (
          <Text fz="sm" c={warn ? "red" : "dimmed"} fw={warn ? 600 : 400}>
            {more}
          </Text>
        )}
      </dd>
    </div>
  );
}
