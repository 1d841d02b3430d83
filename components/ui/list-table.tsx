import {
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  VisuallyHidden,
} from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";
import classes from "./list-table.module.css";
import { PageTurner, type PageTurnerProps } from "./page-turner";
import { TableScroll } from "./table-scroll";

/** A column of a list. */
export interface ListColumn<Row> {
  title: string;
  /** What a short title stands for, on hover. */
  meaning?: string;
  /** The title is for screen readers alone: the column, the last one, holds what one can do about the row. */
  untitled?: boolean;
  cell: (row: Row) => ReactNode;
  /**
   * `number`: at the end, on one line. `line`: on one line. `text`: broken anywhere where it is too long. `badge`: says by
   * itself what it is, and has no title on a phone.
   */
  as?: "number" | "line" | "text" | "badge";
  /** Says whose row it is: read with each of the others. */
  heading?: boolean;
  /** Smaller than the rest of the row. */
  small?: boolean;
  /** Pixels. */
  minWidth?: number;
  maxWidth?: number;
}

interface ListTableProps<Row> {
  /** The accessible name of the list. */
  label: string;
  /** Pixels; on a narrower screen the table scrolls inside itself. */
  minWidth: number;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The way to the other pages of the list. */
  pages?: PageTurnerProps;
}

/** A list as a table, one row a thing, with the way to its other pages. On a phone each row is a card. */
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
      <TableScroll label={`${label}, as a table`} contentClass={classes.scroll}>
        {/* Drawn as cards it stays a table, in browsers too that go by how it is drawn: hence the roles. */}
        <Table
          role="table"
          className={classes.table}
          style={{ "--list-width": `${minWidth}px` }}
          highlightOnHover
        >
          <TableThead role="rowgroup" className={classes.head}>
            <TableTr role="row">
              {columns.map((column) => (
                <TableTh
                  key={column.title}
                  role="columnheader"
                  scope="col"
                  title={column.meaning}
                  {...cellProps(column)}
                >
                  {column.untitled === true ? (
                    <VisuallyHidden>{column.title}</VisuallyHidden>
                  ) : (
                    column.title
                  )}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody role="rowgroup" className={classes.body}>
            {rows.map((row) => (
              <TableTr key={rowKey(row)} role="row" className={classes.row}>
                {columns.map((column) => (
                  <TableTd
                    key={column.title}
                    role={column.heading === true ? "rowheader" : "cell"}
                    data-title={column.title}
                    {...(column.small === true && { fz: "sm" })}
                    {...cellProps(column)}
                  >
                    <div className={classes.value}>{column.cell(row)}</div>
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

function cellProps<Row>({ as, untitled = false, minWidth, maxWidth }: ListColumn<Row>) {
  return {
    className: [classes.cell, as && classes[as], untitled && classes.untitled]
      .filter(Boolean)
      .join(" "),
    style: {
      ...(minWidth !== undefined && { "--cell-least": `${minWidth}px` }),
      ...(maxWidth !== undefined && { "--cell-most": `${maxWidth}px` }),
    } as CSSProperties,
  };
}
