import { afterAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { disconnect, withConnection } from "@/lib/platform/db";
import { makeRating } from "@/prisma/factories/rating";
import { holdSince } from "@/prisma/testing/past-days";
import { compareRuns, listDifferingQuestions } from "./queries";
import { comparisonRequest, comparisonView } from "./schema";

afterAll(disconnect);

it("two runs over a whole release are compared by the answers of a past date as by the release's, where both are the same", async () => {
  const made = await withConnection((client) =>
    makeRating(client, {
      questions: 600,
      models: 2,
      raters: 2,
      ratingsPerResponse: 2,
      judged: 0.4,
      gold: 0.08,
      adjudicated: 0.5,
      seed: 4,
    }),
  );
  const researcher: Actor = {
    userId: made.researcherId,
    name: "Researcher",
    roles: ["researcher"],
    via: "web",
  };
  await holdSince("2026-01-05");
  const [first, second] = made.runIds;
  const requestBy = (truth: string) =>
    comparisonRequest.parse({ first, second, gold: "leave-out", truth });
  const byRelease = await compareRuns(researcher, requestBy("release"));
  const byDate = await compareRuns(researcher, requestBy("2026-03-31"));
  const list = await listDifferingQuestions(
    researcher,
    requestBy("2026-03-31"),
    comparisonView.parse({}),
  );
  expect(byRelease.measures.relaxed[0]!.counts.onlyFirst).toBeGreaterThan(0);
  expect(byDate.measures).toEqual(byRelease.measures);
  const { onlyFirst, onlySecond } = byDate.measures.relaxed[0]!.counts;
  expect(list.total).toBe(onlyFirst + onlySecond);
}, 180_000);
