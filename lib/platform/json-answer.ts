/**
 * By this header a route says how long its body is. Next drops Content-Length from what a route answers; the server puts
 * this in its place (lib/launcher/http-server.ts).
 */
export const BODY_LENGTH = "x-body-length";

/** An answer in JSON that says its length: so a small one is sent as it is, since compressing it would make it larger. */
export function jsonAnswer(value: unknown, { headers, ...init }: ResponseInit = {}): Response {
  const body = JSON.stringify(value);
  const all = new Headers(headers);
  all.set("content-type", "application/json");
  all.set(BODY_LENGTH, String(Buffer.byteLength(body)));
  return new Response(body, { ...init, headers: all });
}
