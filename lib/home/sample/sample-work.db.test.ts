import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { isLeaderboardPublic } from "@/lib/reporting/leaderboard/queries";
import { startWorker } from "@/lib/runs/worker/worker";
import { STUDIED } from "@/prisma/seed/dataset";
import { PILOT, STUDY } from "@/prisma/seed/names";
import { SAMPLE } from "@/prisma/seed/sample";
import { writeSampleWork } from "@/prisma/seed/seed";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { releasesPage } from "@/lib/dataset/releases/address";
import { listReleases } from "@/lib/dataset/releases/queries";
import { campaignsPage } from "@/lib/rating/campaigns/address";
import { listCampaigns } from "@/lib/rating/campaigns/queries";
import { jobsPage } from "@/lib/runs/jobs/address";
import { listJobs } from "@/lib/runs/jobs/queries";
import { modelsPage, runsPage } from "@/lib/runs/models/address";
import { listModels, listRuns } from "@/lib/runs/models/queries";
import { expectOrders } from "@/prisma/testing/list-orders";
import { removeSample, startSample } from "./commands";
import { getSample } from "./queries";

let mara: Actor;
let stranger: Actor;
const person = async (name: string, roles: Role[]): Promise<Actor> => {
  const user = await db.user.create({
    data: { email: `${randomUUID()}@example.org`, name, roles },
  });
  return { userId: user.id, name, roles, via: "web" };
};
beforeAll(async () => {
  await emptyDataset();
  mara = await person("Mara", ["maintainer", "rater"]);
  stranger = await person("Real rater", ["rater"]);
});
afterAll(disconnect);

describe("what the sample shows beside its questions", () => {
  it("goes on where it was interrupted, once however many ask", async () => {
    expect((await startSample(mara, {})).ok).toBe(true);
    // A server's worker is there from the beginning, which would ask the services if it could have an item.
    const worker = startWorker("server");
    // Someone has the address of the adjudicator: the study can't begin.
    const taken = await db.user.create({
      data: { email: "kemal@freshqa.example", name: "Other", roles: [] },
    });
    await expect(writeSampleWork(mara)).rejects.toThrow();
    expect(await db.release.count()).toBe(SAMPLE.releases.length);
    // The page offers to go on, which adds no question again.
    expect(await getSample(mara)).toMatchObject({ unfinished: true, mayStart: false });
    const questions = await db.question.count();
    expect(questions).toBe(SAMPLE.questions.length);
    expect(await startSample(mara, {})).toEqual({ ok: true, value: { questions: 0 } });
    expect(await db.question.count()).toBe(questions);
    await db.user.update({ where: { id: taken.id }, data: { email: "other@example.org" } });

    await Promise.all([writeSampleWork(mara), writeSampleWork(mara)]);
    await worker.stop();
    const jobs = await db.job.findMany({ include: { items: true } });
    expect(jobs.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "generate done",
      ...Array<string>(STUDIED).fill("judge done"),
    ]);
    expect(await db.modelCall.count()).toBe(jobs.flatMap(({ items }) => items).length);
    expect(await db.modelCall.count({ where: { state: { not: "answered" } } })).toBe(0);
    // Listed, but for its members alone: what is public is theirs to decide.
    expect(await db.leaderboardRun.count()).toBe(STUDIED);
    expect(await isLeaderboardPublic()).toBe(false);
    expect(await db.release.count()).toBe(SAMPLE.releases.length);
    expect(await db.revision.count()).toBe(
      SAMPLE.questions.flatMap(({ later = [] }) => [1, ...later]).length,
    );
    expect(await db.modelRun.count()).toBe(4);
    expect(await getSample(mara)).toMatchObject({ unfinished: false });
    expect(await startSample(mara, {})).toMatchObject({
      ok: false,
      refusal: { code: "changed" },
    });
    const campaigns = await db.campaign.findMany({ orderBy: { id: "asc" } });
    expect(campaigns.map(({ name, status }) => [name, status])).toEqual([
      [STUDY, "closed"],
      [`${STUDY} · follow-up 1`, "closed"],
      [PILOT, "open"],
    ]);
    const says = SAMPLE.responses
      .flatMap((one) => one.says.slice(0, 3))
      .filter((one) => one !== null);
    expect(await db.judgment.count({ where: { campaignId: campaigns[0]!.id } })).toBe(
      2 * says.length,
    );
    expect(await db.judgment.count({ where: { campaignId: campaigns[2]!.id } })).toBe(0);
    expect(await db.goldVerdict.count()).toBe(says.filter(({ gold }) => gold).length);
  }, 120_000);

  it("asks no one but who started it to rate, and raises no alarm", async () => {
    expect(await db.assignment.count({ where: { raterId: stranger.userId } })).toBe(0);
    expect(await db.notice.count({ where: { userId: stranger.userId } })).toBe(0);
    expect(await db.assignment.count({ where: { raterId: mara.userId } })).toBeGreaterThan(0);
    expect(await db.raterAlarm.count()).toBe(0);
    expect(await db.notice.count({ where: { kind: "rater-alarm" } })).toBe(0);
  });

  it("is asked of no one any more once the sample is removed", async () => {
    expect((await getSample(mara)).builtOn).toEqual([]);
    expect((await removeSample(mara, {})).ok).toBe(true);
    expect(await db.campaign.count({ where: { status: { not: "closed" } } })).toBe(0);
  });

  it("is listed in every order that its lists offer", async () => {
    // What is alike in all of the sample, or comes in the usual order.
    const [run] = await db.modelRun.findMany({ orderBy: { id: "asc" } });
    const { id: releaseId } = await db.release.findFirstOrThrow({
      where: { id: { not: run!.releaseId } },
    });
    const { createdById, modelId, promptMethod } = run!;
    const added = { name: "another", releaseId, createdById, modelId, promptMethod };
    await db.modelRun.create({ data: added });
    const jobs = await db.job.findMany({ orderBy: { id: "asc" } });
    await db.job.update({ where: { id: jobs[1]!.id }, data: { cost: 0, unpriced: 1 } });
    await db.jobItem.updateMany({
      where: { jobId: jobs[2]!.id },
      data: { status: "failed", outcome: null },
    });
    const [study, , pilot] = await db.campaign.findMany({ orderBy: { id: "asc" } });
    await db.campaign.update({
      where: { id: study!.id },
      data: { deadline: new Date("2026-12-01"), name: "zweite" },
    });
    await db.campaignRater.deleteMany({ where: { campaignId: pilot!.id, raterId: mara.userId } });
    const none = (text: string) => (text === "" ? null : text.toLowerCase());
    await expectOrders(modelsPage.usual, (state) => listModels(mara, state), {
      name: ({ name }) => name.toLowerCase(),
      provider: ({ provider }) => none(provider),
      cutoff: ({ knowledgeCutoff }) => none(knowledgeCutoff),
      runs: ({ runs }) => runs,
    });
    await expectOrders(runsPage.usual, (state) => listRuns(mara, state), {
      name: ({ name }) => name.toLowerCase(),
      model: ({ modelName }) => modelName.toLowerCase(),
      release: ({ releaseName }) => SAMPLE.releases.findIndex(({ name }) => name === releaseName),
      date: ({ ranOn }) => ranOn,
      responses: ({ answered }) => answered,
    });
    await expectOrders(jobsPage.usual, (state) => listJobs(mara, state), {
      run: ({ modelName, runName }) => `${modelName}, ${runName}`.toLowerCase(),
      failed: ({ counts }) => counts.failed,
      cost: ({ cost, unpriced }) => (cost === 0 && unpriced > 0 ? null : cost),
      ended: ({ endedAt }) => endedAt,
    });
    await expectOrders(campaignsPage.usual, (state) => listCampaigns(mara, state), {
      name: ({ name }) => name.toLowerCase(),
      raters: ({ raters }) => raters,
      items: ({ status, tasks }) => (status === "draft" ? null : tasks),
      rated: ({ status, judged, ratings }) => (status === "draft" ? null : judged / ratings),
      deadline: ({ deadline }) => deadline,
    });
    await expectOrders(releasesPage.usual, (state) => listReleases(mara, state), {
      name: ({ name }) => name.toLowerCase(),
      questions: ({ questionCount }) => questionCount,
      size: ({ byteSize }) => byteSize,
      published: ({ publishedAt }) => publishedAt,
    });
  });
});
