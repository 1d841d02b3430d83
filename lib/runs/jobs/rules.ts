import type { ModelTrouble } from "@/lib/runs/connections/vocabulary";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import type { JobSettings, Sample } from "./schema";
import type { PauseReason } from "./vocabulary";

/*
 * What a job does when a call fails, what it may spend, and when it will be done. Pure.
 */

/** So many failed attempts of one kind at one step, and its item has failed. */
const MOST_ATTEMPTS: Record<Exclude<ModelTrouble, PausingTrouble>, number> = {
  // The service is fine and says when to come again.
  "rate-limited": 50,
  // The waits between them add up to some four minutes.
  unavailable: 8,
  // Each of these may have been charged.
  unanswered: 3,
  "broken-answer": 3,
  "request-refused": 1,
};
/** Every call would fail. */
const PAUSING = ["key-refused", "quota-exhausted", "not-allowed"] as const;
type PausingTrouble = (typeof PAUSING)[number];
const pauses = (trouble: ModelTrouble): trouble is PausingTrouble =>
  PAUSING.some((one) => one === trouble);

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** So many items that fail one after the other pause their job: what fails all of them is mended once. */
const PAUSE_AFTER_FAILURES = 10;

export type AfterTrouble =
  /** The item is tried again after so many milliseconds. */
  | { kind: "again"; ms: number; failures: Failures }
  | { kind: "failed"; failures: Failures }
  /** Every call would fail: the item goes back as it was, and the job pauses. */
  | { kind: "pause"; because: Extract<PauseReason, PausingTrouble> };

/** Failed attempts at an item's current step, since a person last resumed or retried. */
export interface Failures {
  attempts: number;
  /** How many of each kind. */
  troubles: Partial<Record<ModelTrouble, number>>;
}
/** Of a step that has just begun. */
export const NO_FAILURES: Failures = { attempts: 0, troubles: {} };

/**
 * Decides what becomes of an item whose call failed. Kinds of trouble are counted apart: a service that was busy often has
 * not used up the attempts of one that did not answer.
 * @param before what failed at this step before.
 * @param retryAfterMs what the service asks to wait; null: it does not say.
 * @param chance from 0 to 1, spreads those who failed together.
 */
export function afterTrouble(
  trouble: ModelTrouble,
  before: Failures,
  retryAfterMs: number | null,
  chance: number,
): AfterTrouble {
  if (pauses(trouble)) return { kind: "pause", because: trouble };
  const ofKind = (before.troubles[trouble] ?? 0) + 1;
  const failures = {
    attempts: before.attempts + 1,
    troubles: { ...before.troubles, [trouble]: ofKind },
  };
  if (ofKind >= MOST_ATTEMPTS[trouble]) return { kind: "failed", failures };
  return { kind: "again", ms: Math.max(retryAfterMs ?? 0, backoffMs(ofKind, chance)), failures };
}

/** Doubles from two seconds to five minutes; between half of it and all of it, by chance. */
export function backoffMs(attempts: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(longest * (0.5 + chance / 2));
}

/** Whether that many failures one after the other pause the job. */
export function failuresPause(inRow: number): boolean {
  return inRow >= PAUSE_AFTER_FAILURES;
}

/** What frames each message in a request, in tokens; more than any service has been seen to count. */
const TOKENS_AROUND_A_MESSAGE = 16;
const TOKENS_AROUND_A_REQUEST = 64;

/**
 * The most that a call can be charged for: tokenizers work on bytes, so that a text has no more tokens than UTF-8 bytes.
 * @param maxTokens of the reply, what the model thinks included.
 */
export function mostUsage(messages: readonly { content: string }[], maxTokens: number) {
  const bytes = messages.reduce(
    (sum, { content }) => sum + new TextEncoder().encode(content).byteLength,
    0,
  );
  return {
    input: bytes + messages.length * TOKENS_AROUND_A_MESSAGE + TOKENS_AROUND_A_REQUEST,
    output: maxTokens,
    reasoning: null,
    cached: null,
  };
}

export type Allowance =
  | "fits"
  /** It will, once calls under way have cost less than they might. */
  | "crowded"
  | "too-much";

/**
 * Whether a call may be made under a spending limit.
 * @param spent by the job, US dollars, requests of unknown cost at the most that they may have been charged
 * @param reserved for calls under way
 * @param most that the call may cost; null: not known, which no limit allows
 */
export function withinLimit(
  limit: number | null,
  spent: number,
  reserved: number,
  most: number | null,
): Allowance {
  if (limit === null) return "fits";
  if (most === null || over(spent + most, limit)) return "too-much";
  return over(spent + reserved + most, limit) ? "crowded" : "fits";
}

/** Sums of nine places: what is below a billionth is the error of binary fractions. */
const over = (sum: number, limit: number) => Math.round((sum - limit) * 1e9) > 0;

export interface ItemCounts {
  waiting: number;
  working: number;
  done: number;
  failed: number;
  leftOut: number;
}

/**
 * When a running job will be done at the pace of its last items.
 * @param ended times (ms) at which the last items ended since the job went on, in any order: a pause is no part of the pace.
 * @param open how many items are left.
 * @returns ms since 1970, or null where there is no pace yet.
 */
export function expectedEnd(ended: readonly number[], open: number, nowMs: number): number | null {
  if (ended.length < 2 || open === 0) return null;
  const first = Math.min(...ended);
  const perItem = (nowMs - first) / (ended.length - 1);
  return perItem <= 0 ? null : Math.round(nowMs + perItem * open);
}

/** The calendar date in a zone, ISO. */
export function dateIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
}

/** Chooses a sample, in the order of the whole; the same whole and seed give the same. Null: the whole. */
export function sampled<T>(whole: readonly T[], sample: Sample | null): T[] {
  return sample === null ? [...whole] : SeededRandom.ofSeed(sample.seed).sample(whole, sample.size);
}

/** The name of a principle by its key; null where the job has none such. */
export function principleName({ comparison }: JobSettings, key: string | null): string | null {
  return comparison?.principles.find((one) => one.key === key)?.name ?? null;
}
