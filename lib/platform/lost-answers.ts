import type { LostCode, RefusalCode } from "./refusal-codes";
import type { Refusal, Result } from "./result";

/** The request did not get through, and changes nothing by itself: a read, a preview, a desk's question for work. */
export const UNREACHABLE: Refusal<"network"> = {
  code: "network",
  message: "Couldn't reach the server. Your text is still here. Try again when you're back online.",
};

/** What a desk says while its outbox waits for the network. @param entries what it keeps: "Your ratings" */
export function deskUnreachable(entries: string): Refusal<"network"> {
  return {
    code: "network",
    message: `Couldn't reach the server. ${entries} are kept on this device and will be sent when you're back online.`,
  };
}

/**
 * The answer to a write was lost, so that no one here knows whether it was done. For writes that carry a client key, or
 * that come to the same when repeated.
 */
export const UNKNOWN_OUTCOME: Refusal<"unknown-outcome"> = {
  code: "unknown-outcome",
  message:
    "Couldn't reach the server, so this may or may not have been saved. Your text is still here. Try again; nothing is saved twice.",
};

/** One entry of an outbox that the server took too long for. */
export const NO_ANSWER: Refusal<"no-answer"> = {
  code: "no-answer",
  message:
    "The server didn't respond, so this may or may not have been saved. It is kept on this device. Retry it; nothing is saved twice.",
};

/** A changed password ends the session that asked for it, so that a repeat cannot answer. */
export const UNKNOWN_PASSWORD: Refusal<"unknown-outcome"> = {
  code: "unknown-outcome",
  message:
    "Couldn't reach the server, so your password may or may not have been changed. Try again. If you're asked to sign in, use the new password first.",
};

/** Shown when no answer came to signing out of this browser. */
export const UNKNOWN_SIGN_OUT: Refusal<"unknown-outcome"> = {
  code: "unknown-outcome",
  message:
    "Couldn't reach the server, so you may still be signed in. Try again when you're back online.",
};

/** A file that was on its way. Sent again, it opens no second import. */
export function unknownUpload(fileName: string): Refusal<"unknown-outcome"> {
  return {
    code: "unknown-outcome",
    message: `The connection was lost, or “${fileName}” was moved or changed, so the file may or may not have been uploaded. The dataset was not changed. Check the connection and the file, then choose it again; nothing is imported twice.`,
  };
}

/** Shown when a file that the server only reads did not arrive. */
export function unsentFile(fileName: string): Refusal<"network"> {
  return {
    code: "network",
    message: `Couldn't send “${fileName}”: the connection was lost, or the file was moved or changed. Your selections are still here. Check both and try again.`,
  };
}

/** Whether no one knows if a write was done: its answer was lost on the way to us, or on the way from the database. */
export function isUnknown(refusal: Refusal): boolean {
  return refusal.code === "unknown-outcome" || refusal.code === NO_ANSWER.code;
}

/** Returns the title for a refusal: `title` says that something was not done, and holds only where that is known. */
export function titleOf(refusal: Refusal, title: string): string {
  return isUnknown(refusal) ? "Outcome unknown" : title;
}

/** Returns the answer to a call of the server, or `lost` as a refusal where no answer came. */
export async function answerOf<T, C extends RefusalCode, L extends LostCode>(
  call: Promise<Result<T, C>>,
  lost: Refusal<L>,
): Promise<Result<T, C | L>> {
  return call.catch(() => ({ ok: false, refusal: lost }));
}
