import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReportTable } from "@/lib/reporting/files/table";
import { ReportTableView } from "./report-table-view";

interface FoldedTableProps {
  table: ReportTable;
  minWidth: number;
  /** Explains the columns, above the table. */
  children: ReactNode;
  /** Below the table. */
  files?: ReactNode;
}

/** A long table of numbers to read and to print, in sections, folded away under its caption. */
export function FoldedTable({ table, minWidth, children, files }: FoldedTableProps) {
  return (
    <Text component="details" fz="sm">
      <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
        {table.caption}
      </Text>
      <Text fz="xs" c="dimmed" my={4} maw="80ch">
        {children}
      </Text>
      <ReportTableView name={table.caption} table={table} sections fit dense minWidth={minWidth} />
      {files}
    </Text>
  );
}
