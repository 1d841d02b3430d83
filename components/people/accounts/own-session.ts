import { UNKNOWN_SIGN_OUT, UNREACHABLE } from "@/lib/platform/lost-answers";
import type { Refusal } from "@/lib/platform/result";
import { hasFields } from "@/components/ui/has-fields";

/** The server's answer to signing in or out. */
export interface SessionAnswer {
  done: boolean;
  /** Why not, in the server's words; null where it only gave a code. */
  refusal: Refusal | null;
  /** The code, for which the form has words. */
  error: string | null;
}

/** Signs in with email and password. @param callbackPath a path of this site */
export function sendSignIn(
  values: { email: string; password: string },
  callbackPath: string,
): Promise<SessionAnswer> {
  return post(
    "/api/auth/callback/credentials",
    { ...values, callbackUrl: callbackPath },
    UNREACHABLE,
  );
}

/** Ends this browser's session. */
export function sendSignOut(): Promise<SessionAnswer> {
  return post("/api/auth/signout", { callbackUrl: "/sign-in" }, UNKNOWN_SIGN_OUT);
}

/** Posts a form to next-auth, with its token against forgery. Its own client leaves the page when the server cannot be reached. */
async function post(
  address: string,
  fields: Record<string, string>,
  unreachable: Refusal,
): Promise<SessionAnswer> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf", { cache: "no-store" })).json()) as {
      csrfToken: string;
    };
    const answer = await fetch(address, {
      method: "POST",
      // eslint-disable-next-line no-restricted-syntax -- the body of a form, no address
      body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
    });
    const said: unknown = await answer.json();
    if (
      hasFields(said, { refusal: "object" }) &&
      hasFields(said.refusal, { code: "string", message: "string" })
    ) {
      return { done: false, refusal: said.refusal as unknown as Refusal, error: null };
    }
    const leadsTo = hasFields(said, { url: "string" })
      ? new URL(said.url as string, window.location.href).searchParams
      : null;
    // Sent back for another token: this browser did not keep the one that it was given.
    const error =
      leadsTo === null ? "failed" : leadsTo.has("csrf") ? "no-cookies" : leadsTo.get("error");
    return { done: answer.ok && error === null, refusal: null, error };
  } catch {
    return { done: false, refusal: unreachable, error: null };
  }
}
