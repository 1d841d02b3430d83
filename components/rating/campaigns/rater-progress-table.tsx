import { Badge, Text } from "@mantine/core";
import type { RaterProgress } from "@/lib/rating/campaigns/progress-queries";
import type { CampaignStatus } from "@/lib/rating/campaigns/schema";
import type { CampaignAlarms } from "@/lib/rating/alarms/queries";
import { PAUSED_WORDS } from "@/components/rating/alarms/words";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable, type ListColumn } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { ProgressBar } from "@/components/ui/progress-bar";
import { RaterMenu } from "./rater-menu";
import { addGoldAnswers, hoursWords } from "./labels";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { formatShareOf } from "@/lib/platform/numbers";
import { raterRatingsPage } from "@/lib/rating/rater-ratings/address";

interface RaterProgressTableProps {
  campaignId: number;
  status: CampaignStatus;
  raters: RaterProgress[];
  paused: CampaignAlarms["paused"];
  gold: boolean;
  /** Raters give verdicts by Relaxed and Strict. */
  verdicts: boolean;
}

/** Less work than this is not said beside a date: a minute in hours. */
const SHORTEST_SAID = 1 / 60;

/** Renders each rater's progress, pace and agreement with others. */
export function RaterProgressTable({
  campaignId,
  status,
  raters,
  paused,
  gold,
  verdicts,
}: RaterProgressTableProps) {
  const agreement: ListColumn<RaterProgress> = {
    title: "Agreement, Relaxed / Strict",
    meaning: "With other raters of the same responses",
    as: "number",
    cell: ({ relaxed, strict, pairs }) =>
      pairs === 0 ? (
        "–"
      ) : (
        <span title={`Relaxed ${relaxed}, Strict ${strict} of ${pairs}`}>
          {formatShareOf(relaxed, pairs)} / {formatShareOf(strict, pairs)}
          <Text fz="xs" c="dimmed">
            {countOf(pairs, "pair")}
          </Text>
        </span>
      ),
  };
  const goldAccuracy: ListColumn<RaterProgress> = verdicts
    ? {
        title: "Gold accuracy",
        meaning: "Gold items correct in both modes",
        as: "number",
        cell: ({ gold: { both, judged, relaxed, strict } }) =>
          judged === 0 ? (
            "–"
          ) : (
            <span title={`Relaxed ${relaxed}, Strict ${strict} of ${judged}`}>
              {both} of {judged}
            </span>
          ),
      }
    : {
        title: "Gold answers",
        meaning: "Answers about gold items that are right, or within the tolerance",
        as: "number",
        cell: ({ goldAnswers }) => <GoldAnswersOf counts={goldAnswers} />,
      };
  const actions: ListColumn<RaterProgress> = {
    title: "Actions",
    untitled: true,
    cell: (rater) =>
      rater.active && (
        <RaterMenu
          campaignId={campaignId}
          rater={rater}
          open={status === "open"}
          paused={paused.some(({ raterId }) => raterId === rater.raterId)}
        />
      ),
  };
  return (
    <ListTable
      label="Rater progress"
      minWidth={gold ? 940 : 860}
      rows={raters}
      rowKey={({ raterId }) => raterId}
      columns={[
        {
          title: "Rater",
          heading: true,
          minWidth: 150,
          cell: (rater) => <Rater campaignId={campaignId} rater={rater} paused={paused} />,
        },
        {
          title: "Done",
          minWidth: 130,
          cell: ({ name, done, assigned }) => (
            <ProgressBar done={done} of={assigned} label={`Items of ${name}`} />
          ),
        },
        { title: "Remaining", as: "number", cell: ({ remaining }) => formatCount(remaining) },
        {
          title: "Pace",
          meaning: "Ratings per active hour, excluding breaks",
          as: "number",
          cell: ({ pace }) => (pace === null ? "–" : `${formatCount(Math.round(pace))} / h`),
        },
        { title: "Expected end", as: "line", cell: (rater) => <ExpectedEnd of={rater} /> },
        ...(verdicts ? [agreement] : []),
        { title: "Flagged", as: "number", cell: ({ flagged }) => formatCount(flagged) },
        {
          title: "Not sure",
          as: "number",
          cell: ({ lowConfidence }) => formatCount(lowConfidence),
        },
        ...(gold ? [goldAccuracy] : []),
        ...(status === "closed" ? [] : [actions]),
      ]}
    />
  );
}

/** Who it is, when they last rated, and what keeps them from it. */
function Rater({
  campaignId,
  rater,
  paused,
}: {
  campaignId: number;
  rater: RaterProgress;
  paused: CampaignAlarms["paused"];
}) {
  return (
    <>
      <LinkAnchor
        href={raterRatingsPage.href({ id: campaignId, rater: rater.raterId })}
        fw={550}
        style={{ whiteSpace: "nowrap" }}
      >
        {rater.name}
      </LinkAnchor>
      <Text fz="xs" c="dimmed">
        Rater {rater.number}
        {rater.lastJudgedAt !== null && (
          <>
            , last <LocalTime iso={rater.lastJudgedAt} />
          </>
        )}
      </Text>
      {!rater.active && (
        <Badge color="gray" size="sm">
          Removed
        </Badge>
      )}
      {paused
        .filter(({ raterId }) => raterId === rater.raterId)
        .map(({ raterId, because }) => (
          <Badge key={raterId} color="orange" size="sm">
            {PAUSED_WORDS[because]}
          </Badge>
        ))}
      {rater.active && !rater.qualified && (
        <Badge color="yellow" size="sm">
          Not qualified yet
        </Badge>
      )}
      {rater.conflicts.length > 0 && (
        <Badge color="orange" size="sm" title={rater.conflicts.map((one) => one.label).join(", ")}>
          {countOf(rater.conflicts.length, "conflict")}
        </Badge>
      )}
    </>
  );
}

function ExpectedEnd({
  of: { remaining, assigned, expectedEnd, hoursLeft },
}: {
  of: RaterProgress;
}) {
  if (remaining === 0) return assigned === 0 ? "–" : "Done";
  return (
    <>
      {expectedEnd === null ? "Unknown" : formatDay(expectedEnd)}
      {hoursLeft !== null && hoursLeft >= SHORTEST_SAID && (
        <Text fz="xs" c="dimmed">
          {hoursWords(hoursLeft)} of work
        </Text>
      )}
    </>
  );
}

function GoldAnswersOf({ counts }: { counts: RaterProgress["goldAnswers"] }) {
  const { answers, right } = addGoldAnswers(counts);
  if (answers === 0) return "–";
  return (
    <>
      {formatShareOf(right, answers)}
      <Text fz="xs" c="dimmed">
        {formatCount(right)} of {countOf(answers, "answer")}
      </Text>
    </>
  );
}
