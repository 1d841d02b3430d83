import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { PAGE_DIGITS, SCOPES } from "@/lib/reporting/agreement/coefficient";
import { ORDINAL_TITLES } from "@/lib/reporting/agreement/rules";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { formatDecimal, formatInterval } from "@/lib/reporting/files/numbers";
import { TableScroll } from "@/components/ui/table-scroll";
import { SCOPE_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";

/** Agreement on both modes as one verdict: no credit < Relaxed alone < both. */
export function OrdinalTable({ report }: { report: Pick<AgreementReport, "ordinal" | "two"> }) {
  const shown = report.two === null ? (["alpha"] as const) : (["weightedKappa", "alpha"] as const);
  return (
    <TableScroll label="Both modes as one verdict">
      <Table
        fz="sm"
        w="auto"
        miw={480}
        verticalSpacing={6}
        className="tabular"
        aria-label="Both modes as one verdict"
      >
        <TableThead>
          <TableTr>
            <TableTh scope="col">Questions</TableTh>
            <TableTh scope="col" ta="end">
              n
            </TableTh>
            {shown.map((which) => (
              <TableTh key={which} scope="col">
                {ORDINAL_TITLES[which]}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {SCOPES.map((scope) => (
            <TableTr key={scope}>
              <TableTh scope="row">{SCOPE_WORDS[scope]}</TableTh>
              <TableTd ta="end">{formatCount(report.ordinal[scope].alpha.n)}</TableTd>
              {shown.map((which) => {
                const { value, low, high, method, undefinedBecause } = report.ordinal[scope][which];
                return (
                  <TableTd key={which} title={method}>
                    {value === null ? (
                      <Text fz="sm" maw={260}>
                        Undefined: {undefinedBecause}
                      </Text>
                    ) : (
                      <>
                        {formatDecimal(value, PAGE_DIGITS)}
                        {low !== null && (
                          <Text span fz="xs" c="dimmed">
                            {" "}
                            ({formatInterval(low, high, PAGE_DIGITS)})
                          </Text>
                        )}
                      </>
                    )}
                  </TableTd>
                );
              })}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
