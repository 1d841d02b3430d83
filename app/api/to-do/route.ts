import { route } from "@/lib/people/access/route";
import { getTodos } from "@/lib/home/queries";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** What there is to do at the places of the navigation: asked by every open window when it gets the focus. */
export const GET = route(async (actor) =>
  jsonAnswer(await getTodos(actor), { headers: { "cache-control": "no-store" } }),
);
