import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type { BreakdownRow } from "@/lib/agreement-reports/schema";
import { formatCount } from "../ui/format";
import { TableScroll } from "../ui/table-scroll";
import classes from "./agreement.module.css";
import { CoefficientCell } from "./pairs-table";
import { MODE_WORDS } from "./words";

const NAMES = { percent: "Percent", krippendorff: "Alpha", gwetAC1: "AC1" } as const;
const COLUMNS = (["relaxed", "strict"] as const).flatMap((mode) => (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((name) => ({ mode, name })));

interface BreakdownTableProps {
  title: string;
  rows: readonly BreakdownRow[];
  /** The disagreements of a part; called on the server. */
  href: (row: BreakdownRow, mode: "relaxed" | "strict") => string;
}

/** Agreement part by part: of categories, hops, runs, weeks. */
export function BreakdownTable({ title, rows, href }: BreakdownTableProps) {
  if (rows.length === 0) return <Text fz="sm" c="dimmed">Nothing was judged.</Text>;
  return (
    <TableScroll label={`Agreement by ${title.toLowerCase()}`}>
      <Table fz="sm" miw={760} verticalSpacing={6} horizontalSpacing="xs" className="tabular" aria-label={`Agreement by ${title.toLowerCase()}`}>
        <TableThead>
          <TableTr><TableTd colSpan={3} />{(["relaxed", "strict"] as const).map((mode) => <TableTh key={mode} colSpan={3} scope="colgroup" className={classes.group}>{MODE_WORDS[mode]}</TableTh>)}</TableTr>
          <TableTr>
            <TableTh scope="col">{title}</TableTh><TableTh scope="col" ta="end">Responses</TableTh><TableTh scope="col" ta="end">Compared</TableTh>
            {COLUMNS.map(({ mode, name }) => <TableTh key={`${mode} ${name}`} scope="col" ta="end">{NAMES[name]}</TableTh>)}
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.key}>
              <TableTh scope="row" className={classes.name}>{row.label}</TableTh><TableTd ta="end">{formatCount(row.responses)}</TableTd><TableTd ta="end">{formatCount(row.compared)}</TableTd>
              {COLUMNS.map(({ mode, name }) => (
                <TableTd key={`${mode} ${name}`} ta="end" style={{ whiteSpace: "nowrap" }}>
                  <CoefficientCell coefficient={row[mode][name]} link={{ href: href(row, mode), words: `${row.label}, ${MODE_WORDS[mode]}, ${NAMES[name]}` }} />
                </TableTd>
              ))}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
