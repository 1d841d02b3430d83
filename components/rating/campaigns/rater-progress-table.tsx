import {
  Badge,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import type { CSSProperties } from "react";
import type { RaterProgress } from "@/lib/rating/campaigns/progress-queries";
import type { CampaignStatus } from "@/lib/rating/campaigns/schema";
import type { CampaignAlarms } from "@/lib/rating/alarms/queries";
import { PAUSED_WORDS } from "@/components/rating/alarms/words";
import { raterRatingsAddress } from "@/components/rating/rater-ratings/words";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import { ProgressBar } from "@/components/ui/progress-bar";
import { RaterMenu } from "./rater-menu";
import { addGoldAnswers, hoursWords } from "./labels";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { formatShareOf } from "@/lib/platform/numbers";

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

/** Where the table is wider than the page, what one can do about a rater stays in sight. */
const STAYS: CSSProperties = {
  position: "sticky",
  insetInlineEnd: 0,
  background: "var(--mantine-color-body)",
};

/** Renders each rater's progress, pace and agreement with others. */
export function RaterProgressTable({
  campaignId,
  status,
  raters,
  paused,
  gold,
  verdicts,
}: RaterProgressTableProps) {
  return (
    <TableScroll label="Rater progress">
      <Table miw={gold ? 940 : 860} verticalSpacing={8}>
        <TableThead>
          <TableTr>
            <TableTh scope="col" miw={150}>
              Rater
            </TableTh>
            <TableTh scope="col" w={130}>
              Done
            </TableTh>
            <TableTh scope="col" ta="end">
              Remaining
            </TableTh>
            <TableTh scope="col" ta="end" title="Ratings per active hour, excluding breaks">
              Pace
            </TableTh>
            <TableTh scope="col">Expected end</TableTh>
            {verdicts && (
              <TableTh scope="col" ta="end" title="With other raters of the same responses">
                Agreement, Relaxed / Strict
              </TableTh>
            )}
            <TableTh scope="col" ta="end">
              Flagged
            </TableTh>
            <TableTh scope="col" ta="end">
              Not sure
            </TableTh>
            {gold && (
              <TableTh
                scope="col"
                ta="end"
                title={
                  verdicts
                    ? "Gold items correct in both modes"
                    : "Answers about gold items that are right, or within the tolerance"
                }
              >
                {verdicts ? "Gold accuracy" : "Gold answers"}
              </TableTh>
            )}
            <TableTh scope="col" style={STAYS}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {raters.map((rater) => (
            <TableTr key={rater.raterId}>
              <TableTh scope="row" fw={400}>
                <LinkAnchor
                  href={raterRatingsAddress(campaignId, { rater: rater.raterId })}
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
                  <Badge
                    color="orange"
                    size="sm"
                    title={rater.conflicts.map((one) => one.label).join(", ")}
                  >
                    {countOf(rater.conflicts.length, "conflict")}
                  </Badge>
                )}
              </TableTh>
              <TableTd>
                <ProgressBar
                  done={rater.done}
                  of={rater.assigned}
                  label={`Items of ${rater.name}`}
                />
              </TableTd>
              <TableTd ta="end">{formatCount(rater.remaining)}</TableTd>
              <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                {rater.pace === null ? "–" : `${formatCount(Math.round(rater.pace))} / h`}
              </TableTd>
              <TableTd>
                {rater.remaining === 0 ? (
                  rater.assigned === 0 ? (
                    "–"
                  ) : (
                    "Done"
                  )
                ) : (
                  <>
                    <span style={{ whiteSpace: "nowrap" }}>
                      {rater.expectedEnd === null ? "Unknown" : formatDay(rater.expectedEnd)}
                    </span>
                    {rater.hoursLeft !== null && rater.hoursLeft >= SHORTEST_SAID && (
                      <Text fz="xs" c="dimmed">
                        {hoursWords(rater.hoursLeft)} of work
                      </Text>
                    )}
                  </>
                )}
              </TableTd>
              {verdicts && (
                <TableTd
                  ta="end"
                  style={{ whiteSpace: "nowrap" }}
                  title={`Relaxed ${rater.relaxed}, Strict ${rater.strict} of ${rater.pairs}`}
                >
                  {rater.pairs === 0 ? (
                    "–"
                  ) : (
                    <>
                      {formatShareOf(rater.relaxed, rater.pairs)} /{" "}
                      {formatShareOf(rater.strict, rater.pairs)}
                      <Text fz="xs" c="dimmed">
                        {countOf(rater.pairs, "pair")}
                      </Text>
                    </>
                  )}
                </TableTd>
              )}
              <TableTd ta="end">{formatCount(rater.flagged)}</TableTd>
              <TableTd ta="end">{formatCount(rater.lowConfidence)}</TableTd>
              {gold && !verdicts && (
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                  <GoldAnswersOf counts={rater.goldAnswers} />
                </TableTd>
              )}
              {gold && verdicts && (
                <TableTd
                  ta="end"
                  style={{ whiteSpace: "nowrap" }}
                  title={`Relaxed ${rater.gold.relaxed}, Strict ${rater.gold.strict} of ${rater.gold.judged}`}
                >
                  {rater.gold.judged === 0 ? "–" : `${rater.gold.both} of ${rater.gold.judged}`}
                </TableTd>
              )}
              <TableTd style={STAYS}>
                {status !== "closed" && rater.active && (
                  <RaterMenu
                    campaignId={campaignId}
                    rater={rater}
                    open={status === "open"}
                    paused={paused.some(({ raterId }) => raterId === rater.raterId)}
                  />
                )}
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
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
