import { attachment, streamBody } from "@/app/api/download";
import { route } from "@/lib/people/access/route";
import { describeFinding } from "@/lib/dataset/imports/finding-messages";
import { writeFindingsCsv } from "@/lib/dataset/file-formats/write-findings-csv";
import { importFindings } from "@/lib/dataset/imports/plan-queries";
import { importProgress } from "@/lib/dataset/imports/queries";
import { idInUrl } from "@/lib/platform/fields";

/** Everything found in an import's file, as a CSV report: record, column, value, problem and remedy. */
export const GET = route(async (actor, _request, context: { params: Promise<{ id: string }> }) => {
  const { importId, fileName } = await importProgress(
    actor,
    idInUrl.parse((await context.params).id),
  );
  async function* findings() {
    for await (const batch of importFindings(actor, importId)) yield* batch;
  }
  const name = `${fileName.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "_")}-findings.csv`;
  return new Response(await streamBody(writeFindingsCsv(findings(), describeFinding)), {
    headers: { ...attachment(name, "text/csv; charset=utf-8"), "cache-control": "no-store" },
  });
});
