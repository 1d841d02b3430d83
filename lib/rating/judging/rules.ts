import { appliesToMode, type Mode, type Reason, type Verdict } from "./vocabulary";

/** A verdict while it is entered: what was not said yet is null. */
export interface VerdictDraft {
  relaxed: boolean | null;
  strict: boolean | null;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
}

export const NO_VERDICT: VerdictDraft = {
  relaxed: null,
  strict: null,
  relaxedReason: null,
  strictReason: null,
};

/**
 * The draft after credit was given or denied in one mode. Strict credit gives Relaxed credit where nothing was said of
 * it yet; where Relaxed was denied, Strict credit is impossible and the draft stays as it is (see strictIsOpen).
 * Denying Relaxed denies Strict, for the same reason unless another one was chosen.
 */
export function withCredit(draft: VerdictDraft, mode: Mode, credit: boolean): VerdictDraft {
  if (mode === "relaxed") {
    if (!credit)
      return {
        ...draft,
        relaxed: false,
        strict: false,
        strictReason: draft.strictReason ?? draft.relaxedReason,
      };
    // What followed from the denial goes with it.
    const followed = draft.relaxed === false && draft.strictReason === draft.relaxedReason;
    return {
      ...draft,
      relaxed: true,
      relaxedReason: null,
      ...(followed && { strict: null, strictReason: null }),
    };
  }
  if (!credit)
    return { ...draft, strict: false, strictReason: draft.strictReason ?? draft.relaxedReason };
  return strictIsOpen(draft)
    ? { ...draft, relaxed: true, strict: true, relaxedReason: null, strictReason: null }
    : draft;
}

/** The draft after a reason was chosen for a mode: that mode has no credit then. A reason that may not deny it changes nothing. */
export function withReason(draft: VerdictDraft, mode: Mode, reason: Reason): VerdictDraft {
  if (!appliesToMode(reason, mode)) return draft;
  if (mode === "strict") return { ...draft, strict: false, strictReason: reason };
  const follows = draft.strictReason === null || draft.strictReason === draft.relaxedReason;
  return {
    relaxed: false,
    strict: false,
    relaxedReason: reason,
    strictReason: follows ? reason : draft.strictReason,
  };
}

/** False once Relaxed credit was denied. */
export function strictIsOpen(draft: VerdictDraft): boolean {
  return draft.relaxed !== false;
}

/**
 * The verdict that a draft means, or what it lacks, in words by field. No Relaxed credit means no Strict credit: that may
 * then be left out, and its reason is that of Relaxed unless another is given. The database holds the same rules
 * (`verdict_holds`).
 */
export function readVerdict(
  draft: VerdictDraft,
):
  | { verdict: Verdict; problems: null }
  | { verdict: null; problems: Partial<Record<keyof Verdict, string>> } {
  const { relaxed, relaxedReason } = draft;
  if (relaxed === null)
    return { verdict: null, problems: { relaxed: "Choose credit or no credit for Relaxed." } };
  const strict = draft.strict ?? (relaxed ? null : false);
  const strictReason = draft.strictReason ?? (relaxed || strict !== false ? null : relaxedReason);
  const problems: Partial<Record<keyof Verdict, string>> = {};
  if (strict === null) problems.strict = "Choose credit or no credit for Strict.";
  else if (strict && !relaxed) problems.strict = "Strict credit requires Relaxed credit.";
  if (relaxed && relaxedReason !== null)
    problems.relaxedReason = "Remove the reason: credit was given.";
  else if (!relaxed && relaxedReason === null)
    problems.relaxedReason = "Choose a reason for no Relaxed credit.";
  else if (relaxedReason !== null && !appliesToMode(relaxedReason, "relaxed"))
    problems.relaxedReason = "This reason applies to Strict only.";
  if (strict === true && strictReason !== null)
    problems.strictReason = "Remove the reason: credit was given.";
  else if (strict === false && relaxed && strictReason === null)
    problems.strictReason = "Choose a reason for no Strict credit.";
  return strict === null || Object.keys(problems).length > 0
    ? { verdict: null, problems }
    : { verdict: { relaxed, strict, relaxedReason, strictReason }, problems: null };
}

/** True when two verdicts give the same credit; reasons may differ. */
export function sameCredit(one: Pick<Verdict, Mode>, other: Pick<Verdict, Mode>): boolean {
  return one.relaxed === other.relaxed && one.strict === other.strict;
}

/** The columns of a verdict; null in a row of another protocol. */
export interface VerdictColumns {
  relaxed: boolean | null;
  strict: boolean | null;
  relaxedReason: string | null;
  strictReason: string | null;
}

/** The verdict of a row of a campaign under Relaxed and Strict. @throws Error where it is of another protocol */
export function verdictOf({
  relaxed,
  strict,
  relaxedReason,
  strictReason,
}: VerdictColumns): Verdict {
  if (relaxed === null || strict === null) throw new Error("A row of another protocol.");
  return {
    relaxed,
    strict,
    relaxedReason: relaxedReason as Reason | null,
    strictReason: strictReason as Reason | null,
  };
}

/** The verdict of a row; null where it is of another protocol than Relaxed and Strict. */
export function verdictIn(columns: VerdictColumns): Verdict | null {
  return columns.relaxed === null ? null : verdictOf(columns);
}

// Time at work ----------------------------------------------------------------------------------------------------

/** How long someone has worked on an item, and when they last did something. */
export interface WorkClock {
  activeMs: number;
  /** Milliseconds of any one clock; null before the first sign of life. */
  lastAt: number | null;
}

export const CLOCK_AT_ZERO: WorkClock = { activeMs: 0, lastAt: null };

/**
 * The clock after a sign of life (key, click, scroll, pointer) at `at`. The time since the last one counts unless it
 * was longer than `idleMs`: then it was a break, of which the first `idleMs` still count as reading.
 * A clock that was set back counts nothing.
 */
export function workedUntil(clock: WorkClock, at: number, idleMs: number): WorkClock {
  if (clock.lastAt === null) return { ...clock, lastAt: at };
  const since = Math.max(0, at - clock.lastAt);
  return { activeMs: clock.activeMs + Math.min(since, idleMs), lastAt: at };
}

/** The clock as it stands when a break begins by hand, or the page goes away: what comes next starts over. */
export function pausedClock(clock: WorkClock, at: number, idleMs: number): WorkClock {
  return { activeMs: workedUntil(clock, at, idleMs).activeMs, lastAt: null };
}

/** Formats a duration: "45 s", "12 min", "3 h 20 min". */
export function durationWords(ms: number): string {
  if (ms < 59_500) return `${Math.round(ms / 1_000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
}

/** Formats items per hour of active time; "–" if no time was measured. */
export function perHour(count: number, activeMs: number): string {
  if (activeMs <= 0) return "–";
  const pace = count / (activeMs / 3_600_000);
  return pace.toLocaleString("en-US", { maximumFractionDigits: pace < 10 ? 1 : 0 });
}

// When a verdict was entered ---------------------------------------------------------------------------------------

/** A verdict that took longer than this to arrive, in days, no longer counts once its campaign stopped. */
export const MAX_DAYS_UNDERWAY = 30;

/**
 * Returns when a verdict was entered, in milliseconds since 1970. A device's clock may be wrong: it was entered neither
 * before the item was handed out nor after it arrived.
 * @param claimed by the device's clock
 * @param handedAt when the rater was given the item; null where that is not known
 */
export function enteredMoment(claimed: number, handedAt: number | null, now: number): number {
  return Math.min(now, Math.max(claimed, handedAt ?? claimed));
}

/**
 * Decides whether a verdict counts in a campaign that was paused or closed: it must have been entered before that, and
 * must have arrived within MAX_DAYS_UNDERWAY.
 * @param entered as enteredMoment says it
 * @param stoppedAt null: the campaign is open
 */
export function countsInSpiteOfStop(
  entered: number,
  stoppedAt: number | null,
  now: number,
): boolean {
  if (stoppedAt === null) return true;
  return entered <= stoppedAt && now - entered <= MAX_DAYS_UNDERWAY * 86_400_000;
}
