import { Text, Title } from "@mantine/core";
import type { ImportPlan, PlanRow } from "@/lib/dataset/imports/plan-queries";
import type { PlanCounts } from "@/lib/dataset/imports/schema";
import { PageTurner } from "@/components/ui/page-turner";
import { ApplyPanel } from "./apply-panel";
import { Conflicts } from "./conflicts";
import { FindingGroups } from "./finding-groups";
import { NewRows } from "./new-rows";
import { PlanParts } from "./plan-parts";
import { PlanRows } from "./plan-rows";
import { Rewordings } from "./rewordings";
import classes from "./plan.module.css";
import { type PlanPart, type PlanRowsState } from "@/lib/dataset/imports/address";

interface PlanProps {
  plan: ImportPlan;
  /** The address of rows of it; called on the server. */
  href: (rows: Partial<PlanRowsState>) => string;
  part: PlanPart;
  page: number;
  rows: PlanRow[];
  pageSize: number;
  /** Of all rewordings that no one has decided, most alike first. */
  likenesses: readonly number[];
}

const TITLES: Record<PlanPart, string> = {
  unchanged: "Unchanged rows",
  changed: "Rows that change a question",
  conflicts: "Changed here and in the file",
  here: "Edited here, kept",
  reworded: "Possible rewordings",
  new: "New questions",
  missing: "Questions missing from the file",
  bad: "Rows with problems",
};

const EMPTY: Record<PlanPart, string> = {
  unchanged: "No unchanged rows",
  changed: "No changed questions",
  conflicts: "No questions changed on both sides",
  here: "No questions edited only here",
  reworded: "No possible rewordings",
  new: "No new questions",
  missing: "No missing questions",
  bad: "No problems",
};

/** A plan: what was found in the file, its numbers, its rows part by part, and the panel that applies it. */
export function Plan({ plan, href, part, page, rows, pageSize, likenesses }: PlanProps) {
  return (
    <div className={classes.plan}>
      <div className={classes.parts}>
        <PlanParts href={href} counts={plan.counts} current={part} />
      </div>
      <aside className={classes.apply} aria-label="Apply import">
        <ApplyPanel
          importId={plan.importId}
          fileName={plan.fileName}
          counts={plan.counts}
          writes={plan.writes}
          suggestedOrder={plan.suggestedOrder}
          chosen={plan.choices}
        />
      </aside>
      <div className={classes.main}>
        <FindingGroups
          importId={plan.importId}
          groups={plan.findings}
          title="Problems in the file"
        />
        <section aria-labelledby="part">
          <Title order={2} id="part" mb="xs">
            {TITLES[part]}
          </Title>
          {rows.length === 0 ? (
            <Text c="dimmed">
              {page > 1 ? "This page is empty. Go back to the first page." : EMPTY[part]}
            </Text>
          ) : (
            <Rows plan={plan} part={part} page={page} rows={rows} likenesses={likenesses} />
          )}
          <PageTurner
            list={{ page, pageSize, total: sizeOf(part, plan.counts) }}
            label="Rows"
            href={({ page }) => href({ part, page })}
          />
        </section>
      </div>
    </div>
  );
}

function Rows({
  plan,
  part,
  page,
  rows,
  likenesses,
}: Pick<PlanProps, "plan" | "part" | "page" | "rows" | "likenesses">) {
  switch (part) {
    case "reworded":
      return (
        <Rewordings
          key={page}
          importId={plan.importId}
          rows={rows}
          likenesses={likenesses}
          total={plan.counts.reworded}
          threshold={plan.choices.threshold}
        />
      );
    case "conflicts":
    case "here":
      return (
        <Conflicts
          key={`${part}${page}`}
          importId={plan.importId}
          rows={rows}
          open={part === "conflicts" ? plan.counts.conflictsOpen : null}
          total={plan.counts.conflicts}
        />
      );
    case "new":
      return <NewRows importId={plan.importId} rows={rows} matchable={plan.counts.missing > 0} />;
    default:
      return <PlanRows rows={rows} />;
  }
}

function sizeOf(part: PlanPart, counts: PlanCounts): number {
  switch (part) {
    case "bad":
      return counts.bad + counts.suspect + counts.unreadable;
    case "here":
      return counts.changedHere;
    default:
      return counts[part];
  }
}

/** The part that is shown first: what has to be decided (decided or not, lest it move away), else what would be written. */
export function firstPart(counts: PlanCounts): PlanPart {
  return (
    (
      ["reworded", "conflicts", "bad", "changed", "here", "new", "missing", "unchanged"] as const
    ).find((part) => sizeOf(part, counts) > 0) ?? "unchanged"
  );
}
