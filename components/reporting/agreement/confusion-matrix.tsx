import {
  Group,
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import type { ReactNode } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./confusion-matrix.module.css";
import { countOf, formatCount } from "@/lib/platform/format";

interface ConfusionMatrixProps {
  /** Rows: the first rater's values; columns: the second's. */
  table: readonly (readonly number[])[];
  values: readonly string[];
  raters: readonly [string, string];
  /** Stands above it in the place of “Confusion matrix”. */
  title?: string;
  /** The level of its heading. */
  order?: 3 | 4;
  /** Where the units of a cell are listed in which the raters differ; called on the server. */
  href?: (first: number, second: number) => string;
  /** Downloads and the like, beside the heading. */
  actions?: ReactNode;
}

/** How two raters' values meet. Shades repeat what the numbers say; the diagonal, where both agree, is framed. */
export function ConfusionMatrix({
  table,
  values,
  raters,
  title,
  order = 3,
  href,
  actions,
}: ConfusionMatrixProps) {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const total = sum(table.map(sum));
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Title order={order} size="h3">
          {title ?? "Confusion matrix"}
        </Title>
        {actions && <div className="no-print">{actions}</div>}
      </Group>
      <Text fz="sm" c="dimmed">
        Rows: {raters[0]}. Columns: {raters[1]}. {countOf(total, "unit")} rated by both; outlined
        cells: agreement.
      </Text>
      <TableScroll
        label={`Confusion matrix of ${raters[0]} and ${raters[1]}${title === undefined ? "" : `, ${title}`}`}
      >
        <Table w="auto" withTableBorder withColumnBorders className={classes.table}>
          <TableThead>
            <TableTr>
              <TableTh scope="col" className={classes.name}>
                {raters[0]} \ {raters[1]}
              </TableTh>
              {values.map((value) => (
                <TableTh key={value} scope="col" ta="end" className={classes.name}>
                  {value}
                </TableTh>
              ))}
              <TableTh scope="col" ta="end">
                Total
              </TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {table.map((row, first) => (
              <TableTr key={values[first]}>
                <TableTh scope="row" className={classes.name}>
                  {values[first]}
                </TableTh>
                {row.map((units, second) => (
                  <TableTd
                    key={second}
                    ta="end"
                    className={classes.cell}
                    data-agreed={first === second || undefined}
                    style={{ "--share": total === 0 ? 0 : units / total }}
                  >
                    {first === second || units === 0 || href === undefined ? (
                      formatCount(units)
                    ) : (
                      <LinkAnchor
                        href={href(first, second)}
                        inherit
                        className={classes.number}
                        aria-label={`${raters[0]}: ${values[first] ?? ""}, ${raters[1]}: ${values[second] ?? ""}: ${formatCount(units)}; show disagreements`}
                      >
                        {formatCount(units)}
                      </LinkAnchor>
                    )}
                  </TableTd>
                ))}
                <TableTd ta="end" fw={600}>
                  {formatCount(sum(row))}
                </TableTd>
              </TableTr>
            ))}
            <TableTr>
              <TableTh scope="row">Total</TableTh>
              {values.map((value, second) => (
                <TableTd key={value} ta="end" fw={600}>
                  {formatCount(sum(table.map((row) => row[second] ?? 0)))}
                </TableTd>
              ))}
              <TableTd ta="end" fw={600}>
                {formatCount(total)}
              </TableTd>
            </TableTr>
          </TableTbody>
        </Table>
      </TableScroll>
    </Stack>
  );
}
