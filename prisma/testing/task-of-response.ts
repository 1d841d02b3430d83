import { db } from "@/lib/platform/db";

/** The columns of a task that is one response, as opening a campaign writes them. */
export async function taskTo(
  responseId: number,
): Promise<{ responseId: number; unitKey: string; runIds: number[] }> {
  const { runId } = await db.response.findUniqueOrThrow({ where: { id: responseId } });
  return { responseId, unitKey: String(responseId), runIds: [runId] };
}
