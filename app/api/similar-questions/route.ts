import { readJson, route } from "@/lib/people/access/route";
import { findNeighbours } from "@/lib/dataset/similar-questions/queries";
import { findNeighboursSchema } from "@/lib/dataset/similar-questions/schema";

/** The questions nearest to what someone is typing; a request and no action, so that it waits for no autosave. */
export const POST = route(async (actor, request) => {
  const input = findNeighboursSchema.parse(await readJson(request));
  return Response.json(
    { neighbours: await findNeighbours(actor, input) },
    { headers: { "cache-control": "no-store" } },
  );
});
