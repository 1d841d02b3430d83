export const dynamic = "force-dynamic";

/** This process answers: nothing else is asked. For whoever restarts a process that hangs. */
export function GET(): Response {
  return Response.json({ live: true }, { headers: { "Cache-Control": "no-store" } });
}
