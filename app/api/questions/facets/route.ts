import { parseGrid } from "@/lib/dataset/questions/grid";
import { countFacets } from "@/lib/dataset/questions/queries";
import { route } from "@/lib/people/access/route";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** How many questions each value of each filter has under the other filters of a grid's address. */
export const GET = route(async (actor, request) =>
  jsonAnswer(await countFacets(actor, parseGrid(new URL(request.url).searchParams)), {
    headers: { "cache-control": "no-store" },
  }),
);
