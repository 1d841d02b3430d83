import { parseGrid } from "@/lib/dataset/questions/grid";
import { listGridRows } from "@/lib/dataset/questions/queries";
import { gridRowsSchema } from "@/lib/dataset/questions/schema";
import { route } from "@/lib/people/access/route";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** Rows of the grid by their ids: ?ids=1,2,3&columns=… as in the grid's address. */
export const GET = route(async (actor, request) => {
  const params = new URL(request.url).searchParams;
  const ids = gridRowsSchema.parse(params.get("ids"));
  return jsonAnswer(await listGridRows(actor, ids, parseGrid(params).columns), {
    headers: { "cache-control": "no-store" },
  });
});
