import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import GithubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import { z } from "zod";
import { databaseTrouble } from "@/lib/platform/database-trouble";
import { environment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { refuse, type Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { signInWithPassword, signInWithProvider, signOut } from "./commands";
import { signInSchema } from "./schema";
import { knownBrowser, rememberBrowser } from "./known-browser";
import { findSessionUser } from "@/lib/people/access/queries";
import { redirectWithin, SESSION_SECONDS } from "@/lib/people/access/rules";
import { requestOrigin, secureCookies } from "@/lib/people/access/session";
import { sessionTokenSchema } from "@/lib/people/access/session-token";

type Provider = NextAuthOptions["providers"][number];

/** The outside providers whose variables are set, for the sign-in page's buttons. */
export function configuredProviders(): { id: string; name: string }[] {
  return outsideProviders().map(({ id, name }) => ({ id, name }));
}

/** Called with unexpected failures: next-auth would go on as if it were no more than a wrong password, or nothing. */
type Failed = (error: unknown) => void;

/** How next-auth signs people in here: the commands decide, the session's token says no more than whose it is. */
export function authOptions(failed: Failed): NextAuthOptions {
  return {
    ...(environment().NEXTAUTH_SECRET && { secret: environment().NEXTAUTH_SECRET }),
    useSecureCookies: secureCookies(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/account" },
    providers: [passwordProvider(failed), ...outsideProviders()],
    callbacks: {
      // next-auth's own takes the address apart without asking whether it is one.
      redirect: ({ url, baseUrl }) => redirectWithin(url, baseUrl),
      async signIn({ user, account, profile }) {
        if (account?.type !== "oauth") return true;
        const identity = verifiedEmailSchema.parse({ ...profile, name: user.name });
        const result = await unexpectedAsCode(failed, async () =>
          signInWithProvider(
            {
              provider: account.provider,
              email: identity.email,
              emailVerified: identity.email_verified,
              name: identity.name,
            },
            await requestOrigin(),
          ),
        );
        if (!result.ok) return `/sign-in?error=${result.refusal.code}`;
        // next-auth hands this very object on to the jwt callback.
        Object.assign(user, sessionTokenSchema.parse(result.value));
        return true;
      },
      async jwt({ token, user }) {
        if (user) return sessionTokenSchema.parse(user);
        const session = sessionTokenSchema.safeParse(token).data;
        if (!session || (await noting(failed, () => findSessionUser(session))) === null)
          throw new Error("This session has ended.");
        return session;
      },
      async session({ session, token }) {
        const user = await noting(failed, () => findSessionUser(sessionTokenSchema.parse(token)));
        return { expires: session.expires, user: { name: user?.name ?? null } };
      },
    },
    events: {
      async signOut({ token }) {
        const session = sessionTokenSchema.safeParse(token).data;
        if (session?.sessionId === undefined) return;
        const { userId, sessionId } = session;
        await noting(failed, async () => signOut({ userId, sessionId }, await requestOrigin()));
      },
    },
    logger: {
      error: (code, metadata) => {
        // A session that has ended is no error: next-auth forgets its cookie.
        if (code === "JWT_SESSION_ERROR") return;
        log().warn(
          { code, err: metadata instanceof Error ? metadata : metadata.error },
          "sign-in through next-auth failed",
        );
      },
      warn: (code) => log().debug({ code }, "next-auth"),
      debug: () => {},
    },
  };
}

function passwordProvider(failed: Failed): Provider {
  return CredentialsProvider({
    name: "Email and password",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    async authorize(credentials) {
      const input = signInSchema.safeParse(credentials);
      if (!input.success) throw new Error("wrong-credentials");
      const result = await unexpectedAsCode(failed, async () =>
        signInWithPassword(input.data, {
          ...(await requestOrigin()),
          knownBrowser: await knownBrowser(input.data.email),
        }),
      );
      if (result.ok) {
        await rememberBrowser(input.data.email);
        return { id: String(result.value.userId), ...sessionTokenSchema.parse(result.value) };
      }
      // next-auth carries a text to the form: the code, and the moment to try again where there is one.
      const { retryAt } = z
        .object({ retryAt: z.string() })
        .catch({ retryAt: "" })
        .parse(result.refusal.details);
      throw new Error([result.refusal.code, retryAt].filter((part) => part !== "").join("~"));
    },
  });
}

/**
 * Answers what no one foresaw with a code. next-auth would put the error's own message into an address for anyone to
 * read; here it goes to the log alone.
 */
async function unexpectedAsCode<T, C extends RefusalCode>(
  failed: Failed,
  work: () => Promise<Result<T, C>>,
): Promise<Result<T, C | "failed" | "unavailable">> {
  try {
    return await noting(failed, work);
  } catch (error) {
    return databaseTrouble(error) === null
      ? refuse("failed", "Couldn't sign you in because of a server problem.")
      : refuse("unavailable", "The database is currently unavailable.");
  }
}

/** Does something, and says when it fails. @throws what the work throws */
async function noting<T>(failed: Failed, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log().error({ err: error }, "sign-in or sign-out failed");
    failed(error);
    throw error;
  }
}

/** What we read of a provider's profile. OpenID providers say "true" as a word here and there. */
const verifiedEmailSchema = z.object({
  email: z
    .string()
    .nullish()
    .transform((email) => email ?? null),
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
    .catch(false),
  name: z
    .string()
    .nullish()
    .transform((name) => name ?? null),
});

const githubEmailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

function outsideProviders(): Provider[] {
  const {
    GITHUB_ID,
    GITHUB_SECRET,
    GOOGLE_ID,
    GOOGLE_SECRET,
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    OIDC_NAME,
  } = environment();
  const providers: Provider[] = [];
  if (GITHUB_ID && GITHUB_SECRET) {
    const github = GithubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET });
    github.userinfo = {
      url: "https://api.github.com/user",
      // GitHub's profile does not say which address is verified; its list of addresses does.
      async request({ client, tokens }) {
        const profile = await client.userinfo(tokens.access_token!);
        const response = await fetch("https://api.github.com/user/emails", {
          headers: {
            authorization: `Bearer ${tokens.access_token}`,
            accept: "application/vnd.github+json",
          },
        });
        const primary = response.ok
          ? githubEmailsSchema.parse(await response.json()).find((entry) => entry.primary)
          : undefined;
        return { ...profile, email: primary?.email, email_verified: primary?.verified ?? false };
      },
    };
    providers.push(github);
  }
  if (GOOGLE_ID && GOOGLE_SECRET)
    providers.push(GoogleProvider({ clientId: GOOGLE_ID, clientSecret: GOOGLE_SECRET }));
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    providers.push({
      id: "oidc",
      name: OIDC_NAME,
      type: "oauth",
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      authorization: { params: { scope: "openid email profile" } },
      checks: ["pkce", "state", "nonce"],
      idToken: true,
      userinfo: {
        // The ID token is verified in any case; many providers put the email into the user info alone.
        async request({ client, tokens }) {
          const claims = (tokens as typeof tokens & { claims(): Record<string, unknown> }).claims();
          if (!client.issuer.metadata.userinfo_endpoint) return claims;
          return {
            ...claims,
            ...(await client.userinfo(tokens as Parameters<typeof client.userinfo>[0])),
          };
        },
      },
      profile: (profile: { sub: string; name?: string; email?: string }) => ({
        id: profile.sub,
        name: profile.name ?? null,
        email: profile.email ?? null,
      }),
    });
  }
  return providers;
}
