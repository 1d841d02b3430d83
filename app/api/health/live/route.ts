import { jsonAnswer } from "@/lib/platform/json-answer";

export const dynamic = "force-dynamic";

/** Liveness probe: returns 200 if the process can respond. Checks no dependencies. */
export function GET(): Response {
  return jsonAnswer({ live: true }, { headers: { "Cache-Control": "no-store" } });
}
