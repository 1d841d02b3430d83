import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { DecidedConflicts } from "@/components/dataset/imports/decided-conflicts";
import { DecidedRewordings } from "@/components/dataset/imports/decided-rewordings";
import { EndedImport } from "@/components/dataset/imports/ended-import";
import { ChosenReading } from "@/components/dataset/import-engine/chosen-reading";
import { FindingGroups } from "@/components/dataset/imports/finding-groups";
import { ImportProgress } from "@/components/dataset/imports/import-progress";
import { MapColumns } from "@/components/dataset/imports/map-columns";
import { firstPart, Plan } from "@/components/dataset/imports/plan";
import { FileReading, RowsReading } from "@/components/dataset/imports/question-reading";
import { UndoImport } from "@/components/dataset/imports/undo-import";
import { LinkButton } from "@/components/ui/links";
import type { Actor } from "@/lib/people/access/schema";
import { countGained, importColumns, rowsAsRead } from "@/lib/dataset/imports/file-queries";
import {
  countRewordings,
  importPlan,
  openLikenesses,
  planRows,
} from "@/lib/dataset/imports/plan-queries";
import { importUndoBlockers, type ImportView } from "@/lib/dataset/imports/queries";
import { ROW_READINGS } from "@/lib/dataset/import-engine/vocabulary";
import { type PlanRowsState } from "@/lib/dataset/imports/address";

/** An import as it stands: its progress, what there is to decide, its plan, or what came of it. */
export async function ImportBody({
  actor,
  view,
  shown: { part: asked, page },
  href,
}: {
  actor: Actor;
  view: ImportView;
  /** The rows of its plan that are shown. */
  shown: PlanRowsState;
  /** The address of rows of its plan. */
  href: (rows: Partial<PlanRowsState>) => string;
}) {
  switch (view.status) {
    case "reading":
    case "matching":
    case "applying":
      return <ImportProgress initial={view} />;
    case "offered": {
      const [{ findings }, rows] = await Promise.all([
        importPlan(actor, view.importId),
        rowsAsRead(actor, view.importId),
      ]);
      return (
        <>
          <FileReading
            importId={view.importId}
            reading={view.reading}
            rows={rows}
            total={view.rows}
          />
          <FindingGroups
            importId={view.importId}
            groups={findings}
            title="Findings with this reading"
          />
        </>
      );
    }
    case "mapping": {
      const columns = await importColumns(actor, view.importId);
      return columns === null ? null : (
        <MapColumns importId={view.importId} columns={columns} chosen={view.choices} open />
      );
    }
    case "planned": {
      const plan = await importPlan(actor, view.importId);
      const part = asked ?? firstPart(plan.counts);
      const mapped = view.reading.columns;
      const [{ rows, pageSize }, likenesses, columns] = await Promise.all([
        planRows(actor, view.importId, part, page),
        part === "reworded" ? openLikenesses(actor, view.importId) : [],
        mapped === undefined ? null : importColumns(actor, view.importId),
      ]);
      const offers = ROW_READINGS.flatMap((reason) => {
        const count = plan.findings
          .filter(({ code }) => code === reason)
          .reduce((sum, group) => sum + group.count, 0);
        return count === 0 ? [] : [reason];
      });
      return (
        <>
          {await Promise.all(
            offers.map(async (reason) => (
              <RowsReading
                key={reason}
                importId={view.importId}
                reason={reason}
                gained={await countGained(actor, view.importId, reason)}
                rows={await rowsAsRead(actor, view.importId, reason)}
              />
            )),
          )}
          <ChosenReading reading={view.reading} />
          <Plan
            plan={plan}
            href={href}
            part={part}
            page={page}
            rows={rows}
            pageSize={pageSize}
            likenesses={likenesses}
          />
          {columns !== null && (
            <details>
              <summary>Change what the columns are used as</summary>
              <MapColumns
                importId={view.importId}
                columns={columns}
                chosen={{ columns: mapped?.as, defaults: mapped?.defaults }}
                open={false}
              />
            </details>
          )}
        </>
      );
    }
    case "refused": {
      const { findings } = await importPlan(actor, view.importId);
      return (
        <>
          <Alert
            color="red"
            title="File can't be imported"
            icon={<IconAlertTriangle aria-hidden />}
            mb="lg"
            maw={760}
          >
            Nothing was imported. Fix the problems below, then import the file again.
            <div>
              <LinkButton href="/imports" size="xs" mt="sm">
                Import file
              </LinkButton>
            </div>
          </Alert>
          <FindingGroups importId={view.importId} groups={findings} title="Problems" />
        </>
      );
    }
    case "applied":
    case "undone": {
      const [{ rows, pageSize }, total, conflicts, blockers] = await Promise.all([
        planRows(actor, view.importId, "reworded", page),
        countRewordings(actor, view.importId),
        planRows(actor, view.importId, "conflicts"),
        view.status === "applied" ? importUndoBlockers(actor, view.importId) : null,
      ]);
      return (
        <>
          <EndedImport view={view} />
          {blockers !== null && <UndoImport importId={view.importId} blockers={blockers} />}
          {conflicts.rows.length > 0 && <DecidedConflicts rows={conflicts.rows} />}
          {total > 0 && (
            <DecidedRewordings
              importId={view.importId}
              rows={rows}
              total={total}
              page={page}
              pageSize={pageSize}
            />
          )}
        </>
      );
    }
    default:
      return <EndedImport view={view} />;
  }
}
