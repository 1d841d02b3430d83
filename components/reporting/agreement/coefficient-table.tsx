import {
  Badge,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import {
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  type Agreement,
} from "@/lib/reporting/agreement/coefficient";
import { shownCoefficient, shownInterval } from "./labels";
import { TableScroll } from "@/components/ui/table-scroll";

/** Every coefficient with its interval, and how it was found or why it is undefined. */
export function CoefficientTable({
  coefficients,
  label = "Coefficients of agreement",
}: {
  coefficients: Agreement["coefficients"];
  label?: string;
}) {
  return (
    <TableScroll label={label}>
      <Table miw={560}>
        <TableThead>
          <TableTr>
            <TableTh scope="col">Coefficient</TableTh>
            <TableTh scope="col" ta="end">
              Value
            </TableTh>
            <TableTh scope="col">95% CI</TableTh>
            <TableTh scope="col">Method</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {COEFFICIENTS.map((name) => {
            const { value, low, high, method, undefinedBecause } = coefficients[name];
            return (
              <TableTr key={name}>
                <TableTh scope="row" style={{ whiteSpace: "nowrap" }}>
                  {COEFFICIENT_TITLES[name]}
                </TableTh>
                <TableTd ta="end" data-testid={`value-${name}`}>
                  {value === null ? (
                    <Badge color="gray" miw="max-content">
                      undefined
                    </Badge>
                  ) : (
                    <span title={String(value)}>{shownCoefficient(name, value)}</span>
                  )}
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }} data-testid={`interval-${name}`}>
                  {shownInterval(name, low, high)}
                </TableTd>
                <TableTd miw={220}>
                  <Text fz="sm" {...(undefinedBecause === null && { c: "dimmed" })}>
                    {undefinedBecause ?? `${method}.`}
                  </Text>
                </TableTd>
              </TableTr>
            );
          })}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
