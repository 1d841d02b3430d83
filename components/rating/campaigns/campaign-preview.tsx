"use client";

import {
  Alert,
  List,
  Loader,
  Paper,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { previewCampaign } from "@/lib/rating/campaigns/actions";
import type { CampaignChoices } from "@/lib/rating/campaigns/queries";
import type { CampaignPreview } from "@/lib/rating/campaigns/preview-queries";
import {
  ASSUMED_DISCORDANT,
  MAX_RATINGS,
  previewSchema,
  type CampaignPlan,
  type CitationFilterCounts,
} from "@/lib/rating/campaigns/schema";
import { CATEGORY_WORDS, HOPS_WORDS } from "@/components/dataset/questions/labels";
import { ITEM_WORDS } from "@/components/rating/protocols/labels";
import type { ProtocolChoice } from "@/lib/rating/protocols/queries";
import { MAX_RANKED, type Unit } from "@/lib/rating/protocols/vocabulary";
import { hoursWords } from "./labels";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { countOf, formatCount } from "@/lib/platform/format";
import { formatShare, formatWidth } from "@/lib/platform/numbers";

interface PreviewPanelProps {
  plan: CampaignPlan;
  choices: CampaignChoices;
  /** What raters are asked; not known where the plan's is no longer offered. */
  protocol: ProtocolChoice | undefined;
  counted: CountedPlan;
}

/** Renders the size of the plan, counted again while it is edited. */
export function CampaignPreviewPanel({
  plan,
  choices,
  protocol,
  counted: { preview, counting, failed },
}: PreviewPanelProps) {
  const unit = protocol?.unit ?? "response";
  const builtIn = protocol?.builtIn ?? false;
  const nameOf = (raterId: number) =>
    choices.raters.find((rater) => rater.raterId === raterId)?.name ?? "Someone";
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="comes-to" aria-busy={counting}>
      <Title order={2} id="comes-to" size="h3" mb="xs">
        Estimated workload {counting && <Loader size={12} aria-hidden />}
      </Title>
      {plan.runIds.length === 0 ? (
        <Text fz="sm" c="dimmed">
          Select a run to see the workload.
        </Text>
      ) : preview === null ? (
        <Text fz="sm" c="dimmed">
          {failed
            ? "Couldn't estimate the workload. You can still save the campaign."
            : "Counting…"}
        </Text>
      ) : (
        <>
          <div role="status">
            <Text>
              <b className="tabular">{formatCount(preview.responses)}</b>{" "}
              {preview.responses === 1 ? ITEM_WORDS[unit] : `${ITEM_WORDS[unit]}s`},{" "}
              <b className="tabular">{formatCount(preview.ratings)}</b>{" "}
              {preview.ratings === 1 ? "rating" : "ratings"}
            </Text>
            <Text fz="sm" c="dimmed">
              {preview.responses === preview.goldSampled
                ? "All are gold items"
                : preview.several > 0
                  ? `${countOf(preview.several, ITEM_WORDS[unit])} rated ${plan.ratingsPerResponse === 2 ? "twice" : `${plan.ratingsPerResponse} times`}`
                  : "One rating each"}
              {preview.gold > 0 &&
                `; ${countOf(preview.gold, "gold item")} for every rater (${countOf(preview.goldRatings, "rating")} of the above)`}
            </Text>
          </div>
          {preview.citations !== null && (
            <Text fz="sm" mt="xs">
              {citationWords(preview.citations)}
            </Text>
          )}
          {preview.responses === 0 &&
            (preview.citations === null || preview.citations.taken > 0) && (
              <Text fz="sm" mt="xs">
                {NOTHING_WORDS[unit]}
              </Text>
            )}
          {unit === "question" && plan.runIds.length > MAX_RANKED && (
            <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
              {MAX_RANKED} runs maximum: raters see the responses of all runs together. Remove runs.
            </Alert>
          )}
          {preview.ratings > MAX_RATINGS && (
            <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
              {formatCount(MAX_RATINGS)} ratings maximum per campaign. Reduce the sample.
            </Alert>
          )}
          {plan.raterIds.length > 0 && (plan.goldRate > 0 || preview.goldThereSampled > 0) && (
            <Text fz="sm" mt="xs">
              {goldWords(preview, plan.goldRate, protocol)}
            </Text>
          )}
          {preview.unassigned > 0 && plan.raterIds.length > 0 && (
            <Alert color="yellow" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
              {countOf(preview.unassigned, "rating")} can&apos;t be assigned: too few raters, or
              conflicts of interest. {preview.unassigned === 1 ? "It stays" : "They stay"}{" "}
              unassigned until you add an eligible rater.
            </Alert>
          )}
          {preview.raters.length > 0 && (
            <Table mt="sm" verticalSpacing={4} fz="sm">
              <TableThead>
                <TableTr>
                  <TableTh scope="col">Rater</TableTh>
                  <TableTh scope="col" ta="end">
                    Items
                  </TableTh>
                  <TableTh scope="col" ta="end">
                    Time
                  </TableTh>
                </TableTr>
              </TableThead>
              <TableTbody>
                {preview.raters.map((rater) => (
                  <TableTr key={rater.raterId}>
                    <TableTd>{nameOf(rater.raterId)}</TableTd>
                    <TableTd ta="end">{formatCount(rater.ratings + rater.gold)}</TableTd>
                    <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                      {hoursWords(rater.hours)}
                    </TableTd>
                  </TableTr>
                ))}
              </TableTbody>
            </Table>
          )}
          <Text fz="xs" c="dimmed" mt="xs">
            {preview.measured
              ? `Based on ${preview.secondsEach} s per rating (recent median).`
              : `Assumes ${preview.secondsEach} s per rating.`}
          </Text>
          {builtIn && preview.precision.halfWidth !== null && (
            <PrecisionNotes precision={preview.precision} />
          )}
          {preview.strata.length > 0 && (
            <details>
              <Text component="summary" fz="sm" mt="xs" style={{ cursor: "pointer" }}>
                Questions by category and hops
              </Text>
              <List fz="sm" mt={4} listStyleType="none">
                {preview.strata.map((stratum) => (
                  <List.Item key={`${stratum.category}/${stratum.hops}`}>
                    {CATEGORY_WORDS[stratum.category]}, {HOPS_WORDS[stratum.hops].toLowerCase()}:{" "}
                    <span className="tabular">
                      {formatCount(stratum.drawn)} of {formatCount(stratum.count)}
                    </span>
                  </List.Item>
                ))}
              </List>
            </details>
          )}
        </>
      )}
    </Paper>
  );
}

/** Why a sample has no items, by what is rated at a time. */
const NOTHING_WORDS: Record<Unit, string> = {
  response: "No responses match this sample.",
  reference: "No response of this sample has references. Choose runs whose responses have some.",
  question: "No question of this sample has responses of two runs. Choose more runs.",
  pair: "No question of this sample has responses of two runs. Choose more runs.",
};

/** How many responses the citation check takes, and of how many it cannot say it. */
function citationWords(counts: CitationFilterCounts): string {
  const { taken, decided, undecided, withoutReferences } = counts;
  const left = [
    undecided > 0 && `${countOf(undecided, "response")} with references but nothing to check`,
    withoutReferences > 0 && `${countOf(withoutReferences, "response")} without references`,
  ].filter((part) => part !== false);
  if (decided === 0) return "The citation check has nothing to go by: no response can be checked.";
  return `The citation check takes ${formatCount(taken)} of ${countOf(decided, "response")}${left.length === 0 ? "" : `; left out: ${left.join(", ")}`}.`;
}

/** How many gold responses there are, how many lie in the sample, and what becomes of these. */
function goldWords(
  { goldThere, goldThereSampled, gold, goldSampled }: CampaignPreview,
  rate: number,
  protocol: ProtocolChoice | undefined,
): string {
  const verdicts = protocol?.builtIn !== false;
  const item = ITEM_WORDS[protocol?.unit ?? "response"];
  if (goldThere === 0)
    return verdicts
      ? "No response to these releases has a gold verdict yet, so there are no gold items."
      : `No ${item} of these releases has gold answers under “${protocol.name}” yet, so there are no gold items.`;
  const there = `${countOf(goldThere, `gold ${item}`)} ${goldThere === 1 ? "exists" : "exist"} for these releases; ${formatCount(goldThereSampled)} of them ${goldThereSampled === 1 ? "is" : "are"} in the sample.`;
  if (goldThereSampled === 0) return `${there} Gold items are added to the sample.`;
  if (rate === 0) return `${there} Without gold items, they are rated like all others.`;
  const [used, rest] = [goldSampled, goldThereSampled - goldSampled];
  return [
    there,
    gold > goldSampled &&
      `${countOf(gold - goldSampled, "gold item")} from outside the sample ${gold - goldSampled === 1 ? "is" : "are"} added for quality control.`,
    used > 0 &&
      `${countOf(used, "gold item")} from the sample ${used === 1 ? "stays" : "stay"} in it: ${used === 1 ? "it counts" : "they count"} by ${verdicts ? `${used === 1 ? "its" : "their"} gold verdict` : "as many ratings as others"} and not toward agreement.`,
    rest > 0 && `${used > 0 ? "The others" : "Those in the sample"} are rated like all others.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Renders the expected precision of the results, and its assumptions. */
function PrecisionNotes({ precision }: { precision: CampaignPreview["precision"] }) {
  const { fewest, most, halfWidth, common, paired, unpaired } = precision;
  const several = paired !== null || unpaired !== null || common > 0;
  return (
    <div>
      <Text fz="sm" mt="xs">
        95% CI of an accuracy: <b className="tabular">± {formatWidth(halfWidth!)}</b> at 50% (
        {fewest === most
          ? `n = ${formatCount(fewest)}`
          : `the run with fewest responses, n = ${formatCount(fewest)}`}
        ).{" "}
        {paired !== null && (
          <>
            Smallest detectable difference between two runs:{" "}
            <b className="tabular">{formatWidth(paired)}</b> on {countOf(common, "shared question")}
            .
          </>
        )}
        {unpaired !== null && (
          <>
            Smallest detectable difference between two runs:{" "}
            <b className="tabular">{formatWidth(unpaired)}</b>; the runs share no questions.
          </>
        )}
      </Text>
      <Text fz="xs" c="dimmed">
        Wilson interval
        {several &&
          paired !== null &&
          `; McNemar’s test with ${POWER_WORDS}, if the two runs differ on ${formatShare(ASSUMED_DISCORDANT)} of the questions`}
        {unpaired !== null && `; test of two proportions around 50% with ${POWER_WORDS}`}. Assumes
        that every response gets a verdict and that questions are a random sample.
      </Text>
    </div>
  );
}

const POWER_WORDS = "80% power at the 5% level";

/** A preview of the plan at hand, or of the one before while this one is being counted. */
export interface CountedPlan {
  preview: CampaignPreview | null;
  counting: boolean;
  failed: boolean;
}

/** Counts a plan whenever it changes. @param conflicts changes with everything else that the count depends on */
export function usePreview(plan: CampaignPlan, conflicts: string): CountedPlan {
  const input = previewSchema.safeParse(plan);
  const key = input.success && plan.runIds.length > 0 ? JSON.stringify(input.data) : null;
  const asked = key === null ? null : `${key} ${conflicts}`;
  const [found, setFound] = useState<{ asked: string; preview: CampaignPreview | null } | null>(
    null,
  );
  useEffect(() => {
    if (key === null || asked === null) return;
    let current = true;
    // Someone who types a number is not asked about each of its digits.
    const timer = setTimeout(() => {
      void answerOf(previewCampaign(previewSchema.parse(JSON.parse(key))), UNREACHABLE).then(
        (result) => {
          // What could not be counted is not shown with the numbers of another plan.
          if (current) setFound({ asked, preview: result.ok ? result.value : null });
        },
      );
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, asked]);
  const counting = asked !== null && found?.asked !== asked;
  return {
    preview: found?.preview ?? null,
    counting,
    failed: !counting && asked !== null && found?.preview === null,
  };
}
