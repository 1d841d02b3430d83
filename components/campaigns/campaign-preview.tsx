"use client";

import { Alert, List, Loader, Paper, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { previewCampaign } from "@/lib/campaigns/actions";
import type { CampaignChoices, CampaignPreview } from "@/lib/campaigns/queries";
import { MAX_RATINGS, previewSchema, type CampaignPlan } from "@/lib/campaigns/schema";
import { countOf } from "@/lib/questions/rules";
import { CATEGORY_WORDS, HOPS_WORDS } from "../questions/words";
import { formatCount } from "../ui/format";
import { hoursWords } from "./words";

interface PreviewPanelProps {
  plan: CampaignPlan;
  choices: CampaignChoices;
  /** Goes up with each conflict that is stated or withdrawn here. */
  conflictChanges: number;
}

/** What the plan comes to, counted anew while it is edited. */
export function CampaignPreviewPanel({ plan, choices, conflictChanges }: PreviewPanelProps) {
  // Conflicts are no part of the plan, and change what it comes to.
  const { preview, counting, failed } = usePreview(plan, `${JSON.stringify(choices.conflicts)} ${conflictChanges}`);
  const nameOf = (raterId: number) => choices.raters.find((rater) => rater.raterId === raterId)?.name ?? "Somebody";
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="comes-to" aria-busy={counting}>
      <Title order={2} id="comes-to" size="h3" mb="xs">What it comes to {counting && <Loader size={12} aria-hidden />}</Title>
      {plan.runIds.length === 0 ? <Text fz="sm" c="dimmed">Choose a run to see how much there is to judge.</Text>
        : preview === null ? <Text fz="sm" c="dimmed">{failed ? "It could not be counted just now. The plan can be saved all the same." : "Counting …"}</Text>
        : (
          <>
            <div role="status">
              <Text><b className="tabular">{formatCount(preview.responses)}</b> {preview.responses === 1 ? "response" : "responses"}, <b className="tabular">{formatCount(preview.ratings)}</b> {preview.ratings === 1 ? "rating" : "ratings"}</Text>
              <Text fz="sm" c="dimmed">
                {preview.several > 0 ? `${countOf(preview.several, "response")} judged ${plan.ratingsPerResponse === 2 ? "twice" : `${plan.ratingsPerResponse} times`}` : "Each judged once"}
                {preview.gold > 0 && `; ${countOf(preview.gold, "gold item")} for every rater`}
              </Text>
            </div>
            {preview.responses === 0 && <Text fz="sm" mt="xs">No response of these runs is in the sample.</Text>}
            {preview.ratings > MAX_RATINGS && <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />}>A campaign may have at most {formatCount(MAX_RATINGS)} ratings. Take fewer.</Alert>}
            {plan.goldRate > 0 && preview.goldThere === 0 && <Text fz="sm" mt="xs">No response to these releases is marked as gold yet, so none is mixed in.</Text>}
            {preview.unassigned > 0 && plan.raterIds.length > 0 && (
              <Alert color="yellow" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
                {countOf(preview.unassigned, "rating")} {preview.unassigned === 1 ? "has" : "have"} no rater: too few are chosen, or they have conflicts. They wait until somebody joins who may give them.
              </Alert>
            )}
            {preview.raters.length > 0 && (
              <Table mt="sm" verticalSpacing={4} fz="sm">
                <TableThead><TableTr><TableTh scope="col">Rater</TableTh><TableTh scope="col" ta="end">Items</TableTh><TableTh scope="col" ta="end">Time</TableTh></TableTr></TableThead>
                <TableTbody>
                  {preview.raters.map((rater) => (
                    <TableTr key={rater.raterId}>
                      <TableTd>{nameOf(rater.raterId)}</TableTd>
                      <TableTd ta="end">{formatCount(rater.ratings + rater.gold)}</TableTd>
                      <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>{hoursWords(rater.hours)}</TableTd>
                    </TableTr>
                  ))}
                </TableTbody>
              </Table>
            )}
            <Text fz="xs" c="dimmed" mt="xs">{preview.measured ? `At ${preview.secondsEach} seconds a judgment, as the last ones took.` : `At ${preview.secondsEach} seconds a judgment, until there are judgments to go by.`}</Text>
            {preview.strata.length > 0 && (
              <details>
                <Text component="summary" fz="sm" mt="xs" style={{ cursor: "pointer" }}>Questions by category and hops</Text>
                <List fz="sm" mt={4} listStyleType="none">
                  {preview.strata.map((stratum) => (
                    <List.Item key={`${stratum.category}/${stratum.hops}`}>{CATEGORY_WORDS[stratum.category]}, {HOPS_WORDS[stratum.hops].toLowerCase()}: <span className="tabular">{formatCount(stratum.drawn)} of {formatCount(stratum.count)}</span></List.Item>
                  ))}
                </List>
              </details>
            )}
          </>
        )}
    </Paper>
  );
}

function usePreview(plan: CampaignPlan, conflicts: string): { preview: CampaignPreview | null; counting: boolean; failed: boolean } {
  const input = previewSchema.safeParse(plan);
  const key = input.success && plan.runIds.length > 0 ? JSON.stringify(input.data) : null;
  const asked = key === null ? null : `${key} ${conflicts}`;
  const [found, setFound] = useState<{ asked: string; preview: CampaignPreview | null } | null>(null);
  useEffect(() => {
    if (key === null || asked === null) return;
    let current = true;
    // Somebody who types a number is not asked about each of its digits.
    const timer = setTimeout(() => {
      void previewCampaign(previewSchema.parse(JSON.parse(key))).catch(() => null).then((result) => {
        if (current) setFound((before) => ({ asked, preview: result?.ok ? result.value : before?.preview ?? null }));
      });
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, asked]);
  const counting = asked !== null && found?.asked !== asked;
  return { preview: found?.preview ?? null, counting, failed: !counting && asked !== null && found?.preview === null };
}
