import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import type { Refusal, Result } from "@/lib/platform/result";
import { invalidInput, refusalForError } from "./action";
import type { Actor } from "./schema";
import { currentActor } from "./session";

const STATUS: Record<string, number> = { "signed-out": 401, "access-denied": 403, "cross-site": 403, "not-found": 404, invalid: 422, failed: 500 };

/**
 * Makes a route handler for signed-in people: answers 401, 403, 404, 422 and 500 as `{ refusal }` in JSON, and
 * refuses to write for other sites.
 * @example export const GET = route(async (actor, request, context: { params: Promise<{ name: string }> }) => …);
 */
export function route<Context = { params: Promise<Record<string, string | string[]>> }>(
  body: (actor: Actor, request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    if (isCrossSiteWrite(request)) {
      return refusalResponse({ code: "cross-site", message: "This request came from another site and was refused. Nothing was changed." });
    }
    try {
      const actor = await currentActor();
      if (actor === null) return refusalResponse({ code: "signed-out", message: "You are signed out. Sign in again, then repeat this." });
      return await body(actor, request, context);
    } catch (error) {
      unstable_rethrow(error);
      return refusalResponse(error instanceof z.ZodError ? invalidInput(error) : await refusalForError(error));
    }
  };
}

/** The edge of what anybody may read without an account; the query behind it asks whether that is switched on. */
export function publicRoute<Context>(body: (request: Request, context: Context) => Promise<Response>): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    try {
      return await body(request, context);
    } catch (error) {
      unstable_rethrow(error);
      return refusalResponse(error instanceof z.ZodError ? invalidInput(error) : await refusalForError(error));
    }
  };
}

/** A command's result as JSON: the value with 200, or the refusal (409 unless its code says otherwise). */
export function respond<T>(result: Result<T>): Response {
  return result.ok ? Response.json(result.value ?? null) : refusalResponse(result.refusal);
}

export function refusalResponse(refusal: Refusal, status = STATUS[refusal.code] ?? 409): Response {
  return Response.json({ refusal }, { status, headers: { "cache-control": "no-store" } });
}

/**
 * True when a browser sends this on behalf of another site. Browsers say so in Sec-Fetch-Site, old ones in Origin;
 * programs send neither, and cannot be made to by another site.
 */
export function isCrossSiteWrite(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get("host");
}
