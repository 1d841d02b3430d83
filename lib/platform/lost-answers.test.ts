import { describe, expect, it } from "vitest";
import {
  answerOf,
  isUnknown,
  NO_ANSWER,
  titleOf,
  UNKNOWN_OUTCOME,
  UNREACHABLE,
} from "./lost-answers";
import { ok, type Refusal } from "./result";

describe("a refusal", () => {
  it.each<[Refusal, boolean]>([
    [{ code: "stale", message: "Someone else was faster." }, false],
    [UNREACHABLE, false],
    [UNKNOWN_OUTCOME, true],
    [NO_ANSWER, true],
  ])("says what was not done, unless no one knows: %o", (refusal, unknown) => {
    expect(isUnknown(refusal)).toBe(unknown);
    expect(titleOf(refusal, "Not saved")).toBe(unknown ? "Outcome unknown" : "Not saved");
  });

  it("stands in for an answer that never came, and for no other", async () => {
    const lost = Promise.reject(new TypeError("fetch failed"));
    expect(await answerOf(lost, UNREACHABLE)).toEqual({ ok: false, refusal: UNREACHABLE });
    expect(await answerOf(Promise.resolve(ok(7)), UNREACHABLE)).toEqual(ok(7));
  });
});
