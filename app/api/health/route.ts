import { readiness } from "@/lib/platform/health";
import { jsonAnswer } from "@/lib/platform/json-answer";

export const dynamic = "force-dynamic";

/** Both answers at once, for people: `live` is true by being sent, the rest is that of /api/health/ready. */
export async function GET(): Promise<Response> {
  const state = await readiness();
  return jsonAnswer(
    { live: true, ...state },
    { status: state.ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
