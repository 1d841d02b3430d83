import { Title } from "@mantine/core";
import { MarkedText } from "@/components/ui/marked-text";
import type { PlanRow } from "@/lib/dataset/imports/plan-queries";
import { ResolutionBadge, ThreeVersions } from "./conflicts";
import { RowPlace } from "./plan-rows";
import cards from "./rewordings.module.css";

/** What was chosen, in an applied import, for questions that both the file and someone here had changed. */
export function DecidedConflicts({ rows }: { rows: PlanRow[] }) {
  return (
    <section aria-labelledby="chosen">
      <Title order={2} id="chosen" mt="xl" mb="xs">
        Changed here and in the file
      </Title>
      <ol className={cards.cards}>
        {rows.map((row) => (
          <li key={row.ordinal} className={cards.card}>
            <div className={cards.head}>
              <ResolutionBadge resolution={row.resolution ?? "open"} />
              <RowPlace row={row} />
            </div>
            <p className={cards.question}>
              <MarkedText text={row.question} />
            </p>
            <ThreeVersions changes={row.changes} />
          </li>
        ))}
      </ol>
    </section>
  );
}
