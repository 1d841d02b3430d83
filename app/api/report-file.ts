import { reportFileSchema, type ReportFormat } from "@/lib/reporting/files/schema";
import { TABLE_ENDINGS, writeTable, type TableFormat } from "@/lib/reporting/files/write-table";
import type { ReportFile, ReportInput } from "@/lib/reporting/reports";
import { attachment } from "./download";

const MEDIA_TYPES: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  latex: "application/x-tex; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
};

/**
 * Answers with a report as a file, in the format that the address says.
 * @param read the report, by the address's parameters
 */
export async function answerWithReport(
  request: Request,
  read: (parameters: ReportInput, format: ReportFormat) => Promise<ReportFile>,
): Promise<Response> {
  const parameters = parametersOf(request);
  const { format } = reportFileSchema.parse(parameters);
  const { name, report, table } = await read(parameters, format);
  const [body, file] =
    format === "json"
      ? [`${JSON.stringify(report, null, 2)}\n`, attachment(`${name}.json`, "application/json")]
      : [
          writeTable(table, format),
          attachment(`${name}.${TABLE_ENDINGS[format]}`, MEDIA_TYPES[format]),
        ];
  return new Response(body, { headers: { ...file, "cache-control": "no-store" } });
}

function parametersOf(request: Request): ReportInput {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const all = searchParams.getAll(name);
      return [name, all.length === 1 ? all[0]! : all];
    }),
  );
}
