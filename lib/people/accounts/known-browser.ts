import { decode, encode } from "next-auth/jwt";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { z } from "zod";
import { environment } from "@/lib/platform/env";
import { secureCookies } from "@/lib/people/access/session";

/*
 * The browsers that an account has signed in from. A signed cookie says so for 90 days; attempts that come with it are
 * limited by themselves, so that strangers who guess at the account never shut its owner out.
 */

const KNOWN_SECONDS = 90 * 24 * 60 * 60;
const MOST_ACCOUNTS = 5;
/** Keeps the cookie apart from session tokens, which have the same secret. */
const SALT = "known browser";

const knownSchema = z.object({
  known: z.array(z.object({ email: z.string(), browser: z.uuid() })),
});
type Known = z.infer<typeof knownSchema>["known"];

const cookieName = () =>
  secureCookies() ? "__Secure-freshqa.known-browser" : "freshqa.known-browser";

async function readKnown(): Promise<Known> {
  const cookie = (await cookies()).get(cookieName())?.value;
  if (!cookie) return [];
  try {
    return (
      knownSchema.safeParse(
        await decode({ token: cookie, secret: environment().NEXTAUTH_SECRET!, salt: SALT }),
      ).data?.known ?? []
    );
  } catch {
    // Expired, or not signed by this server: a browser like any other.
    return [];
  }
}

/** Returns the id under which this browser is known to the account, or null. @param email as signInSchema gives it */
export async function knownBrowser(email: string): Promise<string | null> {
  return (await readKnown()).find((entry) => entry.email === email)?.browser ?? null;
}

/** Remembers for 90 days that the account signed in from this browser. */
export async function rememberBrowser(email: string): Promise<void> {
  const before = await readKnown();
  const mine = before.find((entry) => entry.email === email) ?? { email, browser: randomUUID() };
  const known = [mine, ...before.filter((entry) => entry.email !== email)].slice(0, MOST_ACCOUNTS);
  const value = await encode({
    token: { known },
    secret: environment().NEXTAUTH_SECRET!,
    maxAge: KNOWN_SECONDS,
    salt: SALT,
  });
  (await cookies()).set(cookieName(), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/api/auth",
    secure: secureCookies(),
    maxAge: KNOWN_SECONDS,
  });
}
