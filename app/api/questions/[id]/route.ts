import { may } from "@/lib/people/access/policy";
import { route } from "@/lib/people/access/route";
import { getQuestionDiscussion } from "@/lib/dataset/comments/queries";
import type { BesideQuestion } from "@/components/dataset/beside/beside-question";
import { getQuestion } from "@/lib/dataset/questions/queries";
import { NotFound } from "@/lib/platform/errors";
import { jsonAnswer } from "@/lib/platform/json-answer";
import { readQuestionId } from "@/lib/dataset/questions/address";

/** What the panel beside the grid shows of a question. */
export const GET = route(async (actor, _, context: { params: Promise<{ id: string }> }) => {
  const { id: text } = await context.params;
  const id = readQuestionId(text);
  if (id === null) throw new NotFound(`Question ${text}`);
  const [question, discussion] = await Promise.all([
    getQuestion(actor, id),
    may(actor, "questions.discuss") ? getQuestionDiscussion(actor, id) : (false as const),
  ]);
  return jsonAnswer({ question, discussion } satisfies BesideQuestion, {
    headers: { "cache-control": "no-store" },
  });
});
