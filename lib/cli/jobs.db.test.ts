import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { startWorker } from "@/lib/runs/worker/worker";
import { freshqa as runHere, freshqaProcess, json } from "@/prisma/testing/command-line";
import { makeJobFixture, setPrice, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";

let services: ModelServices;
let fixture: JobFixture;
let method: string;
let label: string;
beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin);
  const served = await db.servedModel.findUniqueOrThrow({
    where: { id: await fixture.serve("ok") },
  });
  label = served.label;
  await setPrice(served.id, 1, 2);
  method = (await db.method.findFirstOrThrow()).name;
});
afterAll(() => services.stop());

/** A call in this process, with its output as text. */
async function freshqa(...args: string[]) {
  const run = await runHere(args);
  return { ...run, stdout: run.stdout.toString() };
}
const generate = (...more: string[]) => [
  "run",
  "generate",
  "--release",
  fixture.releaseName,
  "--method",
  method,
  "--model",
  label,
  "--run",
  "By command",
  ...more,
];

describe("jobs by command line", { timeout: 120_000 }, () => {
  it("a dry run shows the prompt and an estimate, and writes nothing", async () => {
    const run = await freshqa(...generate("--sample", "5", "--date", "2026-11-22", "--dry-run"));
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("Dry run: nothing was sent.");
    expect(run.stdout).toContain("5 items to do, 0 left out");
    expect(run.stdout).toContain("Calls: 5 · Search requests: 0");
    expect(run.stdout).toMatch(/Estimated cost of 5 calls: US\$0\.\d+–US\$0\.\d+\n/);
    expect(run.stdout).toContain("Knowledge cutoff: November 22, 2026.");
    expect(run.stdout).toContain("Assumed: 4 characters per token");
    expect(await db.job.count()).toBe(0);
    expect(await db.modelRun.count({ where: { name: "By command" } })).toBe(0);
    const { frozenAt } = await db.methodVersion.findFirstOrThrow();
    expect(frozenAt).toBeNull();
    expect(await services.received()).toEqual([]);
  });

  it("a job is started, followed, judged, and listed with its cost", async () => {
    const worker = startWorker("worker");
    const made = await freshqa(...generate("--sample", "5", "--limit", "1", "--wait", "--json"));
    expect(made.status).toBe(0);
    const job = JSON.parse(made.stdout) as { jobId: number; runId: number };
    expect(job).toMatchObject({
      status: "done",
      counts: { done: 5, failed: 0 },
      cost: 0.0009,
      spendingLimit: 1,
    });

    const evaluatorId = await fixture.evaluator(
      (await db.servedModel.findFirstOrThrow({ where: { label } })).id,
    );
    const { name } = await db.evaluator.findUniqueOrThrow({ where: { id: evaluatorId } });
    const judge = ["fresheval", "run", "--run", String(job.runId), "--evaluator", name];
    const dry = JSON.parse((await freshqa(...judge, "--dry-run", "--json")).stdout) as object;
    expect(dry).toMatchObject({
      dryRun: true,
      items: 10,
      estimate: { calls: { least: 10, most: 50 }, basis: "earlier calls" },
    });
    const judged = await freshqa(...judge, "--wait", "--json");
    expect(JSON.parse(judged.stdout)).toMatchObject({ status: "done", counts: { done: 10 } });
    expect(await db.automaticVerdict.count({ where: { evaluatorId } })).toBe(10);
    const again = await freshqa(...judge);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain(
      "No response of this run is left to judge: this evaluator has judged them",
    );
    await worker.stop();

    const listed = await freshqaProcess(["jobs", "list", "--json"]);
    expect(json(listed)).toMatchObject({
      total: 2,
      jobs: [
        { kind: "judge", status: "done" },
        { kind: "generate", cost: 0.0009 },
      ],
    });
  });

  it("a job is paused, resumed and canceled, and says that no worker is running", async () => {
    const made = await freshqa(...generate("--run", "Paused"));
    expect(made.status).toBe(0);
    expect(made.stderr).toContain("No worker is running");
    const { id } = await db.job.findFirstOrThrow({ orderBy: { id: "desc" } });
    const order = async (name: string, ...more: string[]) =>
      JSON.parse((await freshqa("jobs", name, String(id), "--json", ...more)).stdout) as object;
    expect(await order("pause")).toMatchObject({ status: "paused", pausedBecause: "person" });
    expect(await order("resume", "--limit", "2")).toMatchObject({
      status: "running",
      spendingLimit: 2,
    });
    expect(await order("pause")).toMatchObject({ status: "paused" });
    expect(await order("resume", "--limit", "none")).toMatchObject({ spendingLimit: null });
    expect(await order("retry")).toMatchObject({ refusal: { code: "nothing-left" } });
    expect(await order("cancel")).toMatchObject({ status: "cancelled" });
    expect(await order("resume")).toMatchObject({ refusal: { code: "unchanged" } });
  });

  it("a run without a name is called by its method", async () => {
    const unnamed = generate("--sample", "2", "--json").filter(
      (word) => word !== "--run" && word !== "By command",
    );
    const made = JSON.parse((await freshqa(...unnamed)).stdout) as { runId: number };
    const { name } = await db.modelRun.findUniqueOrThrow({ where: { id: made.runId } });
    expect(name).toBe(method);
    const again = await freshqa(...unnamed);
    expect(JSON.parse(again.stdout)).toMatchObject({
      refusal: { code: "taken", fields: { "target.name": "Name already in use." } },
    });
  });

  it("names what there is where a name is wrong, and what is missing", async () => {
    const wrong = await freshqa(...generate("--model", "gpt-0"));
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain(
      `Model “gpt-0” not found. Nothing was started. There are: “${label}”`,
    );
    const missing = await freshqa("run", "generate", "--release", fixture.releaseName);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain("--method is missing.");
  });
});
