import { parseGrid } from "@/lib/dataset/questions/grid";
import { describeChanges } from "@/lib/dataset/questions/queries";
import { gridRowsSchema } from "@/lib/dataset/questions/schema";
import { route } from "@/lib/people/access/route";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** What changed questions are for a view of the grid: ?ids=1,2,3&category=… as in the grid's address. */
export const GET = route(async (actor, request) => {
  const params = new URL(request.url).searchParams;
  const ids = gridRowsSchema.parse(params.get("ids"));
  return jsonAnswer(await describeChanges(actor, ids, parseGrid(params)), {
    headers: { "cache-control": "no-store" },
  });
});
