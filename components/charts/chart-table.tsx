import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { formatCount } from "@/lib/platform/format";
import { LinkAnchor } from "../ui/links";
import { TableScroll } from "../ui/table-scroll";
import { formatChartValue, type ChartData, type ChartUnit } from "./chart-data";

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
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
