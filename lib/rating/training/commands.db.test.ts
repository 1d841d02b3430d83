import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { verdictSchema } from "@/lib/rating/judging/schema";
import { answerExample } from "./commands";
import { EXAMPLES } from "./examples";
import { getTraining } from "./queries";

afterAll(disconnect);
let rater: Actor;
let count = 0;
beforeEach(async () => {
  const user = await db.user.create({
    data: { email: `trainee-${++count}@example.org`, name: "Trainee", roles: ["rater"] },
  });
  rater = { userId: user.id, name: user.name, roles: ["rater"], via: "web" };
});

const answer = (example: number, right: boolean, attempt = 1) => {
  const { relaxed, strict } = EXAMPLES[example - 1]!;
  return answerExample(rater, {
    attempt,
    example,
    ...(right ? { relaxed, strict } : { relaxed: !relaxed, strict: false }),
  });
};
async function attemptWith(right: number, attempt = 1) {
  let last;
  for (let example = 1; example <= 15; example++)
    last = await answer(example, example <= right, attempt);
  return last;
}

describe("the calibration examples", () => {
  it("are the fifteen of the protocol with its verdicts, each one possible", () => {
    expect(
      EXAMPLES.map(
        ({ number, relaxed, strict }) =>
          `${number} ${relaxed ? "yes" : "no"} ${strict ? "yes" : "no"}`,
      ),
    ).toEqual([
      "1 yes yes",
      "2 yes yes",
      "3 no no",
      "4 yes no",
      "5 no no",
      "6 no no",
      "7 no no",
      "8 no no",
      "9 no no",
      "10 no no",
      "11 yes no",
      "12 yes no",
      "13 yes no",
      "14 yes yes",
      "15 yes no",
    ]);
    for (const { question, relaxed, strict, relaxedReason, strictReason } of EXAMPLES) {
      const verdict = { relaxed, strict, relaxedReason, strictReason };
      expect(verdictSchema.safeParse(verdict).success, question).toBe(true);
    }
  });

  it("are given one after the other, without their verdicts before they are answered", async () => {
    const before = await getTraining(rater);
    expect(before).toMatchObject({
      attempt: 1,
      answered: [],
      next: { number: 1 },
      threshold: 12,
      qualified: null,
      earlier: [],
    });
    expect(Object.keys(before.next!)).toEqual([
      "number",
      "question",
      "category",
      "answer",
      "response",
    ]);
    expect(await answer(1, false)).toMatchObject({
      ok: true,
      value: { right: false, finished: null, example: { explanation: EXAMPLES[0]!.explanation } },
    });
    expect(await getTraining(rater)).toMatchObject({
      answered: [{ number: 1, right: false, given: { relaxed: false } }],
      next: { number: 2 },
    });
  });

  it("qualify at the threshold and not below it; attempts are kept, and a qualification stays", async () => {
    expect(await attemptWith(11)).toMatchObject({
      value: { finished: { score: 11, threshold: 12, qualified: false } },
    });
    expect(await db.qualification.count({ where: { raterId: rater.userId } })).toBe(0);
    expect(await getTraining(rater)).toMatchObject({ attempt: 1, next: null });
    expect(await getTraining(rater, true)).toMatchObject({
      attempt: 2,
      next: { number: 1 },
      earlier: [{ attempt: 1, score: 11 }],
    });
    expect(await attemptWith(12, 2)).toMatchObject({
      value: { finished: { score: 12, qualified: true } },
    });
    expect(await getTraining(rater)).toMatchObject({
      qualified: { score: 12 },
      earlier: [{ attempt: 1 }],
    });
    await attemptWith(3, 3);
    expect(await db.qualification.findUnique({ where: { raterId: rater.userId } })).toMatchObject({
      attempt: 2,
      score: 12,
    });
    expect(
      await db.auditEvent.count({ where: { type: "training.finished", actorId: rater.userId } }),
    ).toBe(3);
  });

  it("answered twice at the same moment keep one answer, and both callers are told the same", async () => {
    const { relaxed, strict } = EXAMPLES[0]!;
    const results = await Promise.all([
      answerExample(rater, { attempt: 1, example: 1, relaxed, strict }),
      answerExample(rater, { attempt: 1, example: 1, relaxed: false, strict: false }),
    ]);
    expect(results[0]).toEqual(results[1]);
    expect(await db.calibrationAnswer.count({ where: { raterId: rater.userId } })).toBe(1);
    expect(await answer(1, true, 2)).toMatchObject({ refusal: { code: "stale" } });
  });
});
