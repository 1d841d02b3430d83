import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { formatCount } from "@/lib/platform/format";
import { LinkAnchor } from "../ui/links";
import { TableScroll } from "../ui/table-scroll";
import { formatChartValue, type ChartData, type ChartStep, type ChartUnit } from "./chart-data";

/** Every line between two places that some series has. */
function stepsOf({ series }: ChartData): ChartStep[] {
  const steps = series.flatMap((one) => one.steps ?? []);
  return [...new Map(steps.map((step) => [`${step.from} ${step.to}`, step])).values()];
}

/** The numbers of a chart, each with its interval and n. */
export function ChartTable({
  data,
  unit,
  label,
}: {
  data: ChartData;
  unit: ChartUnit;
  label: string;
}) {
  return (
    <TableScroll label={`Data: ${label}`}>
      <Table fz="sm" w="auto" withTableBorder>
        <TableThead>
          <TableTr>
            <TableTh scope="col">{data.places.title}</TableTh>
            {data.series.map(({ name }) => (
              <TableTh key={name} scope="col" ta="end">
                {name}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {data.places.labels.map((place, index) => (
            <TableTr key={index}>
              <TableTh scope="row">{place}</TableTh>
              {data.series.map(({ name, values }) => {
                const {
                  value,
                  low = null,
                  high = null,
                  n,
                  href,
                  unit: own = unit,
                } = values[index] ?? { value: null };
                return (
                  <TableTd key={name} ta="end" style={{ whiteSpace: "nowrap" }}>
                    {value === null ? (
                      "–"
                    ) : href === undefined ? (
                      formatChartValue(value, own)
                    ) : (
                      <LinkAnchor href={href} inherit underline="always">
                        {formatChartValue(value, own)}
                      </LinkAnchor>
                    )}
                    {low !== null &&
                      high !== null &&
                      ` (${formatChartValue(low, own)} to ${formatChartValue(high, own)})`}
                    {n !== undefined && `, n = ${formatCount(n)}`}
                  </TableTd>
                );
              })}
            </TableTr>
          ))}
          {stepsOf(data).map(({ from, to, label: stepLabel }) => (
            <TableTr key={`${from} ${to}`}>
              <TableTh scope="row">{stepLabel}</TableTh>
              {data.series.map(({ name, steps }) => {
                const step = steps?.find((one) => one.from === from && one.to === to);
                return (
                  <TableTd key={name} ta="end" style={{ whiteSpace: "nowrap" }}>
                    {step === undefined
                      ? "–"
                      : `${formatChartValue(step.start, unit)} to ${formatChartValue(step.end, unit)}, n = ${formatCount(step.n)}`}
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
