import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, type Prisma, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { correctJudgments } from "@/prisma/testing/judge-all";
import { waitedLocksHere } from "@/prisma/testing/locks";
import { currentSnapshot } from "./queries";
import { reportStateSchema, type ReportState } from "./schema";
import { writeState } from "./address";
import { countedVerdicts, effectiveJudgments, standingAdjudications } from "./sql";

let made: RatingSampleMade;
let actor: Actor;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 40,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.8,
      agreement: 0.6,
      corrected: 0.3,
      gold: 0.2,
      adjudicated: 0.5,
      evaluators: [0.8],
    }),
  );
  actor = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
});
afterAll(disconnect);

async function state(): Promise<ReportState> {
  const found = await currentSnapshot(actor);
  if (!found.ok) throw new Error(found.refusal.message);
  return found.value;
}
const ids = async (from: Prisma.Sql) =>
  (await db.$queryRaw<{ id: number }[]>`SELECT s.id FROM ${from} s ORDER BY s.id`).map(
    ({ id }) => id,
  );
/** SQL for FROM: the last verdicts of evaluators by the release's answers. */
const verdictsAsOf = (state: ReportState | null, evaluatorId: number | null = null) =>
  countedVerdicts(
    { state, truth: "release", gold: "count", campaigns: null, runs: null },
    evaluatorId,
  );

describe("the state of a report", () => {
  it("is written into an address and read back", async () => {
    const now = await state();
    expect(reportStateSchema.parse(writeState(now))).toEqual(now);
    expect(now.since).not.toBeNull();
    // An address from before names four numbers, and still does when it is written again.
    expect(reportStateSchema.parse("1.2.3.4")).toEqual({
      judgments: 1,
      adjudications: 2,
      automatic: 3,
      responses: 4,
      since: null,
    });
    expect(writeState(reportStateSchema.parse("1.2.3.4"))).toBe("1.2.3.4");
    for (const text of [
      "",
      "1.2.3",
      "1.2.3.4.5.6",
      "1.2.3.4.5.6.7.8",
      "1.2.3.4.5",
      "1.2.3.-4",
      "1.2.3.9999999999",
      "a.b.c.d",
    ])
      expect(reportStateSchema.safeParse(text).success, text).toBe(false);
  });

  it("holds the judgments that assignments point to now, but for gold", async () => {
    const expected = await db.$queryRaw<{ id: number }[]>`
      SELECT a.judgment_id AS id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id WHERE a.judgment_id IS NOT NULL AND NOT t.gold ORDER BY 1`;
    expect(expected.length).toBeGreaterThan(50);
    expect(await ids(effectiveJudgments(null))).toEqual(expected.map(({ id }) => id));
    expect(await ids(effectiveJudgments(await state()))).toEqual(expected.map(({ id }) => id));
  });

  it("stays as it was when someone corrects, adjudicates anew and an evaluator judges again", async () => {
    const before = await state();
    const [judgments, adjudications] = [
      await ids(effectiveJudgments(before)),
      await ids(standingAdjudications(before)),
    ];
    const verdicts = () =>
      db.$queryRaw`SELECT * FROM ${verdictsAsOf(before)} v ORDER BY response_id`;
    const said = await verdicts();
    await withConnection((client) => correctJudgments(client, 1, `j.id = ${judgments[0]}`));
    await db.$executeRaw`
      INSERT INTO adjudications (task_id, adjudicator_id, revision_id, relaxed, strict, strict_reason, reason, client_key, supersedes_id)
      SELECT task_id, adjudicator_id, revision_id, TRUE, FALSE, 'hallucination', 'Again.', gen_random_uuid(), id FROM adjudications WHERE id = ${adjudications[0]}`;
    await db.$executeRaw`INSERT INTO automatic_verdicts (response_id, evaluator_id, relaxed, strict, revision_id) SELECT response_id, evaluator_id, NOT relaxed, FALSE, revision_id FROM automatic_verdicts ORDER BY id LIMIT 3`;
    expect(await ids(effectiveJudgments(before))).toEqual(judgments);
    expect(await ids(standingAdjudications(before))).toEqual(adjudications);
    expect(await verdicts()).toEqual(said);

    expect(await ids(effectiveJudgments(null))).not.toContain(judgments[0]);
    expect(await ids(standingAdjudications(null))).not.toContain(adjudications[0]);
    expect(
      await db.$queryRaw`SELECT * FROM ${verdictsAsOf(null)} v ORDER BY response_id`,
    ).not.toEqual(said);
  });

  it("keeps an evaluator's verdict in one mode when it judges the other one later", async () => {
    const evaluator = await db.evaluator.create({
      data: {
        name: "One mode at a time",
        family: "One mode at a time",
        createdById: made.maintainerId,
      },
    });
    const { id: responseId, revisionId } = await db.response.findFirstOrThrow();
    const say = (relaxed: boolean | null, strict: boolean | null) =>
      db.automaticVerdict.create({
        data: { responseId, evaluatorId: evaluator.id, relaxed, strict, revisionId },
      });
    const last = async () =>
      (
        await db.$queryRaw<
          { relaxed: boolean | null; strict: boolean | null }[]
        >`SELECT relaxed, strict FROM ${verdictsAsOf(null, evaluator.id)} v`
      )[0];
    await say(true, null);
    expect(await last()).toEqual({ relaxed: true, strict: null });
    await say(null, false);
    expect(await last()).toEqual({ relaxed: true, strict: false });
    await say(false, null);
    expect(await last()).toEqual({ relaxed: false, strict: false });
  });

  it("waits for a judgment that is being written, and holds it", async () => {
    let finished = false;
    const pinned = await withConnection(async (client) => {
      await client.query("BEGIN");
      const { rows } = await client.query<{ id: number }>(
        `
        INSERT INTO adjudications (task_id, adjudicator_id, revision_id, relaxed, strict, reason, client_key)
        SELECT t.id, $1, t.revision_id, TRUE, TRUE, 'Slowly.', gen_random_uuid() FROM rating_tasks t WHERE NOT EXISTS (SELECT FROM adjudications d WHERE d.task_id = t.id) LIMIT 1 RETURNING id`,
        [made.adjudicatorId],
      );
      const asked = state().then((found) => ((finished = true), found));
      await expect
        .poll(async () => (await waitedLocksHere()).filter(({ mode }) => mode === "ShareLock"))
        .toHaveLength(1);
      expect(finished).toBe(false);
      await client.query("COMMIT");
      return { written: rows[0]!.id, state: await asked };
    });
    expect(pinned.state.adjudications).toBe(pinned.written);
  });
});
