import {
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
import { CITATION_CHECK_TITLES } from "@/lib/runs/references/vocabulary";
import { TableScroll } from "@/components/ui/table-scroll";
import { countOf, formatCount } from "@/lib/platform/format";
import {
  CITATION_CHECKS,
  type CitationCounts,
  type CitationVariant,
} from "@/lib/runs/references/citation-check";
import type { CitationSummary } from "@/lib/runs/responses/queries";
import { formatShareOf } from "@/lib/platform/numbers";

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
  const loose = CITATION_CHECKS.some((variant) => counts[variant].loose > 0);
  const unchecked = CITATION_CHECKS.some((variant) => counts[variant].unchecked > 0);
  return (
    <TableScroll label="Counts of the citation check">
      <Table miw={640} className="tabular">
        <TableThead>
          <TableTr>
            <TableTh scope="col">Check</TableTh>
            <TableTh scope="col">Supported citations</TableTh>
            <TableTh scope="col">Best match only</TableTh>
            {loose && <TableTh scope="col">No such reference</TableTh>}
            {unchecked && <TableTh scope="col">Reference without text</TableTh>}
            <TableTh scope="col">Supported text with right citation</TableTh>
            <TableTh scope="col">Missing citations</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {CITATION_CHECKS.map((variant) => {
            const of = counts[variant];
            return (
              <TableTr key={variant}>
                <TableTh scope="row" fw={400}>
                  {CITATION_CHECK_TITLES[variant]}
                </TableTh>
                <TableTd>{share(of.supported, of.cited)}</TableTd>
                <TableTd>{variant === "repository" ? formatCount(of.kept) : "–"}</TableTd>
                {loose && <TableTd>{formatCount(of.loose)}</TableTd>}
                {unchecked && <TableTd>{formatCount(of.unchecked)}</TableTd>}
                <TableTd>{share(of.rightlyCited, of.supportedSegments)}</TableTd>
                <TableTd>{formatCount(of.supportedSegments - of.rightlyCited)}</TableTd>
              </TableTr>
            );
          })}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

/** "12 of 18 (66.7%)"; without anything to take a share of, none. */
function share(part: number, of: number): string {
  return of === 0
    ? "None"
    : `${formatCount(part)} of ${formatCount(of)} (${formatShareOf(part, of)})`;
}
