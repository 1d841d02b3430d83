import {
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  type TableTdProps,
} from "@mantine/core";
import type { ReactNode } from "react";
import { PageTurner, type PageTurnerProps } from "./page-turner";
import { TableScroll } from "./table-scroll";

/** A column of a list. */
export interface ListColumn<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** `number`: at the end, on one line. `line`: on one line. `text`: broken anywhere where it is too long. */
  as?: "number" | "line" | "text";
  /** Smaller than the rest of the row. */
  small?: boolean;
  /** Pixels. */
  minWidth?: number;
  maxWidth?: number;
}

interface ListTableProps<Row> {
  /** The accessible name of the region that scrolls. */
  label: string;
  /** Pixels; on a narrower screen the table scrolls inside itself. */
  minWidth: number;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The way to the other pages of the list. */
  pages?: PageTurnerProps;
}

/** A list as a table, one row a thing, with the way to its other pages. */
export function ListTable<Row>({
  label,
  minWidth,
  columns,
  rows,
  rowKey,
  pages,
}: ListTableProps<Row>) {
  return (
    <>
      <TableScroll label={label}>
        <Table miw={minWidth} highlightOnHover>
          <TableThead>
            <TableTr>
              {columns.map((column) => (
                <TableTh
                  key={column.title}
                  scope="col"
                  {...(column.as === "number" && { ta: "end" })}
                  {...(column.minWidth !== undefined && { miw: column.minWidth })}
                >
                  {column.title}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {rows.map((row) => (
              <TableTr key={rowKey(row)}>
                {columns.map((column) => (
                  <TableTd key={column.title} {...cellProps(column)}>
                    {column.cell(row)}
                  </TableTd>
                ))}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      {pages !== undefined && <PageTurner {...pages} />}
    </>
  );
}

function cellProps<Row>({ as, small = false, minWidth, maxWidth }: ListColumn<Row>): TableTdProps {
  return {
    ...(as === "number" && { ta: "end", className: "tabular" }),
    ...((as === "number" || as === "line") && { style: { whiteSpace: "nowrap" } }),
    ...(as === "text" && { style: { overflowWrap: "anywhere" } }),
    ...(small && { fz: "sm" }),
    ...(minWidth !== undefined && { miw: minWidth }),
    ...(maxWidth !== undefined && { maw: maxWidth }),
  };
}
