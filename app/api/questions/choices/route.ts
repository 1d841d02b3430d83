import { route } from "@/lib/people/access/route";
import { listGridChoices } from "@/lib/dataset/questions/queries";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** What the grid's menus offer: authors, evidence hosts, saved views. */
export const GET = route(async (actor) =>
  jsonAnswer(await listGridChoices(actor), { headers: { "cache-control": "no-store" } }),
);
