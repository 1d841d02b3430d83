import { parseGrid } from "@/lib/dataset/questions/grid";
import { listGridIds } from "@/lib/dataset/questions/queries";
import { route } from "@/lib/people/access/route";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** The ids of a whole view of the grid, in its order, and its groups: ?category=…&sort=… as in the grid's address. */
export const GET = route(async (actor, request) =>
  jsonAnswer(await listGridIds(actor, parseGrid(new URL(request.url).searchParams)), {
    headers: { "cache-control": "no-store" },
  }),
);
