import { route } from "@/lib/people/access/route";
import { NotFound } from "@/lib/platform/errors";
import { reportFileSchema } from "@/lib/reporting/files/schema";
import { TABLE_ENDINGS, writeTable, type TableFormat } from "@/lib/reporting/files/write-table";
import { REPORTS, type ReportParameters } from "@/lib/reporting/reports";
import { attachment } from "../../download";

const MEDIA_TYPES: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  latex: "application/x-tex; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
};

/** Any report as a file: `/api/reports/accuracy?runs=1,2&format=json|csv|latex|markdown&…`, by the parameters of its page. */
export const GET = route(
  async (actor, request, context: { params: Promise<{ report: string }> }) => {
    const { report: wanted } = await context.params;
    const read = Object.hasOwn(REPORTS, wanted) ? REPORTS[wanted]!.file : undefined;
    if (read === undefined) throw new NotFound(`The report “${wanted}”`);
    const parameters = parametersOf(request);
    const { format } = reportFileSchema.parse(parameters);
    const { name, report, table } = await read(actor, parameters, format);
    if (format === "json")
      return new Response(`${JSON.stringify(report, null, 2)}\n`, {
        headers: {
          ...attachment(`${name}.json`, "application/json"),
          "cache-control": "no-store",
        },
      });
    return new Response(writeTable(table, format), {
      headers: {
        ...attachment(`${name}.${TABLE_ENDINGS[format]}`, MEDIA_TYPES[format]),
        "cache-control": "no-store",
      },
    });
  },
);

function parametersOf(request: Request): ReportParameters {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const all = searchParams.getAll(name);
      return [name, all.length === 1 ? all[0]! : all];
    }),
  );
}
