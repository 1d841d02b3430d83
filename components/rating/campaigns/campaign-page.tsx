import type { ReactNode } from "react";
import { Alert, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { CampaignChoices, CampaignView } from "@/lib/rating/campaigns/queries";
import type { CampaignProgress } from "@/lib/rating/campaigns/progress-queries";
import type { CampaignAlarms } from "@/lib/rating/alarms/queries";
import { AlarmList } from "@/components/rating/alarms/alarm-list";
import { RatersMenu } from "@/components/rating/assignment/raters-menu";
import { AlarmSettings } from "@/components/rating/alarms/alarm-settings";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { ITEM_WORDS } from "@/components/rating/protocols/labels";
import { AddRater } from "./add-rater";
import classes from "./campaign-page.module.css";
import { ConflictMatrix } from "./conflict-matrix";
import { FollowUpNotice } from "./follow-up-notice";
import { GoldAnswersTable } from "./gold-answers-table";
import { JudgmentsChart } from "./judgments-chart";
import { RaterProgressTable } from "./rater-progress-table";
import { sampleWords, TRUTH_WORDS } from "./labels";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { formatShareOf } from "@/lib/platform/numbers";

interface CampaignPageProps {
  campaign: CampaignView;
  progress: CampaignProgress;
  alarms: CampaignAlarms;
  choices: CampaignChoices;
  /** How far its raters agree: a section, or nothing. */
  agreement: ReactNode;
  /** What of it is audited: a section, or nothing. */
  audit: ReactNode;
}

/** A campaign that has been opened: how far it is, who does what, what it was planned as. */
export function CampaignPage(props: CampaignPageProps) {
  const { campaign, progress, alarms, choices, agreement, audit } = props;
  const { plan, protocol, status } = campaign;
  const item = ITEM_WORDS[protocol.unit];
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
      <AlarmList campaignId={campaign.campaignId} alarms={alarms} />
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
          more={`${formatShareOf(progress.judged, progress.ratings)} done`}
        />
        <Figure
          name={`${item.slice(0, 1).toUpperCase()}${item.slice(1)}s with all ratings`}
          value={`${formatCount(progress.complete)} of ${formatCount(progress.tasks)}`}
          more={progress.gold > 0 ? goldWords(progress.gold, progress.goldSampled) : null}
        />
        {protocol.builtIn && <AgreementFigures agreement={progress.agreement} />}
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
        <Group justify="space-between" mb="xs">
          <Title order={2} id="raters">
            Raters
          </Title>
          {status !== "closed" && (
            <Group gap="xs">
              <RatersMenu
                campaignId={campaign.campaignId}
                now={{
                  ratingsPerResponse: plan.ratingsPerResponse,
                  overlap: plan.ratingsPerResponse === 1 ? null : plan.overlap,
                  items: progress.tasks,
                  raters: progress.raters.filter((rater) => rater.active),
                }}
              />
              <AlarmSettings campaignId={campaign.campaignId} settings={alarms} />
            </Group>
          )}
        </Group>
        <RaterProgressTable
          campaignId={campaign.campaignId}
          status={status}
          raters={progress.raters}
          paused={alarms.paused}
          gold={progress.gold > 0}
          verdicts={protocol.builtIn}
        />
        {!protocol.builtIn && progress.gold > 0 && (
          <GoldAnswersTable questions={protocol.definition.questions} raters={progress.raters} />
        )}
        {status !== "closed" && (
          <AddRater
            campaignId={campaign.campaignId}
            raters={choices.raters.filter((rater) => !joined.has(rater.raterId))}
          />
        )}
      </section>
      {protocol.builtIn ? (
        agreement
      ) : (
        <Text fz="sm">
          Figures of this protocol, agreement included, are in{" "}
          <LinkAnchor
            href={`/reports/protocols?campaign=${campaign.campaignId}`}
            inherit
            underline="always"
          >
            its report
          </LinkAnchor>
          . Ratings under it are not part of accuracy by Relaxed and Strict.
        </Text>
      )}
      {audit}
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
            <dt>Protocol</dt>
            <dd>
              <LinkAnchor href={`/protocols/${protocol.protocolId}`} inherit underline="always">
                {protocol.name}
              </LinkAnchor>
              , version {protocol.number}
            </dd>
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
                  ? `1 per ${item}`
                  : plan.overlap === null || plan.overlap >= progress.tasks
                    ? `${plan.ratingsPerResponse} per ${item}`
                    : `${plan.ratingsPerResponse} per ${item} for ${countOf(plan.overlap, item)}, 1 for the rest`}
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

/** How often two raters say the same, by mode. */
function AgreementFigures({ agreement }: Pick<CampaignProgress, "agreement">) {
  const { pairs } = agreement;
  return (["relaxed", "strict"] as const).map((mode) => (
    <Figure
      key={mode}
      name={mode === "relaxed" ? "Agreement, Relaxed" : "Agreement, Strict"}
      value={formatShareOf(agreement[mode], pairs)}
      more={
        pairs === 0
          ? "No overlapping ratings yet"
          : `${formatCount(agreement[mode])} of ${countOf(pairs, "pair")}`
      }
    />
  ));
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
