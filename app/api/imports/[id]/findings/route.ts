import { z } from "zod";
import { route } from "@/lib/access/route";
import { describeFinding } from "@/lib/exchange/finding-words";
import { writeFindingsCsv } from "@/lib/exchange/formats/write-findings-csv";
import { importFindings, importProgress } from "@/lib/exchange/queries";

const id = z.coerce.number().int().positive().max(2_147_483_647);

/** Everything found in an import's file, as a CSV report: record, column, value, problem and remedy. */
export const GET = route(async (actor, _request, context: RouteContext<"/api/imports/[id]/findings">) => {
  const { importId, fileName } = await importProgress(actor, id.parse((await context.params).id));
  async function* findings() {
    for await (const batch of importFindings(actor, importId)) yield* batch;
  }
  const text = ReadableStream.from(writeFindingsCsv(findings(), describeFinding)) as ReadableStream<string>;
  const name = `${fileName.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "_")}-findings.csv`;
  return new Response(text.pipeThrough(new TextEncoderStream()), {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" },
  });
});
