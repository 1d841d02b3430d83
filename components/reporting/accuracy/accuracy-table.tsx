import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import Link from "next/link";
import type { AccuracyColumn } from "@/lib/reporting/accuracy/accuracy-table";
import {
  intervalInWords,
  percentOf,
  rangeInWords,
  shareInWords,
} from "@/lib/reporting/accuracy/rules";
import {
  SORT_KEYS,
  type AccuracyReportRow,
  type AccuracyView,
  type SortKey,
} from "@/lib/reporting/accuracy/schema";
import type { Cell, Column, ReportTable } from "@/lib/reporting/files/table";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./accuracy.module.css";
import { Share } from "./share";
import { formatCount } from "@/lib/platform/format";

interface AccuracyTableProps {
  /** As accuracyReportTable made it from these rows. */
  table: ReportTable;
  rows: readonly AccuracyReportRow[];
  view: AccuracyView;
  /** The address that sorts by a column; called on the server. */
  sortHref: (sort: SortKey, order: "asc" | "desc") => string;
  /** Where a row's name leads; null: nowhere. */
  rowHref: (row: AccuracyReportRow) => string | null;
  /** Columns before those of accuracy beside Model, Size and Cutoff, by row. */
  extra?: readonly { title: string; cell: (row: AccuracyReportRow) => string }[];
}

/** The paper's table: sortable, each number with its n, the best of each column marked, intervals on hover and focus. */
export function AccuracyTable({
  table,
  rows,
  view,
  sortHref,
  rowHref,
  extra = [],
}: AccuracyTableProps) {
  const { columns } = table;
  const head = (column: Column, at: number) => {
    const key = SORT_KEYS[at]!;
    const sorted = view.sort === key ? view.order : null;
    // What is large is best first; names and gaps the other way.
    const first =
      key === "model" || key === "cutoff" || (view.measure === "gap" && at > 3) ? "asc" : "desc";
    const next = sorted === null ? first : sorted === "asc" ? "desc" : "asc";
    return (
      <TableTh
        key={key}
        scope="col"
        ta={column.align === "right" ? "end" : "start"}
        aria-sort={sorted === null ? "none" : sorted === "asc" ? "ascending" : "descending"}
      >
        <Link
          className={classes.sort}
          href={sortHref(key, next)}
          scroll={false}
          prefetch={false}
          aria-label={`${column.group === undefined ? "" : `${column.group}: `}${column.title}, sort ${next === "asc" ? "ascending" : "descending"}`}
        >
          {column.title}
          {sorted === "asc" && <IconArrowUp size={12} aria-hidden />}
          {sorted === "desc" && <IconArrowDown size={12} aria-hidden />}
        </Link>
      </TableTh>
    );
  };
  return (
    <TableScroll label={table.caption}>
      <Table
        fz="sm"
        miw={900}
        verticalSpacing={6}
        horizontalSpacing={extra.length > 1 ? 4 : 6}
        highlightOnHover
        aria-label={table.caption}
        className="tabular"
      >
        <TableThead>
          <TableTr>
            {groupsOf(columns).map(({ group, span }, at) =>
              at === 0 ? (
                <TableTd key={at} colSpan={span + extra.length} />
              ) : (
                <TableTh key={at} colSpan={span} scope="colgroup" className={classes.group}>
                  {group}
                </TableTh>
              ),
            )}
          </TableTr>
          <TableTr>
            {columns.slice(0, 3).map(head)}
            {extra.map(({ title }) => (
              <TableTh key={title} scope="col">
                {title}
              </TableTh>
            ))}
            {columns.slice(3).map((column, at) => head(column, at + 3))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {table.rows.map((cells, at) => {
            const row = rows[at]!;
            const href = rowHref(row);
            // The mark of incomplete coverage stays on the name's last line.
            const name = cells[0]!.text.replace(/ (?=†$)/, "\u00a0");
            return (
              <TableTr key={row.runId}>
                <TableTh scope="row" className={classes.model}>
                  {href === null ? (
                    name
                  ) : (
                    <LinkAnchor href={href} inherit>
                      {name}
                    </LinkAnchor>
                  )}
                </TableTh>
                <TableTd ta="end">{cells[1]!.text || "–"}</TableTd>
                <TableTd ta="end">{cells[2]!.text || "–"}</TableTd>
                {extra.map(({ title, cell }) => (
                  <TableTd key={title} style={{ whiteSpace: "nowrap" }}>
                    {cell(row) || "–"}
                  </TableTd>
                ))}
                <TableTd ta="end" className={classes.coverage}>
                  {cells[3]!.text}
                  <span className={classes.detail}>{cells[3]!.details?.[0]}</span>
                </TableTd>
                {cells.slice(4).map((cell, column) => (
                  <AccuracyCell
                    key={column}
                    cell={cell}
                    words={shareInWords(
                      row.accuracy[SORT_KEYS[column + 4] as AccuracyColumn][view.measure],
                    )}
                  />
                ))}
              </TableTr>
            );
          })}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function AccuracyCell({ cell, words }: { cell: Cell; words: string }) {
  return (
    <TableTd ta="end" className={classes.number} data-best={cell.strong} data-quiet={cell.quiet}>
      <Share
        words={`${words}${cell.strong === true ? "; best in column" : ""}`}
        strong={cell.strong === true}
      >
        {cell.text}
      </Share>
      {cell.details !== undefined && <span className={classes.detail}>{cell.details[0]}</span>}
    </TableTd>
  );
}

/** Neighbouring columns of one group; the first is what stands before the groups. */
function groupsOf(columns: readonly Column[]): { group: string; span: number }[] {
  const groups: { group: string; span: number }[] = [];
  for (const { group = "" } of columns) {
    const last = groups.at(-1);
    if (last?.group === group) last.span++;
    else groups.push({ group, span: 1 });
  }
  return groups;
}

/** Every share with its count, interval and bounds, to read and to print. */
export function IntervalTable({
  rows,
  view,
  columns,
}: {
  rows: readonly AccuracyReportRow[];
  view: AccuracyView;
  columns: readonly Column[];
}) {
  const titles = columns
    .slice(4)
    .map(({ group, title }) => (group === undefined ? title : `${group}: ${title}`));
  return (
    <Text component="details" fz="sm">
      <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
        Counts and 95% CIs
      </Text>
      <Text fz="xs" c="dimmed" my={4} maw="80ch">
        With credit: of the n responses with a verdict. Left out: rated, but without a verdict
        because ratings differ. Range: the percentage if none of these got credit, and if all did.
      </Text>
      <TableScroll label="Counts and 95% CIs">
        <Table
          fz="xs"
          w="auto"
          miw={520}
          verticalSpacing={3}
          className="tabular"
          aria-label="Counts and 95% CIs"
        >
          <TableThead>
            <TableTr>
              <TableTh scope="col">Questions</TableTh>
              {["With credit", "n", "Percent", "95% CI", "Left out", "Range"].map((title) => (
                <TableTh key={title} scope="col" ta="end">
                  {title}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          {rows.map((row) => (
            <TableTbody key={row.runId}>
              <TableTr>
                <TableTh scope="rowgroup" colSpan={7} fw={650} style={{ overflowWrap: "anywhere" }}>
                  {row.label}
                </TableTh>
              </TableTr>
              {titles.map((title, at) => {
                const found = row.accuracy[SORT_KEYS[at + 4] as AccuracyColumn][view.measure];
                const cells = [
                  formatCount(found.right),
                  formatCount(found.judged),
                  percentOf(found),
                  intervalInWords(found),
                  formatCount(found.leftOut),
                  rangeInWords(found),
                ];
                return (
                  <TableTr key={title}>
                    <TableTh scope="row" fw={450} ps="md">
                      {title}
                    </TableTh>
                    {cells.map((text, cell) => (
                      <TableTd key={cell} ta="end" style={{ whiteSpace: "nowrap" }}>
                        {text}
                      </TableTd>
                    ))}
                  </TableTr>
                );
              })}
            </TableTbody>
          ))}
        </Table>
      </TableScroll>
    </Text>
  );
}
