import type { IncomingHttpHeaders } from "node:http";
import { unusableCharacter } from "@/lib/platform/plain-fields";
import type { PlainAnswer } from "./plain-answer";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The parts of a request that are checked before it is handled. */
export interface AskedFor {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
}

/** How the server is reached: its public host and the proxies in front of it. */
export interface Reach {
  /** The host, with its port, of the address that people use. */
  host: string | null;
  trustedProxies: number;
}

/** Returns why a request is not passed on, or null: an unknown method, an address that no text can be, a write for another site. */
export function requestProblem(asked: AskedFor, reach: Reach): PlainAnswer | null {
  if (!METHODS.includes(asked.method ?? "")) {
    return {
      status: 405,
      code: "method",
      title: "Method not allowed",
      message: `Use one of ${METHODS.join(", ")}.`,
      headers: { Allow: METHODS.join(", ") },
    };
  }
  return addressProblem(asked.url ?? "") ?? originProblem(asked, reach);
}

/** Addresses are bytes that stand for a text: those that stand for none lead nowhere, and none of ours holds a NUL. */
function addressProblem(url: string): PlainAnswer | null {
  const [path, query] = split(url, "?");
  if (!path.startsWith("/") || !isText(path)) {
    return {
      status: 404,
      code: "not-found",
      title: "Page not found",
      message: "This URL contains characters that no page has. Check the URL.",
    };
  }
  // A query is read leniently, but what it stands for goes to the database.
  if (/%00/.test(query))
    return {
      status: 400,
      code: "invalid",
      title: "Invalid URL",
      message: "This URL contains an invisible character (%00). Remove it, then try again.",
    };
  return null;
}

function isText(path: string): boolean {
  try {
    return unusableCharacter(decodeURIComponent(path)) === null;
  } catch {
    return false;
  }
}

/**
 * A page takes writes (server actions) from its own pages alone. Next checks that too, but answers as if something broke;
 * and it believes X-Forwarded-Host from anyone. Route handlers and next-auth check for themselves.
 */
function originProblem({ method, url, headers }: AskedFor, reach: Reach): PlainAnswer | null {
  if (
    method === "GET" ||
    method === "HEAD" ||
    method === "OPTIONS" ||
    (url ?? "").startsWith("/api/")
  )
    return null;
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  const own = origin === undefined || ownHosts(headers, reach).includes(hostOf(origin) ?? "");
  if (own && (site === undefined || site === "same-origin" || site === "none")) return null;
  return {
    status: 403,
    code: "cross-site",
    title: "Request blocked",
    message: "This request came from another site. Nothing was changed.",
  };
}

/** The hosts that a page of ours may have been loaded from. */
export function ownHosts(headers: IncomingHttpHeaders, reach: Reach): string[] {
  const forwarded = reach.trustedProxies > 0 ? headers["x-forwarded-host"] : undefined;
  return [headers.host, reach.host, ...[forwarded ?? []].flat()].flatMap(
    (host) => host?.trim().toLowerCase() || [],
  );
}

/** Returns the host, with its port, of an origin; null for "null" and whatever else is none. */
export function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
