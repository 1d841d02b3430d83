import { route } from "@/lib/people/access/route";
import type { Actor } from "@/lib/people/access/schema";
import { exportHistory } from "@/lib/dataset/exports/history-queries";
import { exportAsOf, exportCurrent } from "@/lib/dataset/exports/queries";
import { exportAddressSchema } from "@/lib/dataset/exports/schema";
import { attachment, streamBody } from "../download";

const headersOf = (file: { fileName: string; mediaType: string }) => ({
  ...attachment(file.fileName, file.mediaType),
  "cache-control": "no-store",
});

function fileOf(actor: Actor, request: Request) {
  const { rows, asOf, ...wanted } = exportAddressSchema.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (rows === "history") return exportHistory(actor, wanted);
  return asOf === undefined ? exportCurrent(actor, wanted) : exportAsOf(actor, asOf, wanted);
}

/** The present state of the dataset, or that of a day, or every revision: `?rows=questions|history&format=csv|xlsx|jsonl|parquet&preamble=0|1&spreadsheet=0|1&asOf=YYYY-MM-DD`. */
export const GET = route(async (actor, request) => {
  const file = await fileOf(actor, request);
  return new Response(await streamBody(file.bytes), { headers: headersOf(file) });
});

export const HEAD = route(
  async (actor, request) =>
    new Response(null, { headers: headersOf(await fileOf(actor, request)) }),
);
