import { getQuestionDiscussion } from "@/lib/dataset/comments/queries";
import { earlierCommentsSchema } from "@/lib/dataset/comments/schema";
import { route } from "@/lib/people/access/route";
import { NotFound } from "@/lib/platform/errors";
import { jsonAnswer } from "@/lib/platform/json-answer";
import { readQuestionId } from "@/lib/dataset/questions/address";

/** What was said about a question before a row of its discussion. */
export const GET = route(async (actor, request, context: { params: Promise<{ id: string }> }) => {
  const { id: text } = await context.params;
  const id = readQuestionId(text);
  if (id === null) throw new NotFound(`Question ${text}`);
  const asked = new URL(request.url).searchParams;
  const { before } = earlierCommentsSchema.parse(Object.fromEntries(asked));
  return jsonAnswer(await getQuestionDiscussion(actor, id, before), {
    headers: { "cache-control": "no-store" },
  });
});
