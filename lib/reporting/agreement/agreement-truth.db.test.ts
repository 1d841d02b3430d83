import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/vocabulary";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { makeRating } from "@/prisma/factories/rating";
import { exported } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { holdSince } from "@/prisma/testing/past-days";
import { getAgreementReport, listDisagreements } from "./queries";
import { countsInWords, paperNotes, staleInWords } from "./rules";
import { agreementRequest, disagreementsRequest } from "./schema";
import { AGREEMENT_SENTENCES, staleSaid } from "./sentences.oracle";
import { readSentences } from "@/lib/reporting/files/sentences.oracle";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * A campaign with gold, corrections and adjudications, whose answers changed in June, and its follow-up: every choice of
 * truth, gold and campaigns, computed once more from the exported judgments by definitions that share no code with the
 * product.
 */

const [JANUARY, JUNE, AFTER] = ["2026-01-05", "2026-06-01", "2026-06-30"];
let researcher: Actor;
let campaigns: number[];
let lines: Line[];

beforeAll(async () => {
  const made = await withConnection((client) =>
    makeRating(client, {
      questions: 60,
      raters: 2,
      overlap: 45,
      agreement: 0.6,
      corrected: 0.2,
      gold: 0.1,
      adjudicated: 0.5,
    }),
  );
  researcher = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  const maintainer: Actor = {
    userId: made.maintainerId,
    name: "Maintainer",
    roles: ["maintainer"],
    via: "web",
  };
  await holdSince(JANUARY);
  const entries = await db.releaseEntry.findMany({
    where: { releaseId: made.releaseId },
    orderBy: { position: "asc" },
    include: { revision: true },
  });
  for (const { questionId, revision, position } of entries.filter(
    (entry) => entry.position % 3 === 0,
  )) {
    const content = contentOfRevision(revision);
    const change =
      position % 2 === 0
        ? { answers: [`Another answer to ${questionId}`] }
        : { falsePremise: !content.falsePremise };
    const edited = await editQuestion(maintainer, {
      questionId,
      baseRevisionId: revision.id,
      comment: "",
      content: { ...content, ...change },
    });
    if (!edited.ok) throw new Error(edited.refusal.message);
  }
  await holdSince(JUNE, { after: JANUARY });
  const followed = await followUp(maintainer, { campaignId: made.campaignId });
  if (!followed.ok) throw new Error(followed.refusal.message);
  campaigns = [made.campaignId, followed.value.campaignId];
  // Both raters of each response of the follow-up say what their numbers and its number make of it.
  await db.$executeRaw`
    WITH said AS (
      INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, active_ms, client_key)
      SELECT t.id, t.campaign_id, t.response_id, v.rater_id, t.revision_id, v.verdict > 0, v.verdict > 1, CASE WHEN v.verdict > 0 THEN NULL ELSE 'contradiction' END, CASE WHEN v.verdict > 1 THEN NULL WHEN v.verdict = 1 THEN 'outdated' ELSE 'contradiction' END, 1000, gen_random_uuid()
      FROM rating_tasks t CROSS JOIN LATERAL (
        SELECT r.id AS rater_id, (t.response_id * 7 + CASE WHEN t.response_id % 4 = 0 THEN r.place ELSE 0 END) % 3 AS verdict
        FROM unnest(${made.raterIds}::int[]) WITH ORDINALITY r (id, place) WHERE r.place <= t.wanted) v
      WHERE t.campaign_id = ${campaigns[1]!} AND NOT t.gold RETURNING *)
    UPDATE rating_assignments a SET status = 'judged', rater_id = said.rater_id, judgment_id = said.id
    FROM (SELECT *, row_number() OVER (PARTITION BY task_id ORDER BY rater_id) AS slot FROM said) said WHERE a.task_id = said.task_id AND a.slot = said.slot`;
  lines = (await Promise.all(campaigns.map((campaign) => exported(researcher, campaign)))).flat();
});
afterAll(disconnect);

// By definition ---------------------------------------------------------------------------------------------------------

type Mode = "relaxed" | "strict";
/** A response with two ratings that count: of the first rater (the lower number) and of the second. */
type Pair = [Line, Line];
const mean = (numbers: number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

interface Choice {
  truth: string;
  gold: "count" | "leave-out";
  of: number[];
}

/** The ratings that a choice counts: by its truth, none of gold, one for each person and response, the latest. */
function counted({ truth, gold, of }: Choice): Line[] {
  const asked = lines.filter((line) => of.includes(Number(line.campaign_id)));
  const goldQuestions = new Set(
    asked.filter((line) => yes(line.gold!)).map((line) => line.question_id),
  );
  const standing = asked.filter(
    (line) =>
      line.superseded_by === "" &&
      !yes(line.gold!) &&
      (gold === "count" || !goldQuestions.has(line.question_id)),
  );
  // June's answers are the present ones, so that what is not stale was made by them.
  const byTruth = standing.filter((line) =>
    truth === "release" ? yes(line.release_answers!) : !yes(line.stale!),
  );
  return byTruth.filter(
    (line) =>
      !byTruth.some(
        (other) =>
          other.response_id === line.response_id &&
          other.rater_key === line.rater_key &&
          Number(other.judgment_id) > Number(line.judgment_id),
      ),
  );
}

function byResponse(of: Line[]): Line[][] {
  const found = new Map<string, Line[]>();
  for (const line of of)
    found.set(line.response_id!, [...(found.get(line.response_id!) ?? []), line]);
  return [...found.values()];
}

function measures(pairs: Pair[], mode: Mode) {
  const said = pairs.map(([a, b]) => [Number(yes(a[mode]!)), Number(yes(b[mode]!))] as const);
  const n = said.length;
  const percent = mean(said.map(([a, b]) => Number(a === b)));
  const [p, q] = [mean(said.map(([a]) => a)), mean(said.map(([, b]) => b))];
  const share = (p + q) / 2;
  const pi = share ** 2 + (1 - share) ** 2;
  const credits = 2 * n * share;
  return {
    percent,
    cohen: (percent - (p * q + (1 - p) * (1 - q))) / (1 - (p * q + (1 - p) * (1 - q))),
    fleiss: (percent - pi) / (1 - pi),
    krippendorff: 1 - (1 - percent) / ((2 * credits * (2 * n - credits)) / (2 * n * (2 * n - 1))),
    gwetAC1: (percent - (1 - pi)) / pi,
    positive: (2 * said.filter(([a, b]) => a + b === 2).length) / credits,
    negative: (2 * said.filter(([a, b]) => a + b === 0).length) / (2 * n - credits),
    prevalence: 2 * share - 1,
    bias: p - q,
    pabak: 2 * percent - 1,
  };
}

/** Weighted kappa (linear) and ordinal alpha of none < Relaxed only < Strict, from the coincidence matrix. */
function ordinal(pairs: Pair[]) {
  const level = (line: Line) => Number(yes(line.relaxed!)) + Number(yes(line.strict!));
  const said = pairs.map(([a, b]) => [level(a), level(b)] as const);
  const n = said.length;
  const share = (value: number, side: 0 | 1) =>
    said.filter((pair) => pair[side] === value).length / n;
  const levels = [0, 1, 2];
  const observed = mean(said.map(([a, b]) => Math.abs(a - b)));
  const expected = levels.reduce(
    (sum, a) =>
      sum + levels.reduce((inner, b) => inner + share(a, 0) * share(b, 1) * Math.abs(a - b), 0),
    0,
  );
  const totals = levels.map((value) => said.flat().filter((one) => one === value).length);
  const distance = (a: number, b: number) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    return (
      (totals.slice(low, high + 1).reduce((sum, one) => sum + one, 0) -
        (totals[low]! + totals[high]!) / 2) **
      2
    );
  };
  const seen = said.reduce((sum, [a, b]) => sum + 2 * distance(a, b), 0);
  const byChance = levels.reduce(
    (sum, a) =>
      sum +
      levels.reduce(
        (inner, b) => inner + (totals[a]! * totals[b]! * distance(a, b)) / (2 * n - 1),
        0,
      ),
    0,
  );
  return { weightedKappa: 1 - observed / expected, alpha: 1 - seen / byChance };
}

describe("agreement by the answers that ratings were made by, computed once more from the export", () => {
  it("has data worth it: changed answers, gold, adjudication, corrections, single ratings", () => {
    expect(lines.filter((line) => !yes(line.release_answers!)).length).toBeGreaterThan(20);
    for (const column of ["stale", "gold"])
      expect(lines.filter((line) => yes(line[column]!)).length, column).toBeGreaterThan(5);
    for (const column of ["superseded_by", "adjudication_id"])
      expect(lines.filter((line) => line[column] !== "").length, column).toBeGreaterThan(5);
  });

  it.each(
    ["release", AFTER].flatMap((truth) =>
      (["count", "leave-out"] as const).map((gold) => ({ truth, gold })),
    ),
  )(
    "counts gold aside within the report’s questions: $truth, gold $gold",
    async ({ truth, gold }) => {
      // The split is the release's, as the other traits are those of the correct answers.
      const [entries, revisions] = await Promise.all([
        db.releaseEntry.findMany({ include: { revision: true } }),
        db.revision.findMany({ orderBy: { number: "asc" } }),
      ]);
      const heads = new Map(revisions.map((revision) => [revision.questionId, revision]));
      const traits = new Map(
        entries.map(({ questionId, revision: released }) => {
          const { hops, factType, falsePremise } =
            truth === "release" ? released : heads.get(questionId)!;
          const category = falsePremise ? "false-premise" : factType;
          return [`Q${questionId}`, { hops, split: released.split, category } as Line] as const;
        }),
      );
      const all = notEmpty(lines.filter((line) => yes(line.gold!) && line.superseded_by === ""));
      for (const [trait, values] of Object.entries({
        hops: HOPS,
        split: ["TEST", "DEV"],
        category: CATEGORIES,
      }))
        for (const value of values) {
          const { counts } = await getAgreementReport(
            researcher,
            agreementRequest.parse({ campaign: campaigns, truth, gold, [trait]: value }),
          );
          const own = all.filter(
            (line) => traits.get(line.question_id as `Q${number}`)![trait] === value,
          );
          expect(counts.aside.gold, `${trait} ${value}`).toEqual({
            judgments: own.length,
            responses: new Set(own.map((line) => line.response_id)).size,
          });
        }
    },
  );

  it.each(
    ["release", AFTER].flatMap((truth) =>
      (["count", "leave-out"] as const).flatMap((gold) =>
        ["first", "follow-up", "both"].map((which) => ({ truth, gold, which })),
      ),
    ),
  )("$truth, gold $gold, $which", async ({ truth, gold, which }) => {
    const campaign = {
      first: campaigns.slice(0, 1),
      "follow-up": campaigns.slice(1),
      both: campaigns,
    }[which]!;
    // The first counts with its follow-up.
    const of = which === "follow-up" ? campaign : campaigns;
    const report = await getAgreementReport(
      researcher,
      agreementRequest.parse({ campaign, truth, gold }),
    );
    const own = counted({ truth, gold, of });
    // Only the release's answers can have changed since: the later day's are the present ones.
    const changed = new Set(
      lines
        .filter(
          (line) =>
            of.includes(Number(line.campaign_id)) &&
            !yes(line.gold!) &&
            (yes(line.stale!) || !yes(line.release_answers!)),
        )
        .map((line) => line.question_id),
    );
    const { rows } = await listDisagreements(
      researcher,
      disagreementsRequest.parse({ campaign, truth, gold }),
    );
    // No rating of the follow-up was made by the release's answers.
    if (truth !== "release" || which !== "follow-up") expect(rows).not.toHaveLength(0);
    for (const row of rows)
      expect(row.stale, String(row.questionId)).toBe(
        truth === "release" && changed.has(`Q${row.questionId}`),
      );
    // Raters are in the order of their numbers in the first of the campaigns.
    const numberOf = ({ rater_key: key }: Line) =>
      lines.find((line) => line.rater_key === key && Number(line.campaign_id) === of[0])!.rater!;
    const responses = byResponse(own);
    const pairs = responses
      .filter((response) => response.length === 2)
      .map(
        (response): Pair => response.sort((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1)) as Pair,
      );
    const isStale = ([one]: readonly Line[]) => changed.has(one!.question_id);
    const goldLines = lines.filter(
      (line) =>
        of.includes(Number(line.campaign_id)) && yes(line.gold!) && line.superseded_by === "",
    );
    expect(report.counts).toMatchObject({
      responses: responses.length,
      compared: pairs.length,
      single: responses.filter((response) => response.length === 1).length,
      stale: {
        compared: truth === "release" ? pairs.filter(isStale).length : 0,
        single:
          truth === "release"
            ? responses.filter((all) => all.length === 1).filter(isStale).length
            : 0,
      },
      judgments: own.length,
      aside: {
        gold: {
          judgments: goldLines.length,
          responses: new Set(goldLines.map((line) => line.response_id)).size,
        },
      },
    });
    // Votes by other answers: one for each person, response and set of answers.
    const goldQuestions = new Set(goldLines.map((line) => line.question_id));
    const others = lines.filter(
      (line) =>
        of.includes(Number(line.campaign_id)) &&
        line.superseded_by === "" &&
        !yes(line.gold!) &&
        (gold === "count" || !goldQuestions.has(line.question_id)) &&
        (truth === "release" ? !yes(line.release_answers!) : yes(line.stale!)),
    );
    expect(report.counts.aside.otherAnswers.judgments).toBe(
      new Set(
        others.map((line) =>
          [line.response_id, line.rater_key, line.answers, line.false_premise].join("|"),
        ),
      ).size,
    );

    // The same in sentences, and over which responses the paper's rows are where no evaluator judged any.
    const single = responses.filter((response) => response.length === 1);
    const { otherAnswers } = report.counts.aside;
    const staleOf = (all: readonly Line[][]) =>
      truth === "release" ? all.filter(isStale).length : 0;
    const stale = {
      ...staleSaid("compared", staleOf(pairs), pairs.length),
      ...staleSaid("single", staleOf(single), single.length),
    };
    const { paper } = await getAgreementReport(
      researcher,
      agreementRequest.parse({ campaign, truth, gold, pairing: "paper" }),
    );
    expect(
      readSentences(
        [countsInWords(report), ...staleInWords(report.counts), ...paperNotes(paper!)],
        AGREEMENT_SENTENCES,
        [],
      ),
    ).toEqual({
      unread: [],
      figures: {
        counts: {
          responses: responses.length,
          compared: pairs.length,
          single: single.length,
          judgments: own.length,
          raters: new Set(own.map((line) => line.rater_key)).size,
          ...(otherAnswers.judgments > 0 && { otherAnswers: otherAnswers.judgments }),
          ...(goldLines.length > 0 && {
            ofGold: goldLines.length,
            gold: new Set(goldLines.map((line) => line.response_id)).size,
          }),
        },
        ...(Object.keys(stale).length > 0 && { stale }),
        withoutEvaluator: { responses: pairs.length },
      },
    });

    if (pairs.length === 0) {
      expect(report.coefficients.relaxed.overall.percent.undefinedBecause).not.toBeNull();
      return;
    }
    const check = (mode: Mode, scope: "overall" | "vp" | "fp", some: Pair[]) => {
      const expected = measures(some, mode);
      const { positive, negative, prevalence, bias, pabak } = report.indices[mode][scope];
      const found: Record<string, number | null> = {
        ...Object.fromEntries(
          Object.entries(report.coefficients[mode][scope]).map(([name, { value }]) => [
            name,
            value,
          ]),
        ),
        positive: positive.value,
        negative: negative.value,
        prevalence,
        bias,
        pabak,
      };
      for (const [name, value] of notEmpty(Object.entries(expected))) {
        // Of responses of one verdict some are undefined, AC1 is not.
        if (!Number.isFinite(value)) expect(found[name], `${mode} ${scope} ${name}`).toBeNull();
        else expect(found[name], `${mode} ${scope} ${name}`).toBeCloseTo(value, 10);
      }
    };
    for (const mode of ["relaxed", "strict"] as const) {
      check(mode, "overall", pairs);
      for (const [scope, premise] of [
        ["vp", false],
        ["fp", true],
      ] as const) {
        const some = pairs.filter(([line]) => yes(line.false_premise!) === premise);
        if (some.length > 0) check(mode, scope, some);
      }
      const differing = pairs.filter(([a, b]) => a[mode] !== b[mode]).length;
      expect(
        (
          await listDisagreements(
            researcher,
            disagreementsRequest.parse({ campaign, truth, gold, mode }),
          )
        ).total,
        mode,
      ).toBe(differing);
    }
    const expected = ordinal(pairs);
    expect(report.ordinal.overall.weightedKappa.value).toBeCloseTo(expected.weightedKappa, 10);
    expect(report.ordinal.overall.alpha.value).toBeCloseTo(expected.alpha, 10);
  });
});
