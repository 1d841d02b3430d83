"use client";

import {
  Checkbox,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { stateConflict, withdrawConflict } from "@/lib/rating/campaigns/actions";
import type { CampaignChoices } from "@/lib/rating/campaigns/queries";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { TableScroll } from "@/components/ui/table-scroll";
import { useCommand } from "@/components/ui/use-command";

/** Who must not judge which run. A tick holds at once and for every campaign: it is a fact about the two. */
export function ConflictMatrix({
  choices,
  runIds,
  raterIds,
  onChanged,
}: {
  choices: Pick<CampaignChoices, "runs" | "raters" | "conflicts">;
  runIds: readonly number[];
  raterIds: readonly number[];
  onChanged?: () => void;
}) {
  const router = useRouter();
  const [asked, setAsked] = useState<ReadonlyMap<string, boolean>>(new Map());
  // A tick shows at once, and goes back if it could not be saved.
  const show = ({ raterId, runId }: { raterId: number; runId: number }, conflict: boolean) =>
    setAsked((before) => new Map(before).set(`${raterId}/${runId}`, conflict));
  const title = "Conflict not saved";
  const onDone = () => {
    onChanged?.();
    router.refresh();
  };
  const state = useCommand(stateConflict, {
    title,
    onDone,
    onRefused: (_, of) => show(of, false),
  });
  const withdraw = useCommand(withdrawConflict, {
    title,
    onDone,
    onRefused: (_, of) => show(of, true),
  });
  const runs = choices.runs.filter((run) => runIds.includes(run.runId));
  const raters = choices.raters.filter((rater) => raterIds.includes(rater.raterId));
  if (runs.length === 0 || raters.length === 0) return null;

  const stated = (key: string) =>
    asked.get(key) ?? choices.conflicts.some((one) => `${one.raterId}/${one.runId}` === key);
  const change = (raterId: number, runId: number, conflict: boolean) => {
    show({ raterId, runId }, conflict);
    void (conflict ? state : withdraw).run({ raterId, runId });
  };

  return (
    <div>
      <Text fw={500} fz="sm">
        Conflicts of interest
      </Text>
      <Text fz="xs" c="dimmed" mb={6}>
        Check raters who must not rate a run, for example because they built the model or wrote its
        prompt. Applies immediately, to all campaigns.
      </Text>
      <RefusalAlert of={[state, withdraw]} />
      <TableScroll label="Conflicts of raters with runs">
        <Table withRowBorders={false} verticalSpacing={4} w="auto">
          <TableThead>
            <TableTr>
              <TableTh scope="col">Rater</TableTh>
              {runs.map((run) => (
                <TableTh key={run.runId} scope="col" maw={180}>
                  <Text fz="xs" fw={550} lineClamp={2}>
                    {run.label}
                  </Text>
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {raters.map((rater) => (
              <TableTr key={rater.raterId}>
                <TableTh scope="row" fw={400} style={{ whiteSpace: "nowrap" }}>
                  {rater.name}
                </TableTh>
                {runs.map((run) => {
                  const key = `${rater.raterId}/${run.runId}`;
                  return (
                    <TableTd key={key}>
                      <Checkbox
                        aria-label={`${rater.name} must not rate ${run.label}`}
                        checked={stated(key)}
                        onChange={(event) =>
                          change(rater.raterId, run.runId, event.currentTarget.checked)
                        }
                      />
                    </TableTd>
                  );
                })}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
    </div>
  );
}
