import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { databaseTrouble, TROUBLE_WORDS } from "@/lib/platform/database-trouble";
import type { Refusal } from "@/lib/platform/result";
import { refusalForError } from "@/lib/people/access/action";
import { refusalResponse } from "@/lib/people/access/route";
import { authOptions } from "./sign-in";

/*
 * The edge of next-auth. Its own adapter for routes answers 500 to whatever it cannot read (a body, a cookie, a callback
 * address), and swallows that signing out failed; this one refuses in words what cannot be read, and says what failed.
 */

/** Answers a request to /api/auth/… @param action what stands behind that, such as ["callback", "credentials"]. */
export async function answerAuth(request: NextRequest, action: string[]): Promise<Response> {
  // A form that was sent, and is loaded again: next-auth knows no such page.
  if (request.method === "GET" && action.join("/") === "callback/credentials")
    return new Response(null, { status: 303, headers: { location: "/sign-in" } });
  const body = await readFields(request);
  if (body === null)
    return refusalResponse({
      code: "bad-json",
      message:
        "The request body is not valid JSON. Nothing was changed. Check its syntax, then send it again.",
    });
  const failures: unknown[] = [];
  const collected = new Collected();
  try {
    await NextAuth(
      askedFor(request, action, body) as never,
      collected as never,
      authOptions((error) => failures.push(error)),
    );
  } catch (error) {
    return refusalResponse(await refusalForError(error, request.method === "GET"));
  }
  const refusal =
    failures.length === 0 ? null : failureRefusal(request.method, action[0], failures[0]);
  return refusal === null ? collected.response() : refusalResponse(refusal);
}

/** Returns what is said instead of next-auth's answer, which leads to a page or forgets a cookie as if all went well; null where that is right. */
function failureRefusal(
  method: string,
  action: string | undefined,
  error: unknown,
): Refusal | null {
  // On the way back from a provider the browser is to arrive at a page; it says the same.
  if (action === "callback" && method === "GET") return null;
  const trouble = databaseTrouble(error);
  const ending =
    action === "signout"
      ? "You may still be signed in."
      : action === "callback"
        ? "You are not signed in."
        : "";
  if (trouble !== null) {
    const next =
      trouble === "disk-full" || trouble === "read-only"
        ? "Contact an administrator and try again later."
        : "Try again in a moment.";
    return {
      code: "unavailable",
      message: [TROUBLE_WORDS[trouble], ending, next].filter((part) => part !== "").join(" "),
    };
  }
  // next-auth's answer to a failed sign-in carries its code to the form.
  return action === "callback"
    ? null
    : {
        code: "failed",
        message: [
          "Something went wrong on the server.",
          ending,
          "Try again; if it keeps happening, contact an administrator.",
        ]
          .filter((part) => part !== "")
          .join(" "),
      };
}

type Fields = Record<string, unknown>;

/** The fields of a form or of a JSON object; none where there is no body, null for one that is neither. */
async function readFields(request: NextRequest): Promise<Fields | null> {
  const text = request.method === "POST" ? await request.text() : "";
  const type = request.headers.get("content-type") ?? "";
  if (text === "") return {};
  if (type.includes("application/x-www-form-urlencoded"))
    // eslint-disable-next-line no-restricted-syntax -- the body of a form, no address
    return Object.fromEntries(new URLSearchParams(text));
  if (!type.includes("application/json")) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : {};
  } catch {
    return null;
  }
}

/** The request as next-auth reads it, without callback addresses that are none: it takes those for a fault of its configuration. */
function askedFor(request: NextRequest, action: string[], { callbackUrl, ...body }: Fields) {
  const { origin, searchParams } = request.nextUrl;
  const cookies = request.cookies
    .getAll()
    .filter(
      ({ name, value }) => !name.endsWith("next-auth.callback-url") || isAddress(value, origin),
    );
  const query = [...searchParams].filter(
    ([name, value]) => name !== "callbackUrl" || isAddress(value, origin),
  );
  return {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    query: { ...Object.fromEntries(query), nextauth: action },
    cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
    body: isAddress(callbackUrl, origin) ? { ...body, callbackUrl } : body,
  };
}

function isAddress(wanted: unknown, origin: string): wanted is string {
  return (
    typeof wanted === "string" &&
    (wanted.startsWith("/")
      ? URL.canParse(wanted, origin)
      : /^https?:/i.test(wanted) && URL.canParse(wanted))
  );
}

/** What next-auth writes to a response of Node's, for a Response. */
class Collected {
  private code = 200;
  private readonly headers = new Map<string, string | string[]>();
  private text: string | null = null;

  status(code: number): this {
    this.code = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.headers.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  json(value: unknown): void {
    this.setHeader("content-type", "application/json");
    this.text = JSON.stringify(value);
  }

  send(value: unknown): void {
    if (typeof value === "string" || value === undefined) this.text = value ?? null;
    else this.json(value);
  }

  end(): void {}

  response(): Response {
    const headers = new Headers();
    for (const [name, value] of this.headers)
      for (const part of [value].flat()) headers.append(name, part);
    return new Response(this.text, { status: this.code, headers });
  }
}
