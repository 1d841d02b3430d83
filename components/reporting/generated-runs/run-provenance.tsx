import { Paper, Text, Title } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { countOf, formatCount, formatDollars } from "@/lib/platform/format";
import type {
  JobTotals,
  RunProvenance as Provenance,
} from "@/lib/reporting/generated-runs/queries";

/** By which method a run was generated, which evaluators judged it, and what that took. Nothing where it came in files. */
export function RunProvenance({ provenance }: { provenance: Provenance }) {
  const { generated, judged } = provenance;
  if (generated.length + judged.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="provenance">
      <Title order={2} size="h4" id="provenance" mb={6}>
        Requests and cost
      </Title>
      {generated.map((row) => (
        <Text key={row.method} fz="sm" className="tabular">
          Responses by{" "}
          <LinkAnchor href={`/methods/${row.methodId}`} inherit underline="always">
            {row.method}
          </LinkAnchor>
          : {totalsInWords(row)}
        </Text>
      ))}
      {judged.map((row) => (
        <Text key={row.evaluator.id} fz="sm" className="tabular">
          Automatic verdicts by {row.evaluator.name}: {totalsInWords(row)}
        </Text>
      ))}
    </Paper>
  );
}

/** "600 calls · 600 searches · 1,200,000 tokens in, 90,000 out · $3.10, 4 requests of unknown cost". */
function totalsInWords({
  calls,
  searches,
  inputTokens,
  outputTokens,
  cost,
  unpriced,
}: JobTotals): string {
  return [
    countOf(calls, "call"),
    ...(searches > 0 ? [`${formatCount(searches)} ${searches === 1 ? "search" : "searches"}`] : []),
    `${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out`,
    `${formatDollars(cost)}${unpriced > 0 ? `, ${countOf(unpriced, "request")} of unknown cost` : ""}`,
  ].join(" · ");
}
