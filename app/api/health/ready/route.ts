import { readiness } from "@/lib/platform/health";
import { jsonAnswer } from "@/lib/platform/json-answer";

export const dynamic = "force-dynamic";

/** Requests can be served: the database answers and has every migration; else 503 and which of them is missing. */
export async function GET(): Promise<Response> {
  const state = await readiness();
  return jsonAnswer(state, {
    status: state.ready ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
