import type { Refusal } from "./result";

/** The request did not get through, and changes nothing by itself: a read, a preview, a desk's question for work. */
export const UNREACHABLE: Refusal = {
  code: "network",
  message: "Couldn't reach the server. Your text is still here. Try again when you're back online.",
};

/**
 * The answer to a write was lost, so that nobody here knows whether it was done. For writes that carry a client key, or
 * that come to the same when repeated.
 */
export const UNKNOWN_OUTCOME: Refusal = {
  code: "network",
  message: "Couldn't reach the server, so this may or may not have been saved. Your text is still here. Try again; nothing is saved twice.",
};
