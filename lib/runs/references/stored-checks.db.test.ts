import { afterAll, beforeEach, expect, it } from "vitest";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { finish } from "@/lib/statistics/intervals";
import { CITATION_CHECKS, citationSteps, countCitations } from "./citation-check";
import { storeCitationChecks } from "./writes";

afterAll(disconnect);

let runId: number;
let made = 0;
/** Every second response has references; what it says is in the first one. */
beforeEach(async () => {
  const rating = await withConnection((client) =>
    makeRating(client, { name: `Stored ${++made}`, questions: 6, models: 1, campaign: false }),
  );
  runId = rating.runIds[0]!;
  const responses = await db.response.findMany({ where: { runId }, orderBy: { id: "asc" } });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id, text }, at) =>
      at % 2 === 0
        ? []
        : [
            { responseId: id, place: 1, text },
            { responseId: id, place: 3, title: "Without text", text: "" },
          ],
    ),
  });
});

async function expectComplete() {
  const responses = await db.response.findMany({
    where: { runId, references: { some: {} } },
    include: { references: { orderBy: { place: "asc" } }, citationChecks: true },
  });
  for (const { text, references, citationChecks } of notEmpty(responses)) {
    const checked = finish(citationSteps(text, references));
    expect(
      Object.fromEntries(
        citationChecks.map(({ responseId: _, variant, ...counts }) => [variant, counts]),
      ),
    ).toEqual(
      Object.fromEntries(
        CITATION_CHECKS.map((variant) => [variant, countCitations(checked[variant])]),
      ),
    );
  }
  expect(
    await db.citationCheck.count({ where: { response: { runId, references: { none: {} } } } }),
  ).toBe(0);
}

it("what both variants count is stored for each response with references, once", async () => {
  await storeCitationChecks([runId]);
  await expectComplete();
  await storeCitationChecks([runId]);
  await expectComplete();
});

it("two who ask at once get the same", async () => {
  await Promise.all([storeCitationChecks([runId]), storeCitationChecks([runId])]);
  await expectComplete();
});

it("responses that are longer than what is read at a time are checked, too, and the server attends to others", async () => {
  const [first] = await db.response.findMany({ where: { runId, references: { some: {} } } });
  await db.responseReference.createMany({
    data: Array.from({ length: 90 }, (_, at) => ({
      responseId: first!.id,
      place: at + 10,
      text: "heron ".repeat(16_000),
    })),
  });
  let [turns, going] = [0, true];
  const others = (async () => {
    while (going) {
      await new Promise((resume) => setImmediate(resume));
      turns++;
    }
  })();
  await storeCitationChecks([runId]);
  going = false;
  await others;
  await expectComplete();
  // A turn for each of the references at least.
  expect(turns).toBeGreaterThan(90);
});
