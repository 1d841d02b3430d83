import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { PAGE_DIGITS, SCOPES, type Coefficient } from "@/lib/reporting/agreement/coefficient";
import type { VerdictIndices } from "@/lib/reporting/agreement/verdicts";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { formatDecimal, formatInterval } from "@/lib/reporting/files/numbers";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./agreement.module.css";
import { MODE_WORDS, SCOPE_WORDS } from "./labels";

const MODES = ["relaxed", "strict"] as const;
const COLUMNS = ["On credit", "On no credit", "Prevalence", "Bias", "PABAK"];

interface Row {
  key: string;
  label: string;
  of: Record<"relaxed" | "strict", VerdictIndices>;
}

/** What percent agreement hides: agreement on each verdict, and how lopsided verdicts are, overall and by category. */
export function IndicesTable({
  report,
}: {
  report: Pick<AgreementReport, "indices" | "breakdown" | "two">;
}) {
  const rows: Row[] = [
    ...SCOPES.map((scope) => ({
      key: scope,
      label: SCOPE_WORDS[scope],
      of: { relaxed: report.indices.relaxed[scope], strict: report.indices.strict[scope] },
    })),
    // A category of false premises is the scope of that name.
    ...report.breakdown.category
      .filter(({ key }) => key !== "false-premise")
      .map(({ key, label, relaxed, strict }) => ({
        key,
        label,
        of: { relaxed: relaxed.indices, strict: strict.indices },
      })),
  ];
  const columns = report.two === null ? COLUMNS.filter((name) => name !== "Bias") : COLUMNS;
  return (
    <TableScroll label="Agreement on each verdict">
      <Table
        fz="sm"
        miw={880}
        verticalSpacing={6}
        horizontalSpacing="xs"
        className="tabular"
        aria-label="Agreement on each verdict"
      >
        <TableThead>
          <TableTr>
            <TableTd />
            {MODES.map((mode) => (
              <TableTh
                key={mode}
                colSpan={columns.length}
                scope="colgroup"
                className={classes.group}
              >
                {MODE_WORDS[mode]}
              </TableTh>
            ))}
          </TableTr>
          <TableTr>
            <TableTh scope="col">Questions</TableTh>
            {MODES.flatMap((mode) =>
              columns.map((name) => (
                <TableTh key={`${mode} ${name}`} scope="col" ta="end">
                  {name}
                </TableTh>
              )),
            )}
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map(({ key, label, of }) => (
            <TableTr key={key}>
              <TableTh scope="row" className={classes.name}>
                {label}
              </TableTh>
              {MODES.flatMap((mode) => {
                const { positive, negative, prevalence, bias, pabak } = of[mode];
                return [
                  <Specific key={`${mode} positive`} of={positive} />,
                  <Specific key={`${mode} negative`} of={negative} />,
                  ...(report.two === null ? [prevalence, pabak] : [prevalence, bias, pabak]).map(
                    (value, at) => (
                      <TableTd key={`${mode} ${at}`} ta="end">
                        {formatDecimal(value, PAGE_DIGITS)}
                      </TableTd>
                    ),
                  ),
                ];
              })}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function Specific({ of: { value, low, high, method, undefinedBecause } }: { of: Coefficient }) {
  const percent = (share: number | null) => (share === null ? null : 100 * share);
  return (
    <TableTd ta="end" style={{ whiteSpace: "nowrap" }} title={undefinedBecause ?? method}>
      {formatDecimal(percent(value), 1)}
      {value !== null && "%"}
      {low !== null && (
        <div className={classes.below}>{formatInterval(percent(low), percent(high), 1)}</div>
      )}
    </TableTd>
  );
}
