import { afterAll, beforeAll, expect, it } from "vitest";
import { freshqa } from "@/prisma/testing/command-line";
import { notEmpty } from "@/prisma/testing/not-empty";
import type { Actor } from "@/lib/people/access/schema";
import { cellOf } from "@/lib/dataset/questions/cells";
import { disconnect, db } from "@/lib/platform/db";
import { removeSample } from "@/lib/home/sample/commands";
import { getSample } from "@/lib/home/sample/queries";
import { getRaterHours } from "@/lib/rating/hours/queries";
import { getItem } from "@/lib/runs/jobs/item-queries";
import { listJobChoices } from "@/lib/runs/jobs/planning-queries";
import { claimItems } from "@/lib/rating/judging/commands";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { accuracyRequest } from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { isLeaderboardPublic, publicLeaderboard } from "@/lib/reporting/leaderboard/queries";
import { JUDGED } from "./jobs";
import { seed } from "./seed";
import { EVALUATOR, emailOf, FOOTNOTE, PILOT, STUDY } from "./names";
import { SAMPLE } from "./sample";
import { hoursPage } from "@/lib/rating/hours/address";

const person = async (key: string): Promise<Actor> => {
  const user = await db.user.findFirstOrThrow({ where: { email: emailOf(key) } });
  return { userId: user.id, name: user.name, roles: user.roles as Actor["roles"], via: "web" };
};

/** Runs that the study is over. */
const STUDIED = [0, 1, 2];
/** All responses of the study, as they were written. */
const responses = STUDIED.flatMap((run) =>
  SAMPLE.responses.flatMap(({ question, says }) => {
    const said = says[run];
    return said ? [{ run, question, ...said }] : [];
  }),
);

let hugo: Actor;
let study: { id: number; status: string; runs: { runId: number }[] };
beforeAll(async () => {
  await seed({ questions: true });
  hugo = await person("hugo");
  study = await db.campaign.findFirstOrThrow({
    where: { name: STUDY },
    select: {
      id: true,
      status: true,
      runs: { select: { runId: true }, orderBy: { runId: "asc" } },
    },
  });
}, 120_000);
afterAll(disconnect);

it("has three releases, each with the questions of its day", async () => {
  const releases = await db.release.findMany({ orderBy: { publishedAt: "asc" } });
  const there = SAMPLE.releases.map(({ name, at }) => {
    const day = at.toISOString();
    const questions = SAMPLE.questions.filter(
      ({ on, later = [] }) =>
        on < day && !later.some((revision) => revision.reason === "retire" && revision.on < day),
    );
    return [name, day, questions.length];
  });
  expect(
    releases.map((one) => [one.name, one.publishedAt.toISOString(), one.questionCount]),
  ).toEqual(there);
  // Worth comparing: no two have the same.
  expect(new Set(there.map(([, , count]) => count)).size).toBe(3);
});

it("has every response of three runs rated twice, every dispute adjudicated, and is closed", async () => {
  expect(study.status).toBe("closed");
  expect(study.runs).toHaveLength(STUDIED.length);
  expect(await db.ratingTask.count({ where: { campaignId: study.id } })).toBe(responses.length);
  expect(await db.judgment.count({ where: { campaignId: study.id } })).toBe(2 * responses.length);
  // Single doubts are cases, too.
  expect(
    await db.adjudication.count({ where: { task: { campaignId: study.id } } }),
  ).toBeGreaterThanOrEqual(responses.filter(({ ines, jonas }) => ines ?? jonas).length);
});

it("counts as it was written by hand", async () => {
  const accuracy = await getAccuracyReport(
    hugo,
    accuracyRequest.parse({
      runs: study.runs.map(({ runId }) => String(runId)),
      campaign: [String(study.id)],
    }),
  );
  expect(
    accuracy.rows.map(({ label, accuracy: { all } }) => [
      label,
      all.relaxed.right,
      all.strict.right,
      all.strict.judged,
    ]),
  ).toEqual(
    STUDIED.map((run) => {
      const finals = responses.flatMap((one) => (one.run === run ? [one.final] : []));
      return [
        SAMPLE.runs[run]!.model.name,
        finals.filter((final) => final !== "n").length,
        finals.filter((final) => final === "c").length,
        finals.length,
      ];
    }),
  );
});

it("has raters who differ now and then, and gold that is left out", async () => {
  const { counts, coefficients } = await getAgreementReport(
    hugo,
    agreementRequest.parse({ campaign: [String(study.id)] }),
  );
  const gold = responses.filter((one) => one.gold);
  expect(counts.aside.gold).toMatchObject({ responses: gold.length });
  expect(counts).toMatchObject({ single: 0, raters: 2 });
  const { value } = coefficients.strict.overall.percent;
  expect(value).toBeGreaterThan(0.85);
  expect(value).toBeLessThan(0.99);
});

it("follows up what was rated by answers that changed since", async () => {
  const followUp = await db.campaign.findFirstOrThrow({ where: { followsId: study.id } });
  expect(followUp.status).toBe("closed");
  const judged = await db.judgment.findMany({
    where: { campaignId: followUp.id },
    include: { task: { include: { response: true } } },
  });
  const changed = responses.filter(({ present }) => present !== undefined).length;
  expect(changed).toBeGreaterThan(0);
  // By the present answers, and twice as the first time.
  expect(judged.length).toBeGreaterThanOrEqual(2 * changed);
  expect(notEmpty(judged).every(({ task }) => task.revisionId !== task.response!.revisionId)).toBe(
    true,
  );
});

it("has a run that a job made by FreshPrompt, with what it searched, was shown and replied", async () => {
  const [run] = study.runs;
  const {
    promptMethod,
    ranOn,
    responses: made,
  } = await db.modelRun.findUniqueOrThrow({
    where: { id: run!.runId },
    include: { responses: { orderBy: { id: "asc" } } },
  });
  expect([promptMethod, ranOn?.toISOString().slice(0, 10)]).toEqual([
    "freshprompt",
    SAMPLE.runs[0]!.run.ranOn,
  ]);
  expect(made.map(({ text }) => text).sort()).toEqual(
    SAMPLE.responses.map(({ says }) => says[0]!.text).sort(),
  );
  const job = await db.job.findFirstOrThrow({
    where: { kind: "generate" },
    include: { items: true },
  });
  expect(job).toMatchObject({ runId: run!.runId, status: "done", unpriced: 0 });
  expect(Number(job.cost)).toBeGreaterThan(0);
  expect(job.items).toHaveLength(SAMPLE.responses.length);
  for (const { id } of notEmpty(job.items)) {
    const { question, response, steps } = await getItem(hugo, job.id, id);
    const [searched, asked] = steps;
    if (searched?.kind !== "search" || asked?.kind !== "call") throw new Error("Other steps.");
    expect(steps).toHaveLength(2);
    const prompt = asked.messages!.map(({ content }) => content).join("\n");
    expect(prompt).toContain(question);
    // The paper's rule takes all that there is of so few.
    for (const { snippet } of notEmpty(SAMPLE.evidence![question]!))
      expect(prompt).toContain(snippet);
    expect(asked.text).toBe(response);
    // Nothing that the prompt says was found is of a day after that of the search.
    for (const { date } of notEmpty(searched.evidence.kept))
      expect(date === null || date <= SAMPLE.runs[0]!.run.ranOn!).toBe(true);
  }
});

it("was judged by FreshEval, which says something else than the raters now and then", async () => {
  const evaluator = await db.evaluator.findFirstOrThrow({
    include: { verdicts: { include: { response: { include: { revision: true } } } } },
  });
  expect(evaluator.name).toBe(EVALUATOR);
  const asked = new Set(
    evaluator.verdicts.map(({ response: { runId, revision } }) =>
      JSON.stringify([
        study.runs.findIndex((one) => one.runId === runId),
        cellOf(revision.cells, "question"),
      ]),
    ),
  );
  const judged = responses.filter(({ run, question }) =>
    asked.has(JSON.stringify([run, question])),
  );
  expect(judged).toHaveLength(asked.size);
  expect(judged.length).toBeGreaterThan(STUDIED.length * (JUDGED.size - 2));
  expect(evaluator.verdicts).toHaveLength(2 * judged.length);
  const report = await getAccuracyReport(
    hugo,
    accuracyRequest.parse({
      runs: study.runs.map(({ runId }) => String(runId)),
      evaluator: String(evaluator.id),
    }),
  );
  expect(
    report.rows.map(({ accuracy: { all } }) => [
      all.strict.judged,
      all.relaxed.right,
      all.strict.right,
    ]),
  ).toEqual(
    STUDIED.map((run) => {
      const said = judged.flatMap(({ run: its, judge, final }) =>
        its === run ? [judge ?? final] : [],
      );
      return [
        said.length,
        said.filter((one) => one !== "n").length,
        said.filter((one) => one === "c").length,
      ];
    }),
  );
  const others = judged.filter(({ judge }) => judge !== undefined).length;
  expect(others / judged.length).toBeGreaterThan(0.05);
  expect(others / judged.length).toBeLessThan(0.15);
});

it("has services that nobody is offered for a job of their own", async () => {
  const { connections, evaluators } = await listJobChoices(await person("carlos"));
  expect([connections, evaluators]).toEqual([{ models: [], searches: [] }, []]);
});

it("has a public leaderboard of the studied runs, which says that they are made up", async () => {
  expect(await isLeaderboardPublic()).toBe(true);
  const { footnote, report } = await publicLeaderboard();
  expect(report!.rows.map(({ label }) => label).sort()).toEqual(
    STUDIED.map((run) => SAMPLE.runs[run]!.model.name).sort(),
  );
  expect(footnote).toBe(FOOTNOTE);
});

it("took its raters some time, which fits into what the clock allows", async () => {
  const { rows } = await getRaterHours(await person("carlos"), { ...hoursPage.usual, by: "all" });
  notEmpty(rows);
  for (const { activeMs, rated, overClock, late } of rows) {
    expect(activeMs).toBeGreaterThan(rated * 15_000);
    expect(activeMs).toBeLessThan(rated * 35_000);
    expect([overClock, late]).toEqual([false, 0]);
  }
  // They rate as quickly as the server goes, and raise no alarm by it.
  expect(await db.raterAlarm.count()).toBe(0);
});

it("leaves no account behind the study that one could sign in with", async () => {
  const former = await db.user.findMany({
    where: { campaignsRated: { some: { campaignId: study.id } } },
    select: { deactivatedAt: true, passwordHash: true },
  });
  expect(former).toHaveLength(2);
  for (const { deactivatedAt, passwordHash } of former)
    expect([deactivatedAt !== null, passwordHash]).toEqual([true, null]);
});

it("has a campaign to try the desk on, half rated, with an item at hand", async () => {
  const pilot = await db.campaign.findFirstOrThrow({ where: { status: "open" } });
  expect(pilot.name).toBe(PILOT);
  for (const email of ["bea", "eli"]) {
    const rater = await person(email);
    const of = { campaignId: pilot.id, raterId: rater.userId };
    const all = await db.assignment.count({ where: of });
    expect(await db.assignment.count({ where: { ...of, status: "judged" } })).toBe(
      Math.floor(all / 2),
    );
    const given = await claimItems(rater, { campaignId: pilot.id, count: 1, visit: null });
    expect(given).toMatchObject({ ok: true, value: { taskIds: [expect.any(Number) as number] } });
  }
});

it("has a submission in each state, with notices for whom they concern", async () => {
  const states = await db.submission.groupBy({ by: ["status"], _count: true });
  expect(new Set(states.map(({ status }) => status))).toEqual(
    new Set(["draft", "submitted", "returned", "accepted", "rejected", "withdrawn"]),
  );
  expect(await db.submissionComment.count()).toBeGreaterThan(0);
  for (const email of ["ada", "bea"]) {
    const { userId } = await person(email);
    expect(await db.notice.count({ where: { userId, readAt: null } })).toBeGreaterThan(0);
  }
});

it("was verified on days before today, after the answers came to be, and not all of it", async () => {
  const heads = await db.$queryRaw<{ verified: boolean; early: boolean; late: boolean }[]>`
    SELECT h.verified_on IS NOT NULL AS verified, coalesce(h.verified_on < h.answers_since, false) AS early,
      coalesce(h.verified_on >= dataset_today(), false) AS late
    FROM question_heads h WHERE status = 'active' AND review_policy <> 'never'`;
  notEmpty(heads);
  expect(heads.some(({ early, late }) => early || late)).toBe(false);
  const verified = heads.filter((head) => head.verified).length / heads.length;
  expect(verified).toBeGreaterThan(0.5);
  expect(verified).toBeLessThan(1);
});

it("is nothing that people built on, and whole", async () => {
  expect(await getSample(await person("carlos"))).toMatchObject({ builtOn: [], unfinished: false });
  expect(await freshqa(["verify"])).toMatchObject({ status: 0, stderr: "" });
});

it("has all of its questions known as the sample's", async () => {
  const { questions } = await getSample(await person("carlos"));
  expect(questions).toBe(await db.questionHead.count({ where: { status: "active" } }));
});

it("leaves nothing to do once it is removed, and keeps the accounts", async () => {
  const carlos = await person("carlos");
  const accounts = await db.user.count({ where: { sample: true, deactivatedAt: null } });
  expect(await removeSample(carlos, {})).toMatchObject({ ok: true });
  expect(await db.questionHead.count({ where: { status: "active" } })).toBe(0);
  expect(await db.campaign.count({ where: { status: { not: "closed" } } })).toBe(0);
  expect(
    await db.submission.count({ where: { status: { in: ["draft", "submitted", "returned"] } } }),
  ).toBe(0);
  expect(await db.user.count({ where: { sample: true, deactivatedAt: null } })).toBe(accounts);
  expect(await db.leaderboardRun.count()).toBe(0);
  expect(await isLeaderboardPublic()).toBe(false);
});
