import { encode } from "next-auth/jwt";
import { cookies, headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { environment } from "@/lib/platform/env";
import { may, type Permission } from "./policy";
import { findSessionUser } from "./queries";
import { SESSION_SECONDS } from "./rules";
import type { Actor } from "./schema";
import { readSessionToken, type SessionToken } from "./session-token";

/** True when people reach this server by https, so that cookies must never travel without it. */
export function secureCookies(): boolean {
  return environment().NEXTAUTH_URL?.startsWith("https://") ?? false;
}

function sessionCookieName(): string {
  return secureCookies() ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/**
 * Who is asking, by the session cookie, checked against the database once a request.
 * @returns null when no one is signed in, or no longer: the session expired, the password changed, the account was
 * deactivated.
 */
export const currentActor = cache(async (): Promise<Actor | null> => {
  return (await actorAgain())();
});

/**
 * For answers that take long: who is asking now, each time that it is called.
 * @returns a function whose answer is that of currentActor, asked anew
 */
export async function actorAgain(): Promise<() => Promise<Actor | null>> {
  const token = await readSessionToken((await cookies()).get(sessionCookieName())?.value);
  const requestId = (await headers()).get("x-request-id");
  return async () => {
    const user = token && (await findSessionUser(token));
    return (
      user && {
        ...user,
        via: "web",
        ...(requestId !== null && { requestId }),
        ...(token.sessionId !== undefined && { sessionId: token.sessionId }),
      }
    );
  };
}

/**
 * The actor of a page. No one signed in: goes to the sign-in page and comes back from there.
 * @param permission what the page is for; without it the reader sees a "no access" page (403).
 */
export async function requireActor(permission?: Permission): Promise<Actor> {
  const actor = await currentActor();
  if (actor === null) {
    const here = (await headers()).get("x-request-path");
    redirect(
      here !== null && here !== "/"
        ? `/sign-in?callbackUrl=${encodeURIComponent(here)}`
        : "/sign-in",
    );
  }
  if (permission !== undefined && !may(actor, permission)) forbidden();
  return actor;
}

/** Where this request comes from, for limits on attempts and for the audit log. */
export async function requestOrigin(): Promise<{
  address: string;
  userAgent: string;
  requestId?: string;
}> {
  const incoming = await headers();
  const requestId = incoming.get("x-request-id");
  // Our own server sets this from the socket and overwrites what a client claims.
  return {
    address: incoming.get("x-client-address") ?? "unknown",
    userAgent: incoming.get("user-agent") ?? "",
    ...(requestId !== null && { requestId }),
  };
}

/** Gives this browser the session that the account has from now on; the others have ended. */
export async function renewSession(token: SessionToken): Promise<void> {
  const value = await encode({
    token: { ...token },
    secret: environment().NEXTAUTH_SECRET!,
    maxAge: SESSION_SECONDS,
  });
  (await cookies()).set(sessionCookieName(), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: secureCookies(),
    maxAge: SESSION_SECONDS,
  });
}
