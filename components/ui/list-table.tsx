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
import type { Sort, SortColumn } from "@/lib/platform/address";
import type { ListPage } from "@/lib/platform/lists";
import classes from "./list-table.module.css";
import { PageTurner } from "./page-turner";
import { SortLink, SortMenu, type Order } from "./list-orders";
import { TableScroll } from "./table-scroll";

/** A column of a list. */
export interface ListColumn<Row, Column extends string = string> {
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
  /** By what the list is sorted when this title is pressed, as its address says it. */
  sort?: Column;
  /** Says whose row it is: read with each of the others. */
  heading?: boolean;
  /** Smaller than the rest of the row. */
  small?: boolean;
  /** Pixels. */
  minWidth?: number;
  maxWidth?: number;
}

/** What someone asks of a list: another page, or another order, which begins on its first page. */
interface ListChange<Column extends string> {
  page: number;
  sort?: Sort<Column> | null;
}

interface ListTableProps<Row, Column extends string> {
  /** The accessible name of the list. */
  label: string;
  /** Pixels; on a narrower screen the table scrolls inside itself. */
  minWidth: number;
  columns: readonly ListColumn<Row, Column>[];
  /** All rows, or those of a page. */
  rows: readonly Row[] | ListPage<Row>;
  rowKey: (row: Row, at: number) => string | number;
  /** The column that the rows are sorted by; null: they are in their usual order. */
  sort?: Sort<Column> | null;
  /** The address of the list with this changed and all else as it is. */
  href?: (change: ListChange<Column>) => string;
  /** Cells hold texts of several lines, and begin beside each other. */
  tall?: boolean;
  /** Shown in its place where there is not one row. */
  empty?: ReactNode;
}

/** What a list gets from its page, by the state of the page's address. */
export type ListProps<
  Row,
  State extends { sort: Sort<string> | null } = { sort: Sort<never> | null },
> = Pick<ListTableProps<Row, SortColumn<State>>, "rows" | "sort" | "href" | "empty">;

/** A list as a table, one row a thing, with its orders and the way to its other pages. On a phone each row is a card. */
export function ListTable<Row, Column extends string = never>({
  label,
  minWidth,
  columns,
  rows,
  rowKey,
  sort = null,
  href,
  tall = false,
  empty,
}: ListTableProps<Row, Column>) {
  const list: ListPage<Row> =
    "total" in rows
      ? rows
      : { rows: [...rows], total: rows.length, page: 1, pageSize: rows.length };
  if (list.total === 0 && empty !== undefined) return empty;
  // One row has no order.
  const orders =
    href === undefined || list.total < 2
      ? []
      : columns.map((column) => orderOf(column, sort, href));
  return (
    <>
      <SortMenu orders={orders.filter((order) => order !== null)} />
      <TableScroll label={`${label}, as a table`} contentClass={classes.scroll}>
        {/* Drawn as cards it stays a table, in browsers too that go by how it is drawn: hence the roles. */}
        <Table
          role="table"
          className={classes.table}
          mod={{ tall }}
          style={{ "--list-width": `${minWidth}px` }}
          highlightOnHover
        >
          <TableThead role="rowgroup" className={classes.head}>
            <TableTr role="row">
              {columns.map((column, at) => {
                const order = orders[at] ?? null;
                return (
                  <TableTh
                    key={column.title}
                    role="columnheader"
                    scope="col"
                    title={column.meaning}
                    aria-sort={order?.now}
                    {...cellProps(column)}
                  >
                    {order !== null ? (
                      <SortLink {...order} />
                    ) : column.untitled === true ? (
                      <VisuallyHidden>{column.title}</VisuallyHidden>
                    ) : (
                      column.title
                    )}
                  </TableTh>
                );
              })}
            </TableTr>
          </TableThead>
          <TableTbody role="rowgroup" className={classes.body}>
            {list.rows.map((row, at) => (
              <TableTr key={rowKey(row, at)} role="row" className={classes.row}>
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
      {href !== undefined && <PageTurner list={list} label={label} href={href} />}
    </>
  );
}

function cellProps<Row>({ as, untitled = false, minWidth, maxWidth }: ListColumn<Row, string>) {
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

// Orders -----------------------------------------------------------------------------------------------------------

/** The order that the title of a column leads to; null: none. */
function orderOf<Row, Column extends string>(
  { title, sort: column }: ListColumn<Row, Column>,
  sort: Sort<Column> | null,
  href: (change: ListChange<Column>) => string,
): Order | null {
  if (column === undefined) return null;
  const chosen = sort?.column === column ? sort : null;
  return {
    title,
    now: chosen === null ? undefined : chosen.descending ? "descending" : "ascending",
    href: href({ page: 1, sort: nextSort(column, chosen) }),
  };
}

/** Upwards, downwards, and back to the usual order, as in the table of questions. */
function nextSort<Column extends string>(
  column: Column,
  chosen: Sort<Column> | null,
): Sort<Column> | null {
  if (chosen === null) return { column, descending: false };
  return chosen.descending ? null : { column, descending: true };
}
