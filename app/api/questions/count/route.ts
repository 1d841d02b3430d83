import { parseGrid } from "@/lib/dataset/questions/grid";
import { countQuestions } from "@/lib/dataset/questions/queries";
import { route } from "@/lib/people/access/route";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** How many questions a view of the grid has: for the tabs of saved views. */
export const GET = route(async (actor, request) =>
  jsonAnswer(await countQuestions(actor, parseGrid(new URL(request.url).searchParams)), {
    headers: { "cache-control": "no-store" },
  }),
);
