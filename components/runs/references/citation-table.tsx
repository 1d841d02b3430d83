import { Paper, Text, Title } from "@mantine/core";
import { CITATION_CHECK_TITLES } from "@/lib/runs/references/vocabulary";
import { countOf, formatCount } from "@/lib/platform/format";
import {
  CITATION_CHECKS,
  type CitationCounts,
  type CitationVariant,
} from "@/lib/runs/references/citation-check";
import type { CitationSummary } from "@/lib/runs/responses/queries";
import { formatShareOf } from "@/lib/platform/numbers";
import { ListTable } from "@/components/ui/list-table";

/** The citations of a run's responses by both variants of the check. */
export function CitationTable({ summary }: { summary: CitationSummary }) {
  const { responses, references, stillToRate, counts } = summary;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="citations">
      <Title order={2} size="h4" id="citations" mb={4}>
        Citation check
      </Title>
      <Text fz="sm" mb="xs">
        {countOf(responses, "response")} with {countOf(references, "reference")}
        {stillToRate > 0 &&
          ` · ${countOf(stillToRate, "response")} that you have still to rate left out`}
        . Compares words, not meaning: a hint, not a verdict.
      </Text>
      <CountsTable counts={counts} />
    </Paper>
  );
}

/** Counts and shares of both variants, for a run or one response. */
export function CountsTable({ counts }: { counts: Record<CitationVariant, CitationCounts> }) {
  const count = (title: string, key: "loose" | "unchecked") => ({
    title,
    as: "number" as const,
    cell: (variant: CitationVariant) => formatCount(counts[variant][key]),
  });
  const any = (key: "loose" | "unchecked") =>
    CITATION_CHECKS.some((variant) => counts[variant][key] > 0);
  return (
    <ListTable
      label="Counts of the citation check"
      minWidth={640}
      rows={CITATION_CHECKS}
      rowKey={(variant) => variant}
      columns={[
        { title: "Check", heading: true, cell: (variant) => CITATION_CHECK_TITLES[variant] },
        {
          title: "Supported citations",
          as: "number",
          cell: (variant) => share(counts[variant].supported, counts[variant].cited),
        },
        {
          title: "Best match only",
          as: "number",
          cell: (variant) => (variant === "repository" ? formatCount(counts[variant].kept) : "–"),
        },
        ...(any("loose") ? [count("No such reference", "loose")] : []),
        ...(any("unchecked") ? [count("Reference without text", "unchecked")] : []),
        {
          title: "Supported text with right citation",
          as: "number",
          cell: (variant) => share(counts[variant].rightlyCited, counts[variant].supportedSegments),
        },
        {
          title: "Missing citations",
          as: "number",
          cell: (variant) =>
            formatCount(counts[variant].supportedSegments - counts[variant].rightlyCited),
        },
      ]}
    />
  );
}

/** "12 of 18 (66.7%)"; without anything to take a share of, none. */
function share(part: number, of: number): string {
  return of === 0
    ? "None"
    : `${formatCount(part)} of ${formatCount(of)} (${formatShareOf(part, of)})`;
}
