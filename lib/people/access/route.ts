import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { rememberingWrites } from "@/lib/platform/kept-writes";
import { htmlText, PLAIN_PAGE_POLICY, plainPage } from "@/lib/platform/plain-page";
import type { AnyResult, Refusal } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { FIELDS_TO_FIX, invalidInput, refusalForError } from "./action";
import type { Actor } from "./schema";
import { currentActor } from "./session";
import { BODY_LENGTH, jsonAnswer } from "@/lib/platform/json-answer";

const STATUS: Partial<Record<RefusalCode, number>> = {
  "bad-json": 400,
  "signed-out": 401,
  "access-denied": 403,
  "cross-site": 403,
  "not-found": 404,
  "too-large": 413,
  invalid: 422,
  failed: 500,
  unavailable: 503,
};

/** The most that a JSON body may have, in bytes. The server in front refuses what is larger before it is read. */
const MAX_JSON_BYTES = 1_000_000;

/** Thrown by readJson; the edge answers with its refusal. */
class UnreadableBody extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = "UnreadableBody";
  }
}

/**
 * Makes a route handler for signed-in people: answers 401, 403, 404, 422 and 500 as `{ refusal }` in JSON, or as a page in
 * words to a browser that was led here by a link, and refuses to write for other sites.
 * @example export const GET = route(async (actor, request, context: { params: Promise<{ name: string }> }) => …);
 */
export function route<Context = { params: Promise<Record<string, string | string[]>> }>(
  body: (actor: Actor, request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    if (isCrossSiteWrite(request)) {
      return refusalResponse({
        code: "cross-site",
        message: "Cross-site request blocked. Nothing was changed.",
      });
    }
    return answering(request, async () => {
      const actor = await currentActor();
      if (actor === null)
        return refuseRequest(request, {
          code: "signed-out",
          message: "You're signed out. Sign in, then try again.",
        });
      return body(actor, request, context);
    });
  };
}

/** The edge of what anyone may read without an account; the query behind it asks whether that is switched on. */
export function publicRoute<Context>(
  body: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return (request, context) => answering(request, () => body(request, context));
}

/** Turns whatever is thrown into a refusal, which knows whether something was saved before. */
function answering(request: Request, work: () => Promise<Response>): Promise<Response> {
  return rememberingWrites(async () => {
    try {
      return await work();
    } catch (error) {
      unstable_rethrow(error);
      return refuseRequest(request, await refusalFor(error, request));
    }
  });
}

async function refusalFor(error: unknown, { method }: Request): Promise<Refusal> {
  if (error instanceof UnreadableBody) return error.refusal;
  return error instanceof z.ZodError
    ? invalidInput(error)
    : refusalForError(error, method === "GET" || method === "HEAD");
}

/**
 * Returns the body of a request as JSON, for use within route(): a body that is larger than `limit` bytes ends the request
 * with 413, one that is missing or no JSON with 400. What the value means is for a schema to say.
 */
export async function readJson(request: Request, limit = MAX_JSON_BYTES): Promise<unknown> {
  const tooLarge = () =>
    new UnreadableBody({
      code: "too-large",
      message: `This is too large: ${limit / 1e6} MB maximum. Nothing was saved.`,
    });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > limit) throw tooLarge();
    parts.push(part);
  }
  if (size === 0)
    throw new UnreadableBody({
      code: "bad-json",
      message: "The request has no body. Nothing was changed. Send JSON.",
    });
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    throw new UnreadableBody({
      code: "bad-json",
      message:
        "The request body is not valid JSON. Nothing was changed. Check its syntax, then send it again.",
    });
  }
}

/** A command's result as JSON: the value with 200, or the refusal (409 unless its code says otherwise). */
export function respond<T>(result: AnyResult<T>): Response {
  return result.ok ? jsonAnswer(result.value ?? null) : refusalResponse(result.refusal);
}

export function refusalResponse(refusal: Refusal, status = STATUS[refusal.code] ?? 409): Response {
  return jsonAnswer(
    { refusal },
    {
      status,
      headers: { "cache-control": "no-store", ...(status === 503 && { "retry-after": "5" }) },
    },
  );
}

/** A refusal for whoever asked: a program reads JSON, a person who followed a link to a file reads a page. */
function refuseRequest(request: Request, refusal: Refusal): Response {
  const answer = refusalResponse(refusal);
  if (request.method !== "GET" || !request.headers.get("accept")?.includes("text/html"))
    return answer;
  const headers = new Headers(answer.headers);
  headers.delete(BODY_LENGTH);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", PLAIN_PAGE_POLICY);
  return new Response(refusalPage(request, refusal), { status: answer.status, headers });
}

const TITLES: Partial<Record<RefusalCode, string>> = {
  "signed-out": "You're signed out",
  "access-denied": "Access denied",
  "not-found": "Not found",
  failed: "Something went wrong",
  unavailable: "Try again in a moment",
};

function refusalPage(request: Request, { code, message, fields = {} }: Refusal): string {
  // There is no form with fields to mark: each problem is said.
  const words = [...(message === FIELDS_TO_FIX ? [] : [message]), ...Object.values(fields)];
  const [href, label] =
    code === "signed-out"
      ? ["/sign-in", "Sign in"]
      : (backFrom(request) ?? ["/", "Go to the home page"]);
  return plainPage(
    TITLES[code] ?? "This file can't be made",
    [
      ...words.map((text) => `<p>${htmlText(text)}</p>`),
      `<p><a href="${htmlText(href)}">${label}</a></p>`,
    ].join("\n"),
  );
}

/** The page of ours with the link that led here. */
function backFrom(request: Request): [href: string, label: string] | null {
  const from = request.headers.get("referer");
  if (from === null || !URL.canParse(from)) return null;
  const { host, pathname, search } = new URL(from);
  return host === request.headers.get("host") && !pathname.startsWith("/api/")
    ? [pathname + search, "Back to the page before"]
    : null;
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
