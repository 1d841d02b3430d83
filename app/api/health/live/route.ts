export const dynamic = "force-dynamic";

/** Liveness probe: returns 200 if the process can respond. Checks no dependencies. */
export function GET(): Response {
  return Response.json({ live: true }, { headers: { "Cache-Control": "no-store" } });
}
