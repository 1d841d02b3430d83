import {
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { CoefficientName } from "@/lib/reporting/agreement/coefficient";
import { partCoefficients } from "@/lib/reporting/agreement/rules";
import type { BreakdownRow, Side } from "@/lib/reporting/agreement/schema";
import { ConfusionMatrix } from "./confusion-matrix";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./agreement.module.css";
import { CoefficientCell } from "./pairs-table";
import { MODE_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";

const NAMES: Record<CoefficientName, string> = {
  percent: "Percent",
  cohen: "Kappa",
  fleiss: "Kappa",
  krippendorff: "Alpha",
  gwetAC1: "AC1",
};

interface BreakdownTableProps {
  title: string;
  rows: readonly BreakdownRow[];
  /** Cohen's kappa is shown for two raters, Fleiss' for more. */
  two: boolean;
  /** The disagreements of a part; called on the server. */
  href: (row: BreakdownRow, mode: "relaxed" | "strict") => string;
}

/** Agreement part by part: of categories, hops, runs, weeks. */
export function BreakdownTable({ title, rows, two, href }: BreakdownTableProps) {
  const columns = (["relaxed", "strict"] as const).flatMap((mode) =>
    partCoefficients(two).map(({ of }) => ({ mode, name: of })),
  );
  if (rows.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        No ratings
      </Text>
    );
  return (
    <TableScroll label={`Agreement by ${title.toLowerCase()}`}>
      <Table
        fz="sm"
        miw={880}
        verticalSpacing={6}
        horizontalSpacing="xs"
        className="tabular"
        aria-label={`Agreement by ${title.toLowerCase()}`}
      >
        <TableThead>
          <TableTr>
            <TableTd colSpan={3} />
            {(["relaxed", "strict"] as const).map((mode) => (
              <TableTh key={mode} colSpan={4} scope="colgroup" className={classes.group}>
                {MODE_WORDS[mode]}
              </TableTh>
            ))}
          </TableTr>
          <TableTr>
            <TableTh scope="col">{title}</TableTh>
            <TableTh scope="col" ta="end">
              Rated
            </TableTh>
            <TableTh scope="col" ta="end">
              <abbr title="Responses with two or more ratings" style={{ textDecoration: "none" }}>
                n
              </abbr>
            </TableTh>
            {columns.map(({ mode, name }) => (
              <TableTh key={`${mode} ${name}`} scope="col" ta="end">
                {NAMES[name]}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.key}>
              <TableTh scope="row" className={classes.name}>
                {row.label}
              </TableTh>
              <TableTd ta="end">{formatCount(row.responses)}</TableTd>
              <TableTd ta="end">{formatCount(row.compared)}</TableTd>
              {columns.map(({ mode, name }) => (
                <TableTd key={`${mode} ${name}`} ta="end" style={{ whiteSpace: "nowrap" }}>
                  <CoefficientCell
                    name={name}
                    coefficient={row[mode].coefficients[name]}
                    link={{
                      href: href(row, mode),
                      words: `${row.label}, ${MODE_WORDS[mode]}, ${NAMES[name]}`,
                    }}
                  />
                </TableTd>
              ))}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

/** How the verdicts of exactly two raters meet in each category. */
export function PartMatrices({
  rows,
  raters,
}: {
  rows: readonly BreakdownRow[];
  raters: readonly [Side, Side];
}) {
  return (
    <Stack gap="xs">
      {rows
        .filter(({ compared }) => compared > 0)
        .map((row) => (
          <details key={row.key}>
            <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
              {row.label}: confusion matrices
            </Text>
            <div className={classes.matrices}>
              {(["relaxed", "strict"] as const).map(
                (mode) =>
                  row[mode].confusion !== null && (
                    <div key={mode} style={{ maxWidth: "100%" }}>
                      <ConfusionMatrix
                        title={MODE_WORDS[mode]}
                        order={3}
                        table={row[mode].confusion}
                        values={["No credit", "Credit"]}
                        raters={[raters[0].label, raters[1].label]}
                      />
                    </div>
                  ),
              )}
            </div>
          </details>
        ))}
    </Stack>
  );
}
