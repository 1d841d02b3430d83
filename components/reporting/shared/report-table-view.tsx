import {
  Badge,
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Fragment } from "react";
import { Link } from "@/components/ui/link";
import { NOTHING } from "@/lib/platform/numbers";
import {
  columnGroups,
  fullTitle,
  type Cell,
  type Column,
  type ReportTable,
} from "@/lib/reporting/files/table";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import { NumberHint } from "./number-hint";
import classes from "./report-table-view.module.css";

/** How a table is sorted by its URL. */
export interface TableSort {
  /** The key of each column, in their order; null: not sortable. */
  keys: readonly (string | null)[];
  /** Null: unsorted. */
  by: string | null;
  order: "asc" | "desc";
  /** The order that a column is sorted in first. */
  first: (key: string) => "asc" | "desc";
  /** Called on the server. */
  href: (key: string, order: "asc" | "desc") => string;
}

interface ReportTableViewProps {
  table: ReportTable;
  /**
   * The table's accessible name, where a heading above it says what it shows. Left out: the caption is shown above it with
   * what the numbers go by, and the notes below it.
   */
  name?: string;
  /** Pixels; on a narrower screen the table scrolls inside itself. */
  minWidth?: number;
  /** As wide as its content, for tables of few columns. */
  fit?: boolean;
  /** Smaller and closer, for long lists of numbers. */
  dense?: boolean;
  /** The first column becomes a heading above the rows that have the same value in it. */
  sections?: boolean;
  /** Strong cells, the best of their columns, have a background too. */
  shadeStrong?: boolean;
  /** How many columns after the first describe its row: on a phone they stand small in it, and leave their room to numbers. */
  describing?: number;
  sort?: TableSort;
  /** Stands in the place of a table without rows. */
  empty?: string;
}

/** Shows a report's table. Wide ones scroll inside themselves; what is below a number (n, its interval) is small. */
export function ReportTableView({
  table,
  name,
  minWidth = 80 * table.columns.length,
  fit = false,
  dense = false,
  sections = false,
  shadeStrong = false,
  describing = 0,
  sort,
  empty = "No data yet.",
}: ReportTableViewProps) {
  const label = name ?? table.caption;
  const body =
    table.rows.length === 0 ? (
      <Text fz="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      <TableScroll label={`${label}, as a table`}>
        <Table
          fz={dense ? "xs" : "sm"}
          style={{ "--table-width": `${minWidth}px` }}
          data-describing={describing || undefined}
          {...(fit && { w: "auto" })}
          verticalSpacing={dense ? 3 : 6}
          horizontalSpacing={6}
          className={`tabular ${classes.table}`}
          data-shade-strong={shadeStrong || undefined}
          aria-label={label}
        >
          <Head
            columns={table.columns}
            from={sections ? 1 : 0}
            describing={describing}
            sort={sort}
          />
          {sections ? (
            sectionsOf(table.rows).map(({ title, rows }, at) => (
              <TableTbody key={at}>
                <TableTr>
                  <TableTh
                    scope="rowgroup"
                    colSpan={table.columns.length - 1}
                    className={classes.section}
                  >
                    {title}
                  </TableTh>
                </TableTr>
                <Rows columns={table.columns.slice(1)} rows={rows} inSection />
              </TableTbody>
            ))
          ) : (
            <TableTbody>
              <Rows columns={table.columns} rows={table.rows} describing={describing} />
            </TableTbody>
          )}
        </Table>
      </TableScroll>
    );
  if (name !== undefined) return body;
  return (
    <Stack gap="xs" component="section" aria-label={table.caption}>
      <div>
        <Text fw={600}>{table.caption}</Text>
        <Sentences of={table.about ?? []} />
      </div>
      {body}
      <Sentences of={table.notes} />
    </Stack>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  return of.length === 0 ? null : (
    <Text fz="sm" c="dimmed" maw="90ch" style={{ overflowWrap: "anywhere" }}>
      {of.join(" ")}
    </Text>
  );
}

interface HeadProps {
  columns: readonly Column[];
  /** The first column that has a heading: one that became sections has none. */
  from: number;
  describing: number;
  sort: TableSort | undefined;
}

/** What marks a cell of a column that describes its row. */
const describes = (at: number, describing: number) => (at > 0 && at <= describing) || undefined;

function Head({ columns, from, describing, sort }: HeadProps) {
  return (
    <TableThead>
      {columns.some(({ group }) => group !== undefined) && (
        <TableTr>
          {columnGroups(columns.slice(from)).map(({ group, span }, at) => {
            if (group !== undefined)
              return (
                <TableTh key={at} colSpan={span} scope="colgroup" className={classes.group}>
                  {group}
                </TableTh>
              );
            // Of columns that describe their row a phone leaves out what is above them, too.
            const first = at === 0 ? Math.min(describing, span - 1) : 0;
            return (
              <Fragment key={at}>
                {first > 0 && <TableTd colSpan={first} data-describes />}
                <TableTd colSpan={span - first} />
              </Fragment>
            );
          })}
        </TableTr>
      )}
      <TableTr>
        {columns.slice(from).map((column, at) => (
          <ColumnHead
            key={at}
            column={column}
            sortKey={sort?.keys[from + at] ?? null}
            sort={sort}
            names={at === 0}
            describes={describes(at, describing)}
          />
        ))}
      </TableTr>
    </TableThead>
  );
}

interface ColumnHeadProps {
  column: Column;
  sortKey: string | null;
  sort: TableSort | undefined;
  /** The first one, of the rows' names. */
  names: boolean;
  describes: true | undefined;
}

function ColumnHead({ column, sortKey, sort, names, describes }: ColumnHeadProps) {
  const head = {
    scope: "col",
    ta: column.align === "right" ? "end" : "start",
    "data-describes": describes,
    ...(names && { className: classes.names! }),
  } as const;
  if (sort === undefined || sortKey === null)
    return (
      <TableTh {...head}>
        {column.meaning === undefined ? (
          column.title
        ) : (
          <abbr title={column.meaning} className={classes.abbreviation}>
            {column.title}
          </abbr>
        )}
      </TableTh>
    );
  const sorted = sort.by === sortKey ? sort.order : null;
  const next = sorted === null ? sort.first(sortKey) : sorted === "asc" ? "desc" : "asc";
  return (
    <TableTh
      {...head}
      aria-sort={sorted === null ? "none" : sorted === "asc" ? "ascending" : "descending"}
    >
      <Link
        className={classes.sort}
        href={sort.href(sortKey, next)}
        scroll={false}
        aria-label={`${fullTitle(column)}, sort ${next === "asc" ? "ascending" : "descending"}`}
      >
        {column.title}
        {sorted === "asc" && <IconArrowUp size={12} aria-hidden />}
        {sorted === "desc" && <IconArrowDown size={12} aria-hidden />}
      </Link>
    </TableTh>
  );
}

interface RowsProps {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  inSection?: boolean;
  describing?: number;
}

function Rows({ columns, rows, inSection = false, describing = 0 }: RowsProps) {
  return rows.map((cells, row) => (
    <TableTr key={row}>
      {cells.map((cell, at) =>
        at === 0 ? (
          <TableTh
            key={at}
            scope="row"
            className={classes.name}
            data-in-section={inSection || undefined}
            data-described={describing === 0 ? undefined : described(columns, cells, describing)}
          >
            <Content cell={cell} />
          </TableTh>
        ) : (
          <TableTd
            key={at}
            ta={columns[at]!.align === "right" ? "end" : "start"}
            className={columns[at]!.align === "right" ? classes.number : classes.text}
            data-describes={describes(at, describing)}
            data-strong={cell.strong || undefined}
            data-quiet={cell.quiet || undefined}
          >
            <Content cell={cell} dotted />
          </TableTd>
        ),
      )}
    </TableTr>
  ));
}

/** What the columns say that describe a row: "Size 10B · Cutoff 2024". */
function described(columns: readonly Column[], cells: readonly Cell[], describing: number): string {
  return cells
    .slice(1, describing + 1)
    .map(({ text, page }, at) =>
      [columns[at + 1]!.title, (page?.text ?? text) || NOTHING].join(" "),
    )
    .join(" · ");
}

/** What stands in a cell: a number that leads somewhere or explains itself, a badge where it is undefined, details below. */
function Content({ cell, dotted = false }: { cell: Cell; dotted?: boolean }) {
  const { text, details = [] } = cell.page ?? cell;
  return (
    <>
      <Figure cell={cell} text={text} dotted={dotted} />
      {details.map((detail, at) => (
        <span key={at} className={classes.detail}>
          {detail}
        </span>
      ))}
    </>
  );
}

function Figure({
  cell: { link, hint, undefinedBecause },
  text,
  dotted,
}: {
  cell: Cell;
  /** As pages print it. */
  text: string;
  dotted: boolean;
}) {
  if (undefinedBecause !== undefined)
    return (
      <Badge
        color="gray"
        miw="max-content"
        title={undefinedBecause}
        aria-label={`undefined: ${undefinedBecause}`}
      >
        undefined
      </Badge>
    );
  if (link !== undefined)
    return (
      <span title={hint}>
        <LinkAnchor
          href={link.href}
          inherit
          {...(dotted && { className: classes.link! })}
          {...(link.words !== undefined && { "aria-label": link.words })}
        >
          {text}
        </LinkAnchor>
      </span>
    );
  return hint === undefined ? text || NOTHING : <NumberHint words={hint}>{text}</NumberHint>;
}

/** Rows with the same first cell one after the other, without that cell. */
function sectionsOf(
  rows: readonly (readonly Cell[])[],
): { title: string; rows: (readonly Cell[])[] }[] {
  const sections: { title: string; rows: (readonly Cell[])[] }[] = [];
  for (const [first, ...cells] of rows) {
    const last = sections.at(-1);
    if (last !== undefined && last.title === first!.text) last.rows.push(cells);
    else sections.push({ title: first!.text, rows: [cells] });
  }
  return sections;
}
