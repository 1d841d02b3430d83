import { route } from "@/lib/people/access/route";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import { judgmentExportSchema } from "@/lib/reporting/judgment-export/schema";
import { attachment, streamBody } from "../../download";

/** Judgments as a file, or responses with what else is said of them: `?campaign=ID` or `?run=ID`, `&rows=judgments|responses&format=csv|jsonl|xlsx|parquet&spreadsheet=0|1`. */
export const GET = route(async (actor, request) => {
  const file = await openJudgmentExport(
    actor,
    judgmentExportSchema.parse(Object.fromEntries(new URL(request.url).searchParams)),
  );
  return new Response(await streamBody(file.bytes), {
    headers: { ...attachment(file.fileName, file.mediaType), "cache-control": "no-store" },
  });
});
