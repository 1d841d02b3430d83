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
import {
  AGREEMENT_MODES,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  SCOPES,
  type AgreementMode,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import { methodsInWords, undefinedInWords } from "@/lib/reporting/agreement/rules";
import type { AgreementReport } from "@/lib/reporting/agreement/schema";
import { TableScroll } from "@/components/ui/table-scroll";
import { CoefficientCell } from "./pairs-table";
import { MODE_WORDS, SCOPE_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";

interface CoefficientsTableProps {
  report: Pick<AgreementReport, "coefficients">;
  /** The disagreements behind a number; called on the server. */
  href: (mode: AgreementMode, scope: Scope) => string;
}

/** Every coefficient in each mode, of all questions and of those with a valid or a false premise. */
export function CoefficientsTable({ report, href }: CoefficientsTableProps) {
  return (
    <Stack gap="xs">
      <TableScroll label="Coefficients of agreement">
        <Table
          fz="sm"
          miw={440}
          maw={860}
          verticalSpacing={4}
          className="tabular"
          aria-label="Coefficients of agreement"
        >
          <TableThead>
            <TableTr>
              <TableTh scope="col">Coefficient</TableTh>
              {AGREEMENT_MODES.map((mode) => (
                <TableTh key={mode} scope="col" ta="end">
                  {mode === "all" ? "Both modes" : MODE_WORDS[mode]}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          {SCOPES.map((scope) => (
            <TableTbody key={scope}>
              <TableTr>
                <TableTh scope="rowgroup" colSpan={4} fw={650}>
                  {capital(SCOPE_WORDS[scope])}, n{" "}
                  {formatCount(report.coefficients.relaxed[scope].percent.n)}
                </TableTh>
              </TableTr>
              {COEFFICIENTS.map((name) => (
                <TableTr key={name}>
                  <TableTh scope="row" fw={450} ps="md">
                    {COEFFICIENT_TITLES[name]}
                  </TableTh>
                  {AGREEMENT_MODES.map((mode) => (
                    <TableTd key={mode} ta="end" style={{ whiteSpace: "nowrap" }}>
                      <CoefficientCell
                        name={name}
                        coefficient={report.coefficients[mode][scope][name]}
                        link={{
                          href: href(mode, scope),
                          words: `${capital(SCOPE_WORDS[scope])}, ${MODE_WORDS[mode]}, ${COEFFICIENT_TITLES[name]}`,
                        }}
                      />
                    </TableTd>
                  ))}
                </TableTr>
              ))}
            </TableTbody>
          ))}
        </Table>
      </TableScroll>
      {undefinedInWords(report).map((words) => (
        <Text key={words} fz="sm">
          {words}
        </Text>
      ))}
      <Text component="details" fz="sm">
        <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
          How these numbers were computed
        </Text>
        <ul>
          {methodsInWords(report).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Text>
    </Stack>
  );
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
