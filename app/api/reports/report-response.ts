import type { ReportTable } from "@/lib/reporting/files/table";
import { TABLE_ENDINGS, writeTable, type TableFormat } from "@/lib/reporting/files/write-table";
import { attachment } from "../download";

const MEDIA_TYPES: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  latex: "application/x-tex; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
};

/** A report as programs read it, or its table as a file. @param name of the file, without its ending */
export function reportResponse(
  format: TableFormat | "json",
  report: unknown,
  table: () => ReportTable,
  name: string,
): Response {
  if (format === "json")
    return new Response(`${JSON.stringify(report, null, 2)}\n`, {
      headers: { "content-type": "application/json", "cache-control": "no-store" },
    });
  return new Response(writeTable(table(), format), {
    headers: {
      ...attachment(`${name}.${TABLE_ENDINGS[format]}`, MEDIA_TYPES[format]),
      "cache-control": "no-store",
    },
  });
}

/** Returns the parameters of a URL; repeated ones as lists. */
export function parametersOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const all = searchParams.getAll(name);
      return [name, all.length === 1 ? all[0]! : all];
    }),
  );
}
