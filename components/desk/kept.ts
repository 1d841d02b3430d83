import { hasFields } from "@/components/ui/has-fields";
import type { Refusal } from "@/lib/platform/result";

/**
 * Something that was done on this device and is not saved yet. It is kept until the server has answered, and carries a
 * key of its own, so that sending it again does nothing twice.
 */
export interface Kept {
  clientKey: string;
  step: string;
  /** The version of the wire that the body was made for; 1 where none is named. */
  version?: number;
  /** What is sent. */
  body: Record<string, unknown>;
  /** In words: "Verified Q17". */
  label: string;
  /** Milliseconds since 1970. Entries about one thing are sent in this order. */
  at: number;
  /** It may have reached the server: this window or another one of this device has sent it. */
  tried?: true | undefined;
  /** Why it is not saved: the server rejected it or kept failing at it, and its person must resolve it. */
  refused?: Refusal | undefined;
  /** The client key of the own entry that this one corrects or takes back. */
  about?: string | undefined;
}

/** The client key of the own entry that an entry corrects or takes back; null where it is about none. */
export function aboutOf({ about, body }: Kept): string | null {
  const key = about ?? body.supersedes ?? body.undoes;
  return typeof key === "string" ? key : null;
}

/** Whether something that the device kept can be sent: an older version of the page may have written it. */
export function isKept(value: unknown): value is Kept {
  return (
    hasFields(value, {
      clientKey: "string",
      step: "string",
      body: "object",
      label: "string",
      at: "number",
    }) &&
    (value.version === undefined || hasFields(value, { version: "number" })) &&
    (value.refused === undefined || hasFields(value.refused, { code: "string", message: "string" }))
  );
}

const OTHER_VERSION: Refusal<"out-of-date"> = {
  code: "out-of-date",
  message:
    "It was entered in another version of this page and can't be sent from this one. Reload the page. If it's still listed then, enter it again and discard this entry.",
};

/**
 * What is kept, as the present version of the wire has it. What was refused for its form alone is sent again in the new one;
 * what is older than the version before, or newer than this page, is not sent, and needs its person's attention.
 */
export function upToDate(
  kept: Kept,
  { version, earlier }: { version: number; earlier: ((kept: Kept) => Kept) | null },
): Kept {
  const made = kept.version ?? 1;
  if (made === version) return kept;
  if (made !== version - 1 || earlier === null) return { ...kept, refused: OTHER_VERSION };
  const { refused, ...now } = earlier(kept);
  return { ...now, version, ...(refused?.code !== "invalid" && { refused }) };
}

/** A question as the label of what waits quotes it. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The client key of the own entry that was saved elsewhere and stands in the way of this one; null where the server named none. */
export function standingKey({ refused }: Kept): string | null {
  return refused !== undefined && hasFields(refused.details, { clientKey: "string" })
    ? (refused.details.clientKey as string)
    : null;
}

/** Refusals that concern the whole session rather than one entry: everything is held back and sent later. */
export const HOLDS_ALL = new Set(["signed-out", "other-person", "out-of-date", "unavailable"]);
/** Refusals after which the same entry may well be accepted: the server failed at it, or its outcome is unknown. */
export const TRANSIENT = new Set(["failed", "unknown-outcome", "no-answer"]);

/** How long to wait after the first, second … attempt that did not get through, in milliseconds. */
export const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
