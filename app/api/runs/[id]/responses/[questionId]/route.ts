import { route } from "@/lib/people/access/route";
import { getResponseText } from "@/lib/runs/responses/queries";
import { idInUrl } from "@/lib/platform/fields";

/** Returns the full response text, unmodified. */
export const GET = route(
  async (actor, _request, context: { params: Promise<{ id: string; questionId: string }> }) => {
    const { id, questionId } = await context.params;
    const text = await getResponseText(actor, idInUrl.parse(id), idInUrl.parse(questionId));
    return new Response(text, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
        "cache-control": "no-store",
      },
    });
  },
);
