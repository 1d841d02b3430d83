import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { COEFFICIENT_TITLES, type Coefficient } from "@/lib/agreement/schema";
import type { CampaignProgress } from "@/lib/campaigns/queries";
import { countOf } from "@/lib/questions/rules";
import { MODE_WORDS } from "../ratings/verdict-words";
import { TableScroll } from "../ui/table-scroll";
import { shareWords } from "./words";

/** Percent agreement beside what is left of it beyond chance, in both modes. */
export function AgreementTable({ progress }: { progress: Pick<CampaignProgress, "agreement" | "coefficients"> }) {
  const { pairs } = progress.agreement;
  return (
    <>
      <TableScroll label="Agreement so far">
        <Table w="auto" miw={520}>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Mode</TableTh>
              <TableTh scope="col" ta="end">Pairs that agree</TableTh>
              <TableTh scope="col">{COEFFICIENT_TITLES.krippendorff}</TableTh>
              <TableTh scope="col">{COEFFICIENT_TITLES.gwetAC1}</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {progress.coefficients.map(({ mode, krippendorff, gwetAC1 }) => (
              <TableTr key={mode}>
                <TableTh scope="row" fw={550}>{MODE_WORDS[mode]}</TableTh>
                <TableTd ta="end">{shareWords(progress.agreement[mode], pairs)}, {progress.agreement[mode]} of {pairs}</TableTd>
                <TableTd><Value of={krippendorff} /></TableTd>
                <TableTd><Value of={gwetAC1} /></TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <Text fz="xs" c="dimmed" maw="80ch">
        Over {countOf(pairs, "pair")} of judgments, with 95 % intervals. Where nearly all verdicts are alike, coefficients that correct for chance may be low or undefined although raters agree; that is why they stand side by side.
      </Text>
    </>
  );
}

function Value({ of }: { of: Coefficient }) {
  if (of.value === null) return <Text fz="sm" maw={300}>Undefined: {of.undefinedBecause}</Text>;
  return <span title={of.method} style={{ whiteSpace: "nowrap" }}>{of.value.toFixed(2)}{of.low !== null && of.high !== null && <Text span fz="xs" c="dimmed"> ({of.low.toFixed(2)} to {of.high.toFixed(2)})</Text>}</span>;
}
