import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { writeTable, TABLE_FORMATS } from "@/lib/reporting/files/write-table";
import { currentSnapshot, withFollowUps } from "@/lib/reporting/snapshots/queries";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";
import { freshqaProcess, json } from "@/prisma/testing/command-line";
import { correctJudgments } from "@/prisma/testing/judge-all";
import {
  agreementStatements,
  getAgreementReport,
  listDisagreements,
  signedStatement,
} from "./queries";
import { agreementReportTable } from "./file-tables";
import { fromSignatures, type SignedGroup } from "./rules";
import { signedRaters } from "./signatures";
import { agreementRequest, disagreementsRequest, TABLES, type AgreementReport } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

let made: RatingSampleMade;
beforeAll(async () => {
  made = await make({
    questions: 60,
    models: 2,
    raters: 3,
    ratingsPerResponse: 2,
    judged: 0.9,
    agreement: 0.6,
    corrected: 0.2,
    gold: 0.1,
    adjudicated: 0.5,
    evaluators: [0.8],
  });
});
afterAll(disconnect);

const make = (sample: RatingSample) => withConnection((client) => makeRating(client, sample));
const as = (role: Role): Actor => ({
  userId: made.researcherId,
  name: "Someone",
  roles: [role],
  via: "web",
});
const ask = (input: object, role: Role = "researcher") =>
  getAgreementReport(as(role), agreementRequest.parse(input));
/** Every table in every format: none throws, none says NaN. */
function files(report: AgreementReport): string {
  const all = TABLES.flatMap((table) =>
    TABLE_FORMATS.map((format) =>
      writeTable(agreementReportTable(report, table, format === "csv"), format),
    ),
  ).join("\n");
  expect(`${all}${JSON.stringify(report)}`).not.toMatch(
    /NaN|Infinity|undefined(?! ?:|Because)[^ ]*\d/,
  );
  return all;
}

describe("the agreement report at its edges", () => {
  it("of a campaign in which no one judged says so, in every file", async () => {
    const empty = await make({ judged: 0 });
    const report = await ask({ campaign: empty.campaignId });
    expect(report).toMatchObject({
      counts: { responses: 0, compared: 0, single: 0, judgments: 0, raters: 0 },
      pairs: { total: 0, rows: [] },
      raters: [],
      periods: [],
    });
    for (const { value, undefinedBecause } of notEmpty(
      Object.values(report.coefficients.relaxed.overall),
    ))
      expect([value, undefinedBecause]).toEqual([null, "No ratings."]);
    for (const { value, undefinedBecause } of notEmpty(Object.values(report.coefficients.all.fp)))
      expect([value, undefinedBecause]).toEqual([null, "No ratings."]);
    expect(files(report)).toContain("No ratings.");
    expect(
      (
        await listDisagreements(
          as("researcher"),
          disagreementsRequest.parse({ campaign: empty.campaignId }),
        )
      ).total,
    ).toBe(0);
  });

  it("of one rater has counts and no agreement", async () => {
    const lone = await make({ questions: 10, raters: 1, ratingsPerResponse: 1 });
    const report = await ask({ campaign: lone.campaignId });
    expect(report.counts).toMatchObject({
      responses: 10,
      compared: 0,
      single: 10,
      judgments: 10,
      raters: 1,
    });
    for (const mode of ["relaxed", "strict", "all"] as const)
      for (const { value, undefinedBecause } of notEmpty(
        Object.values(report.coefficients[mode].overall),
      ))
        expect([value, undefinedBecause]).toEqual([null, "Agreement needs at least two raters."]);
    expect(report.raters[0]).toMatchObject({
      judgments: 10,
      agreed: { relaxed: { count: 0, of: 0 } },
      adjudicated: { relaxed: { of: 0, low: null } },
    });
    files(report);
  });

  it("of one judgment is right", async () => {
    const one = await make({ questions: 1, raters: 2, ratingsPerResponse: 1 });
    const report = await ask({ campaign: one.campaignId });
    expect(report.counts).toMatchObject({ responses: 1, compared: 0, judgments: 1, raters: 1 });
    files(report);
  });

  it("of raters who always agree is one where chance leaves room", async () => {
    const unanimous = await make({ questions: 40, raters: 2, agreement: 1 });
    const report = await ask({ campaign: unanimous.campaignId });
    for (const coefficient of notEmpty(Object.values(report.coefficients.relaxed.overall)))
      expect(coefficient).toMatchObject({ value: 1, undefinedBecause: null });
    expect(report.coefficients.all.overall.cohen.value).toBe(1);
    expect(report.pairs.rows[0]!.row.all.overall).toMatchObject({
      responses: 40,
      verdicts: 80,
      agreed: 80,
    });
    expect(
      (
        await listDisagreements(
          as("researcher"),
          disagreementsRequest.parse({ campaign: unanimous.campaignId }),
        )
      ).total,
    ).toBe(0);
    files(report);
  });

  it("of two raters has Cohen’s kappa, as the pair’s row says it", async () => {
    const two = await make({ questions: 40, raters: 2, agreement: 0.7 });
    const report = await ask({ campaign: two.campaignId });
    for (const mode of ["relaxed", "strict", "all"] as const) {
      for (const scope of ["overall", "vp", "fp"] as const)
        expect(report.coefficients[mode][scope].cohen).toEqual(
          report.pairs.rows[0]!.row[mode][scope].coefficients.cohen,
        );
    }
  });

  it("tells who does not exist, and lets no one in who may not", async () => {
    await expect(ask({ campaign: 999_999 })).rejects.toBeInstanceOf(NotFound);
    await expect(ask({ campaign: made.campaignId, run: 999_999 })).rejects.toBeInstanceOf(NotFound);
    const list = (input: object) =>
      listDisagreements(
        as("researcher"),
        disagreementsRequest.parse({ campaign: made.campaignId, ...input }),
      );
    await expect(list({ first: "r999999-1", second: "others" })).rejects.toBeInstanceOf(NotFound);
    await expect(list({ first: "e999999", second: "people" })).rejects.toBeInstanceOf(NotFound);
    for (const role of ["rater", "adjudicator", "annotator"] as const)
      await expect(ask({ campaign: made.campaignId }, role)).rejects.toBeInstanceOf(AccessDenied);
  });
});

describe("the agreement report", () => {
  it("names raters to those who plan campaigns, and to all others by number alone", async () => {
    const names = (await db.user.findMany({ where: { id: { in: made.raterIds } } })).map(
      ({ name }) => name,
    );
    const [research, plan] = [
      await ask({ campaign: made.campaignId }),
      await ask({ campaign: made.campaignId }, "maintainer"),
    ];
    const pages =
      JSON.stringify([
        research,
        await listDisagreements(
          as("researcher"),
          disagreementsRequest.parse({ campaign: made.campaignId }),
        ),
      ]) + files(research);
    for (const name of notEmpty(names)) expect(pages).not.toContain(name);
    expect(research.raters.map(({ rater }) => rater.label)).toEqual([
      "Rater 1",
      "Rater 2",
      "Rater 3",
    ]);
    expect(plan.raters.map(({ rater }) => rater.label).sort()).toEqual(names.toSorted());
    expect(plan.coefficients).toEqual(research.coefficients);
  });

  it("of runs, categories and hops adds up to that of all", async () => {
    const whole = await ask({ campaign: made.campaignId });
    const judged = async (input: object) =>
      (await ask({ campaign: made.campaignId, ...input })).counts.judgments;
    const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
    expect(total(await Promise.all(made.runIds.map((run) => judged({ run }))))).toBe(
      whole.counts.judgments,
    );
    expect(
      total(
        await Promise.all(
          ["fast-changing,slow-changing", "never-changing", "false-premise"].map((category) =>
            judged({ category }),
          ),
        ),
      ),
    ).toBe(whole.counts.judgments);
    expect(total(await Promise.all(["one-hop", "multi-hop"].map((hops) => judged({ hops }))))).toBe(
      whole.counts.judgments,
    );
    expect(
      (await ask({ campaign: made.campaignId, category: "false-premise" })).coefficients.strict
        .overall,
    ).toEqual(whole.coefficients.strict.fp);
  });

  it("of several campaigns counts each rater once, also where both rated the same responses: the latest rating is theirs", async () => {
    const other = await make({
      releaseId: made.releaseId,
      seed: 3,
      raters: made.raterIds,
      ratingsPerResponse: 3,
      agreement: 0.5,
    });
    const [first, second, both] = [
      await ask({ campaign: made.campaignId }),
      await ask({ campaign: other.campaignId }),
      await ask({ campaign: [made.campaignId, other.campaignId] }),
    ];
    // The campaigns are about different runs.
    expect(both.counts).toMatchObject({
      responses: first.counts.responses + second.counts.responses,
      compared: first.counts.compared + second.counts.compared,
      judgments: first.counts.judgments + second.counts.judgments,
      raters: 3,
    });

    // A third campaign asks the first two raters again about the first campaign's responses; the second always says no.
    const again = await make({
      releaseId: made.releaseId,
      seed: 5,
      raters: made.raterIds.slice(0, 2),
      judged: 0,
    });
    await db.$executeRaw`
      INSERT INTO rating_tasks (campaign_id, unit_key, response_id, run_ids, revision_id, wanted)
      SELECT ${again.campaignId}, unit_key, response_id, run_ids, revision_id, 2 FROM rating_tasks WHERE campaign_id = ${made.campaignId} AND NOT gold`;
    await db.$executeRaw`
      INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, active_ms, client_key)
      SELECT t.id, t.campaign_id, t.response_id, r.id, t.revision_id, r.id = ${made.raterIds[0]!}, FALSE, CASE WHEN r.id = ${made.raterIds[0]!} THEN NULL ELSE 'contradiction' END, 'contradiction', 1, gen_random_uuid()
      FROM rating_tasks t CROSS JOIN unnest(${made.raterIds.slice(0, 2)}::int[]) r (id) 
      WHERE t.campaign_id = ${again.campaignId} AND t.response_id IN (SELECT response_id FROM rating_tasks WHERE campaign_id = ${made.campaignId})`;
    const repeated = await ask({ campaign: [made.campaignId, again.campaignId] });
    const tasks = await db.ratingTask.count({
      where: { campaignId: made.campaignId, gold: false },
    });
    expect(repeated.counts.responses).toBe(tasks);
    const pair = repeated.pairs.rows.find(
      ({ first: one, second: two }) =>
        one.label.startsWith("Rater 1 ") && two.label.startsWith("Rater 2 "),
    )!;
    expect(pair.row.relaxed.overall).toMatchObject({
      responses: tasks,
      agreed: 0,
      confusion: [
        [0, 0],
        [tasks, 0],
      ],
    });
    expect(pair.row.strict.overall).toMatchObject({ responses: tasks, agreed: tasks });
  });

  it("groups the same in one pass, for a few raters, as in three, for many", async () => {
    const request = await withFollowUps(
      agreementRequest.parse({ campaign: made.campaignId, split: "all" }),
    );
    const raters = signedRaters(made.raterIds.toSorted((a, b) => b - a))!;
    const inOne = [];
    for (const byKind of [false, true])
      inOne.push(
        fromSignatures(
          await db.$queryRaw<SignedGroup[]>(signedStatement(request, raters, byKind)),
          raters,
        ),
      );
    const statements = agreementStatements(request);
    // The same groups may come in parts, and a pair the other way round.
    const summed = (groups: readonly object[]) => {
      const found = new Map<string, number>();
      for (const group of groups) {
        const { responses, judgments, ...key } = group as Record<string, unknown>;
        const swapped =
          Number(key.firstId) > Number(key.secondId)
            ? {
                ...key,
                firstId: key.secondId,
                secondId: key.firstId,
                firstRelaxed: key.secondRelaxed,
                firstStrict: key.secondStrict,
                secondRelaxed: key.firstRelaxed,
                secondStrict: key.firstStrict,
              }
            : key;
        const unit = "runId" in key ? { ...swapped, judgments } : swapped;
        const name = JSON.stringify(Object.entries(unit).toSorted(([a], [b]) => (a < b ? -1 : 1)));
        found.set(name, (found.get(name) ?? 0) + Number("raterId" in key ? judgments : responses));
      }
      return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    for (const name of ["units", "raters", "pairs"] as const) {
      const given = await db.$queryRaw<object[]>(statements[name]);
      expect(given.length).toBeGreaterThan(5);
      const strip = (groups: readonly object[]) =>
        groups.map((group) =>
          "signature" in group
            ? Object.fromEntries(Object.entries(group).filter(([key]) => key !== "signature"))
            : group,
        );
      for (const one of notEmpty(inOne))
        expect(summed(strip(one[name])), name).toEqual(summed(given));
    }
  });

  it("of more raters than a signature holds is that of the same judgments", async () => {
    const many = await make({ questions: 40, raters: 12, ratingsPerResponse: 2, agreement: 0.6 });
    const report = await ask({ campaign: many.campaignId });
    expect(report.counts).toMatchObject({ responses: 40, compared: 40, judgments: 80, raters: 12 });
    expect(report.raters.reduce((total, rater) => total + rater.agreed.strict.of, 0)).toBe(80);
    files(report);
  });

  it("pages through disagreements without loss or repetition", async () => {
    const many = await make({ questions: 120, raters: 2, agreement: 0.3 });
    const seen: number[] = [];
    for (let after: number | null = 0; after !== null;) {
      const { rows, next, total } = await listDisagreements(
        as("researcher"),
        disagreementsRequest.parse({ campaign: many.campaignId, after }),
      );
      expect(total).toBeGreaterThan(50);
      seen.push(...rows.map(({ responseId }) => responseId));
      if (next === null) expect(new Set(seen).size).toBe(total);
      after = next;
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });

  it("is the same on the command line, to the last digit", async () => {
    const report = await ask({ campaign: made.campaignId });
    const { name } = await db.campaign.findUniqueOrThrow({ where: { id: made.campaignId } });
    const state = await currentSnapshot(as("researcher"));
    if (!state.ok) throw new Error(state.refusal.message);
    const printed = json(
      await freshqaProcess(["report", "agreement", "--campaign", name, "--json"]),
    ) as unknown as AgreementReport;
    expect({
      coefficients: printed.coefficients,
      breakdown: printed.breakdown,
      counts: printed.counts,
      reasons: printed.reasons,
    }).toEqual({
      coefficients: report.coefficients,
      breakdown: report.breakdown,
      counts: report.counts,
      reasons: report.reasons,
    });
    expect(printed.pairs.rows.map(({ row }) => row)).toEqual(
      report.pairs.rows.map(({ row }) => row),
    );
  }, 60_000);

  it("prints the same bytes at its permanent address after judging, correcting, adjudicating and new answers", async () => {
    const state = await currentSnapshot(as("researcher"));
    if (!state.ok) throw new Error(state.refusal.message);
    const address = new URLSearchParams(
      agreementRequest.query({
        ...agreementRequest.parse({ campaign: made.campaignId, pairing: "raters" }),
        state: state.value,
      }),
    );
    const print = async () =>
      JSON.stringify(
        await getAgreementReport(
          as("researcher"),
          agreementRequest.parse(Object.fromEntries(address)),
        ),
      );
    const list = async () =>
      JSON.stringify(
        await listDisagreements(
          as("researcher"),
          disagreementsRequest.parse(Object.fromEntries(address)),
        ),
      );
    const live = async () => ({ ...(await ask({ campaign: made.campaignId })), inputs: null });
    const before = [await print(), await list(), await live()];

    await withConnection((client) =>
      correctJudgments(client, 1, `j.campaign_id = ${made.campaignId} AND j.strict`),
    );
    await db.$executeRaw`
      INSERT INTO adjudications (task_id, adjudicator_id, revision_id, relaxed, strict, strict_reason, reason, client_key)
      SELECT t.id, ${made.adjudicatorId}, t.revision_id, TRUE, FALSE, 'outdated', 'So it is.', gen_random_uuid() FROM rating_tasks t
      WHERE NOT t.gold AND t.campaign_id = ${made.campaignId} AND NOT EXISTS (SELECT FROM adjudications d WHERE d.task_id = t.id)`;
    await db.$executeRaw`INSERT INTO automatic_verdicts (response_id, evaluator_id, relaxed, strict, revision_id) SELECT response_id, evaluator_id, NOT relaxed, FALSE, revision_id FROM automatic_verdicts ORDER BY id LIMIT 30`;
    const [disputed] = (JSON.parse(before[1] as string) as { rows: { questionId: number }[] }).rows;
    const { questionId } = disputed!;
    const revision = await db.revision.findFirstOrThrow({
      where: { questionId },
      orderBy: { number: "desc" },
    });
    const edited = await editQuestion(as("maintainer"), {
      questionId,
      baseRevisionId: revision.id,
      comment: "",
      content: { ...contentOfRevision(revision), answers: ["Something else by now"] },
    });
    if (!edited.ok) throw new Error(edited.refusal.message);

    expect((await ask({ campaign: made.campaignId })).counts.stale.compared).toBeGreaterThan(0);
    expect((JSON.parse(before[0] as string) as AgreementReport).counts.stale.compared).toBe(0);
    expect(await print()).toBe(before[0]);
    expect(await list()).toBe(before[1]);
    expect(await live()).not.toEqual(before[2]);
  });
});
