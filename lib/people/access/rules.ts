import { ROLES, type Role } from "./roles";

/**
 * The path to go to after signing in: only one of this very site, whatever an address claims.
 * @returns the path, query and fragment, or "/" for anything that could lead elsewhere (or back to signing in).
 */
export function safeCallbackPath(wanted: string | null | undefined): string {
  // Browsers read "\" as "/" and drop tabs and line ends, so "/\evil.example" and "/<tab>/evil.example" leave the site.

  if (!wanted || !wanted.startsWith("/") || /^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(wanted))
    return "/";
  const base = "http://this.invalid";
  if (!URL.canParse(wanted, base)) return "/";
  const url = new URL(wanted, base);
  if (
    url.origin !== base ||
    /^\/(sign-in|api)(\/|$)/.test(url.pathname) ||
    url.pathname.startsWith("//")
  )
    return "/";
  return url.pathname + url.search + url.hash;
}

/**
 * Where next-auth may redirect to: this very site. What it is given may be a path, an address, or nothing of the kind.
 * @returns an absolute address on `baseUrl`.
 */
export function redirectWithin(wanted: string, baseUrl: string): string {
  if (!URL.canParse(wanted, baseUrl)) return baseUrl;
  const url = new URL(wanted, baseUrl);
  // "?q=100%", as people write it.
  const href = url.href.replace(/%(?![\da-f]{2})/gi, "%25");
  return url.origin === new URL(baseUrl).origin && isText(href) ? href : baseUrl;
}

/** Whether an address stands for a text: next-auth keeps it in a cookie, and what reads that takes others for an error. */
function isText(href: string): boolean {
  try {
    return !decodeURIComponent(href).includes("\0");
  } catch {
    return false;
  }
}

/** The roles this version knows, in their usual order; anything else gives no rights. */
export function knownRoles(roles: readonly string[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** How long a session lasts, in seconds; afterwards its person signs in again. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;
/** How often a session's last use is written down, at most, in milliseconds. */
export const SEEN_EVERY_MS = 60 * 60 * 1000;
