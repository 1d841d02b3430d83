import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CLOCK_AT_ZERO,
  countsInSpiteOfStop,
  enteredMoment,
  MAX_DAYS_UNDERWAY,
  NO_VERDICT,
  pausedClock,
  readVerdict,
  sameCredit,
  strictIsOpen,
  withCredit,
  withReason,
  workedUntil,
  type VerdictDraft,
} from "./rules";
import { verdictSchema } from "./schema";
import { MODES, REASON_CODES, REASONS } from "./vocabulary";

const verdict = (
  relaxed: boolean,
  strict: boolean | undefined,
  relaxedReason: string | null = null,
  strictReason: string | null = null,
) =>
  verdictSchema.safeParse({
    relaxed,
    ...(strict !== undefined && { strict }),
    relaxedReason,
    strictReason,
  });

describe("a verdict", () => {
  it.each([
    [true, true, null, null],
    [true, false, null, "hallucination"],
    [true, false, null, "approximate-number"],
    [false, false, "wrong-primary-answer", "wrong-primary-answer"],
    [false, false, "contradiction", "outdated"],
  ] as const)(
    "may be Relaxed %s, Strict %s, for %s and %s",
    (relaxed, strict, relaxedReason, strictReason) => {
      expect(verdict(relaxed, strict, relaxedReason, strictReason).data).toEqual({
        relaxed,
        strict,
        relaxedReason,
        strictReason,
      });
    },
  );

  it.each([
    [false, true, "contradiction", null, "strict"],
    [true, true, null, "outdated", "strictReason"],
    [true, true, "contradiction", null, "relaxedReason"],
    [true, false, null, null, "strictReason"],
    [false, false, null, null, "relaxedReason"],
    [false, false, "hallucination", null, "relaxedReason"],
    [true, undefined, null, null, "strict"],
    [false, false, "nonsense", null, "relaxedReason"],
  ] as const)(
    "is never Relaxed %s, Strict %s, for %s and %s",
    (relaxed, strict, relaxedReason, strictReason, field) => {
      expect(
        verdict(relaxed, strict, relaxedReason, strictReason).error?.issues.map(
          (issue) => issue.path[0],
        ),
      ).toContain(field);
    },
  );

  it("without Relaxed credit is one without Strict credit, for the same reason by default", () => {
    expect(verdict(false, undefined, "incomplete-name").data).toEqual({
      relaxed: false,
      strict: false,
      relaxedReason: "incomplete-name",
      strictReason: "incomplete-name",
    });
  });

  it("has reasons with letters that are all different and none of the desk's other keys", () => {
    const letters = REASONS.map((reason) => reason.key);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.filter((letter) => "12sful?terx".includes(letter))).toEqual([]);
  });

  it("agrees with another when both modes give the same credit", () => {
    expect(sameCredit({ relaxed: true, strict: false }, { relaxed: true, strict: false })).toBe(
      true,
    );
    expect(sameCredit({ relaxed: true, strict: false }, { relaxed: true, strict: true })).toBe(
      false,
    );
  });
});

describe("entering a verdict", () => {
  it.each<[string, VerdictDraft, Partial<VerdictDraft>]>([
    [
      "Strict credit gives Relaxed credit",
      withCredit(NO_VERDICT, "strict", true),
      { relaxed: true, strict: true },
    ],
    [
      "denying Relaxed denies Strict",
      withCredit(NO_VERDICT, "relaxed", false),
      { relaxed: false, strict: false },
    ],
    [
      "Strict credit is impossible once Relaxed was denied",
      withCredit(withCredit(NO_VERDICT, "relaxed", false), "strict", true),
      { relaxed: false, strict: false },
    ],
    [
      "the reason against Relaxed is that against Strict",
      withReason(NO_VERDICT, "relaxed", "contradiction"),
      {
        relaxed: false,
        strict: false,
        relaxedReason: "contradiction",
        strictReason: "contradiction",
      },
    ],
    [
      "another reason against Relaxed takes Strict's along",
      withReason(withReason(NO_VERDICT, "relaxed", "contradiction"), "relaxed", "incomplete-name"),
      { strictReason: "incomplete-name" },
    ],
    [
      "a reason of its own against Strict stays",
      withReason(
        withReason(withReason(NO_VERDICT, "relaxed", "contradiction"), "strict", "outdated"),
        "relaxed",
        "incomplete-name",
      ),
      { relaxedReason: "incomplete-name", strictReason: "outdated" },
    ],
    [
      "Relaxed credit after all takes back what followed from its denial",
      withCredit(withReason(NO_VERDICT, "relaxed", "contradiction"), "relaxed", true),
      { relaxed: true, relaxedReason: null, strict: null, strictReason: null },
    ],
    [
      "Relaxed credit leaves Strict denied for a reason of its own",
      withCredit(withReason(NO_VERDICT, "strict", "hallucination"), "relaxed", true),
      { relaxed: true, strict: false, strictReason: "hallucination" },
    ],
    [
      "a reason for Strict alone changes nothing about Relaxed",
      withReason(NO_VERDICT, "relaxed", "hallucination"),
      NO_VERDICT,
    ],
  ])("%s", (_name, draft, expected) => {
    expect(draft).toMatchObject(expected);
  });

  it("says what is missing, in words by field", () => {
    expect(readVerdict(NO_VERDICT).problems).toHaveProperty("relaxed");
    expect(readVerdict(withCredit(NO_VERDICT, "relaxed", true)).problems).toEqual({
      strict: "Choose credit or no credit for Strict.",
    });
    expect(readVerdict(withCredit(NO_VERDICT, "relaxed", false)).problems).toEqual({
      relaxedReason: "Choose a reason for no Relaxed credit.",
    });
    expect(readVerdict(withCredit(NO_VERDICT, "strict", true)).verdict).toEqual({
      relaxed: true,
      strict: true,
      relaxedReason: null,
      strictReason: null,
    });
  });

  it("never comes to Strict without Relaxed, whatever keys are pressed", () => {
    const step = fc.oneof(
      fc.record({ mode: fc.constantFrom(...MODES), credit: fc.boolean() }),
      fc.record({ mode: fc.constantFrom(...MODES), reason: fc.constantFrom(...REASON_CODES) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let draft = NO_VERDICT;
        for (const each of steps) {
          draft =
            "reason" in each
              ? withReason(draft, each.mode, each.reason)
              : withCredit(draft, each.mode, each.credit);
          expect(draft.strict === true && draft.relaxed !== true).toBe(false);
          expect(draft.relaxed !== false && draft.relaxedReason !== null).toBe(false);
          expect(draft.strict !== false && draft.strictReason !== null).toBe(false);
          expect(strictIsOpen(draft)).toBe(draft.relaxed !== false);
        }
      }),
    );
  });
});

describe("time at work", () => {
  const after = (...times: number[]) =>
    times.reduce((clock, at) => workedUntil(clock, at, 60_000), CLOCK_AT_ZERO).activeMs;
  it.each([
    ["counts from the first sign of life", [5_000], 0],
    ["counts between signs of life", [0, 10_000, 30_000], 30_000],
    ["counts a pause of just the idle time in full", [0, 60_000], 60_000],
    ["counts of a break only its first minute", [0, 10_000, 3_600_000, 3_610_000], 80_000],
    ["counts nothing for a clock that was set back", [50_000, 20_000, 25_000], 5_000],
  ])("%s", (_name, times, expected) => {
    expect(after(...times)).toBe(expected);
  });

  it("that was paused by hand goes on with the next sign of life", () => {
    const paused = pausedClock(workedUntil(CLOCK_AT_ZERO, 0, 60_000), 20_000, 60_000);
    expect(paused).toEqual({ activeMs: 20_000, lastAt: null });
    expect(workedUntil(workedUntil(paused, 50_000, 60_000), 51_000, 60_000).activeMs).toBe(21_000);
  });
});

describe("when a verdict was entered", () => {
  const day = 86_400_000;
  const now = 100 * day;
  it.each([
    ["as the device says", now - 5, now - 10, now - 5],
    ["not before the item was handed out", now - 20, now - 10, now - 10],
    ["not after it arrived", now + 20, now - 10, now],
    ["as the device says where the handing out is not known", now - 20, null, now - 20],
  ])("%s", (_what, claimed, handed, expected) =>
    expect(enteredMoment(claimed, handed, now)).toBe(expected),
  );

  it.each([
    ["counts in an open campaign, however old", 0, null, true],
    ["counts if it was entered before the stop", now - 10, now - 5, true],
    ["counts if it was entered at the moment of the stop", now - 5, now - 5, true],
    ["does not count if it was entered later", now - 4, now - 5, false],
    ["counts when it was underway for as long as it may", now - MAX_DAYS_UNDERWAY * day, now, true],
    [
      "does not count when it was underway for longer",
      now - MAX_DAYS_UNDERWAY * day - 1,
      now,
      false,
    ],
  ])("%s", (_what, entered, stopped, expected) =>
    expect(countsInSpiteOfStop(entered, stopped, now)).toBe(expected),
  );
});
