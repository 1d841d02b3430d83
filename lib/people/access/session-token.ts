import { decode } from "next-auth/jwt";
import { z } from "zod";
import { now } from "@/lib/platform/clock";
import { environment } from "@/lib/platform/env";

/** What a session's token says. Name and roles are not in it: they are read again for every request. */
export const sessionTokenSchema = z.object({
  userId: z.number().int().positive(),
  sessionVersion: z.number().int().positive(),
  /** Tokens from before sessions had rows lack it. */
  sessionId: z.uuid().optional(),
});
export type SessionToken = z.infer<typeof sessionTokenSchema>;

/** As many as people work at once; the one that was asked for longest ago goes first. */
const MOST_KEPT = 2_000;
/** Tokens that were decrypted, by what stood in the cookie, and when they expire (ms). */
const kept = new Map<string, { token: SessionToken; until: number }>();

/**
 * Reads a session's token. What a token says never changes, so that each is decrypted once: a desk sends the same one with
 * every key. Whether the session still stands is another question, which the database is asked for each request.
 * @returns null for one that is missing, expired, or not signed by this server
 */
export async function readSessionToken(cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie) return null;
  const known = kept.get(cookie);
  kept.delete(cookie);
  if (known && known.until > now().getTime()) {
    kept.set(cookie, known);
    return known.token;
  }
  const said = await decode({ token: cookie, secret: environment().NEXTAUTH_SECRET! }).catch(
    // Expired, or not signed by this server: the same as no cookie.
    () => null,
  );
  const token = sessionTokenSchema.safeParse(said).data ?? null;
  if (token !== null && typeof said?.exp === "number") {
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(cookie, { token, until: said.exp * 1_000 });
  }
  return token;
}
