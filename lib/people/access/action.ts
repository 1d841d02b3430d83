import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { databaseTrouble, TROUBLE_WORDS } from "@/lib/platform/database-trouble";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { fieldErrors } from "@/lib/platform/fields";
import { rememberingWrites, somethingKept } from "@/lib/platform/kept-writes";
import { requestLog } from "@/lib/platform/log";
import type { EdgeCode, RefusalCode } from "@/lib/platform/refusal-codes";
import { refuse, type Refusal, type Result } from "@/lib/platform/result";
import type { Actor } from "./schema";
import { currentActor } from "./session";

/**
 * Makes the body of a server action: parses the input, finds the actor, runs `body`, and turns everything that can
 * go wrong into a refusal in our words, so that a form can show it and keep what was typed.
 *
 * Answers EdgeCode in addition to the codes of the command; `invalid` with `fields`.
 * @example export const renameSelf = action(renameSchema, (actor, input) => commands.renameSelf(actor, input));
 */
export function action<Schema extends z.ZodType, T, C extends RefusalCode>(
  schema: Schema,
  body: (actor: Actor, input: z.output<Schema>) => Promise<Result<T, C>>,
): (input: z.input<Schema>) => Promise<Result<T, C | EdgeCode>> {
  return guard(schema, async (input): Promise<Result<T, C | "signed-out">> => {
    const actor = await currentActor();
    if (actor === null) {
      return refuse(
        "signed-out",
        "You're signed out. Nothing was saved, but your text is still here. Sign in in another tab, then try again.",
      );
    }
    return body(actor, input);
  });
}

/** Like action(), for the few that are used before anyone is signed in (accepting an invitation, a reset link). */
export function publicAction<Schema extends z.ZodType, T, C extends RefusalCode>(
  schema: Schema,
  body: (input: z.output<Schema>) => Promise<Result<T, C>>,
): (input: z.input<Schema>) => Promise<Result<T, C | EdgeCode>> {
  return guard(schema, body);
}

function guard<Schema extends z.ZodType, T, C extends RefusalCode>(
  schema: Schema,
  body: (input: z.output<Schema>) => Promise<Result<T, C>>,
) {
  return async (input: unknown): Promise<Result<T, C | EdgeCode>> => {
    const parsed = schema.safeParse(input);
    if (!parsed.success) return { ok: false, refusal: invalidInput(parsed.error) };
    return rememberingWrites(async () => {
      try {
        return await body(parsed.data);
      } catch (error) {
        // redirect() and notFound() are control flow of the framework.
        unstable_rethrow(error);
        return { ok: false, refusal: await refusalForError(error) };
      }
    });
  };
}

/** Where only single fields are wrong, which the form marks. */
export const FIELDS_TO_FIX = "Not saved. Fix the highlighted fields.";

/** The refusal for input that the schema turned down, with words for each field. */
export function invalidInput(error: z.ZodError): Refusal<"invalid"> {
  const whole = error.issues.find((issue) => issue.path.length === 0);
  return {
    code: "invalid",
    message: whole?.message ?? FIELDS_TO_FIX,
    fields: fieldErrors(error),
  };
}

/**
 * Returns the refusal for something thrown. What no one foresaw is logged with the request's id and never shown. The
 * database's troubles have words of their own: `unavailable` when nothing was done, `unknown-outcome` when the connection
 * broke under a write, or whatever failed did so after a write that was kept.
 * @param reads whether the request changes nothing, so that there is no outcome to be unknown.
 */
export async function refusalForError(error: unknown, reads = false): Promise<Refusal<EdgeCode>> {
  // What was kept before stays kept: that nothing was changed is no longer so.
  const kept = somethingKept() && !reads;
  if (error instanceof AccessDenied && !kept) {
    return {
      code: "access-denied",
      message:
        "You don't have permission to do this. Nothing was changed. Ask an administrator for access.",
    };
  }
  if (error instanceof NotFound && !kept)
    return {
      code: "not-found",
      message: `${error.what} doesn't exist or was deleted. Nothing was changed.`,
    };
  const requestId = (await headers()).get("x-request-id");
  requestLog(requestId).error({ err: error }, "unexpected error");
  const trouble = databaseTrouble(error);
  if (kept || (trouble === "lost" && !reads)) {
    return {
      code: "unknown-outcome",
      message: `${trouble === null ? "Something went wrong on the server." : TROUBLE_WORDS[trouble]} This may or may not have been saved. Your text is still here. Try again; nothing is saved twice.`,
    };
  }
  if (trouble !== null) {
    const next =
      trouble === "disk-full" || trouble === "read-only"
        ? "Contact an administrator and try again later."
        : "Try again in a moment.";
    return {
      code: "unavailable",
      message: `${TROUBLE_WORDS[trouble]} ${reads ? "" : "Nothing was saved. "}${next}`,
    };
  }
  return {
    code: "failed",
    message:
      "Something went wrong on the server. Nothing was saved. Try again; if it keeps happening, contact an administrator" +
      (requestId === null ? "." : ` with error ID ${requestId}.`),
  };
}
