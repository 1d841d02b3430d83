import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/schema";
import { compareRuns, getAccuracyReport } from "@/lib/accuracy-reports/queries";
import { accuracyRequestSchema, comparisonRequestSchema } from "@/lib/accuracy-reports/schema";
import { disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { Refused, UsageError, type Command } from "./command";
import { reportAccuracy, reportComparison } from "./report";

let made: RatingSampleMade;
let actor: Actor;
beforeAll(async () => {
  made = await withConnection((client) => makeRating(client, { name: "Shell", questions: 40, models: 2, raters: 3, ratingsPerResponse: 3, judged: 0.8, agreement: 0.6, evaluators: [0.9] }));
  actor = { userId: made.maintainerId, name: "Maintainer", roles: ["admin", "maintainer"], via: "cli" };
});
afterAll(disconnect);

const run = async (command: Command, values: Record<string, string | string[]>, words: string[] = [], json = true) => (await command.run({ actor, words, values, json, say: () => {} }))!;
const rowsOf = (answer: { json: unknown }) => (answer.json as { rows: unknown }).rows;

describe("freshqa report accuracy", () => {
  it("answers with the very report of the page, whichever way runs, campaign and evaluator are named", async () => {
    const [first, second] = made.runIds;
    const { rows } = await getAccuracyReport(actor, accuracyRequestSchema.parse({ runs: [first, second], campaign: made.campaignId, rule: "excluded", year: 2023 }));
    expect(rowsOf(await run(reportAccuracy, { run: [String(first), "Shell model 2"], campaign: "Shell", rule: "excluded", year: "2023" }))).toEqual(rows);
    const automatic = await getAccuracyReport(actor, accuracyRequestSchema.parse({ runs: [second], evaluator: 1 }));
    expect(rowsOf(await run(reportAccuracy, { run: ["Shell model 2 / Run 1"], evaluator: "Shell evaluator 1" }))).toEqual(automatic.rows);
  });

  it("prints a table for people and files for papers", async () => {
    const { words } = await run(reportAccuracy, { run: [String(made.runIds[0])], measure: "gap" }, [], false);
    expect(words).toMatch(/^Hallucination gap[^]*vp fast[^]*Shell model 1[^]*SHA-256/);
    expect((await run(reportAccuracy, { run: [String(made.runIds[0])], format: "latex" }, [], false)).words).toContain("\\multicolumn{8}{c}{Valid premise}");
  });

  it("refuses what it cannot read or find", async () => {
    await expect(run(reportAccuracy, {})).rejects.toBeInstanceOf(UsageError);
    await expect(run(reportAccuracy, { run: ["No one"] })).rejects.toBeInstanceOf(Refused);
    await expect(run(reportAccuracy, { run: ["1"], year: "22" })).rejects.toBeInstanceOf(Refused);
    await expect(run(reportAccuracy, { run: ["1"], campaign: "None" })).rejects.toBeInstanceOf(Refused);
  });
});

describe("freshqa report compare", () => {
  it("answers with the very comparison of the page", async () => {
    const [first, second] = made.runIds as [number, number];
    const found = await compareRuns(actor, comparisonRequestSchema.parse({ first, second, seed: 7, replicates: 1_000 }));
    expect(((await run(reportComparison, { seed: "7", replicates: "1000" }, [String(first), String(second)])).json as typeof found).measures).toEqual(found.measures);
  });
});
