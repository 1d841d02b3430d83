import { readJson, route } from "@/lib/people/access/route";
import { findSimilarQuestions } from "@/lib/dataset/similar-questions/queries";
import { findSimilarQuestionsSchema } from "@/lib/dataset/similar-questions/schema";
import { jsonAnswer } from "@/lib/platform/json-answer";

/** The questions nearest to what someone is typing; a request and no action, so that it waits for no autosave. */
export const POST = route(async (actor, request) => {
  const input = findSimilarQuestionsSchema.parse(await readJson(request));
  return jsonAnswer(
    { similar: await findSimilarQuestions(actor, input) },
    { headers: { "cache-control": "no-store" } },
  );
});
