import { afterAll, expect, it } from "vitest";
import type { Actor } from "@/lib/access/schema";
import { disconnect, withConnection } from "@/lib/platform/db";
import { makeRating } from "@/prisma/factories/rating";
import { holdSince } from "@/prisma/testing/past-days";
import { compareRuns, listDifferingQuestions } from "./queries";
import { comparisonRequestSchema, comparisonViewSchema } from "./schema";

afterAll(disconnect);

/** A release of 600 questions took half a minute to a minute by the answers of a past date: each question read each side once more. */
it("two runs over a whole release are compared by the answers of a past date as quickly as by the release's", async () => {
  const made = await withConnection((client) => makeRating(client, { questions: 600, models: 2, raters: 2, ratingsPerResponse: 2, judged: 0.4, gold: 0.08, adjudicated: 0.5, seed: 4 }));
  const researcher: Actor = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  await holdSince("2026-01-05");
  const [first, second] = made.runIds;
  const requestBy = (truth: string) => comparisonRequestSchema.parse({ first, second, gold: "leave-out", truth });
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const begin = performance.now();
    return [await work(), performance.now() - begin];
  };
  const [[byRelease], [byDate, compared], [list, listed]] = [
    await timed(() => compareRuns(researcher, requestBy("release"))), await timed(() => compareRuns(researcher, requestBy("2026-03-31"))),
    await timed(() => listDifferingQuestions(researcher, requestBy("2026-03-31"), comparisonViewSchema.parse({}))),
  ];
  expect(byDate.measures).toEqual(byRelease.measures);
  const { onlyFirst, onlySecond } = byDate.measures.relaxed[0]!.counts;
  expect(list.total).toBe(onlyFirst + onlySecond);
  expect(Math.max(compared, listed)).toBeLessThan(4_000);
}, 180_000);
