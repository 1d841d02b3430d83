import { route } from "@/lib/people/access/route";
import { searchEverywhere } from "@/lib/home/quick-search/queries";
import { quickSearchSchema } from "@/lib/home/quick-search/schema";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** What the search of Ctrl+K finds beyond pages and actions, which the browser knows itself. */
export const GET = route(async (actor, request) => {
  const { q } = quickSearchSchema.parse({ q: new URL(request.url).searchParams.get("q") });
  return jsonAnswer(
    { found: await searchEverywhere(actor, q) },
    { headers: { "cache-control": "no-store" } },
  );
});
