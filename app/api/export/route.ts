import { route } from "@/lib/access/route";
import { exportPresentState } from "@/lib/dataset-export/queries";
import { exportRequestSchema } from "@/lib/dataset-export/schema";
import { attachment, streamBody } from "../download";

const headersOf = (file: { fileName: string; mediaType: string }) => ({ ...attachment(file.fileName, file.mediaType), "cache-control": "no-store" });
const requestOf = (request: Request) => exportRequestSchema.parse(Object.fromEntries(new URL(request.url).searchParams));

/** The present state of the data set: `?format=csv|xlsx|jsonl&preamble=0|1`. */
export const GET = route(async (actor, request) => {
  const file = await exportPresentState(actor, requestOf(request));
  return new Response(await streamBody(file.bytes), { headers: headersOf(file) });
});

export const HEAD = route(async (actor, request) => new Response(null, { headers: headersOf(await exportPresentState(actor, requestOf(request))) }));
