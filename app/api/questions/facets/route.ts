import { parseGrid } from "@/lib/dataset/questions/grid";
import { countFacets } from "@/lib/dataset/questions/queries";
import { route } from "@/lib/people/access/route";

/** How many questions each value of each filter has under the other filters of a grid's address. */
export const GET = route(async (actor, request) =>
  Response.json(await countFacets(actor, parseGrid(new URL(request.url).searchParams)), {
    headers: { "cache-control": "no-store" },
  }),
);
