import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { claimItems } from "@/lib/rating/judging/commands";
import { getProtocolItems } from "@/lib/rating/judging/queries";
import { accuracyRequest } from "@/lib/reporting/accuracy/schema";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { plainCheck } from "@/lib/runs/references/citation-check.oracle";
import type { CitationFilter } from "@/lib/runs/references/schema";
import { STOP_WORDS } from "@/lib/runs/references/stop-words";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { someCited, writeCitedRun } from "@/prisma/testing/cited-run";
import { notEmpty } from "@/prisma/testing/not-empty";
import { writeProtocol } from "@/prisma/testing/protocol-campaign";
import { value } from "@/prisma/testing/value";
import { createCampaign } from "./planning-commands";
import { openCampaign } from "./opening-commands";
import { previewCampaign } from "./preview-queries";
import { campaignPlanSchema, type CampaignPlan } from "./schema";

const QUESTIONS = 60;
let made: RatingSampleMade;
let maintainer: Actor;
let runIds: number[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Filtered",
      questions: QUESTIONS,
      models: 1,
      raters: 2,
      campaign: false,
    }),
  );
  maintainer = { userId: made.maintainerId, name: "Mara", roles: ["maintainer"], via: "web" };
  const like = made.runIds[0]!;
  runIds = [
    await writeCitedRun(like, "First", someCited(QUESTIONS, 1)),
    await writeCitedRun(like, "Second", someCited(QUESTIONS - 5, 2)),
  ];
});
afterAll(disconnect);

function planOf(sample: Record<string, unknown>, more: Record<string, unknown> = {}): CampaignPlan {
  return campaignPlanSchema.parse({
    name: `Campaign ${randomUUID()}`,
    runIds,
    sample,
    raterIds: made.raterIds,
    ratingsPerResponse: 1,
    overlap: null,
    seed: 7,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
    ...more,
  });
}

async function open(plan: CampaignPlan, previewed?: Awaited<ReturnType<typeof previewCampaign>>) {
  const draft = value(await createCampaign(maintainer, { plan, clientKey: randomUUID() }));
  return value(
    await openCampaign(maintainer, {
      ...draft,
      clientKey: randomUUID(),
      ...(previewed && { previewed }),
    }),
  );
}

/** By the plain check: true, false, or null where there is nothing to decide by; for each response by its id. */
async function decisions(filter: CitationFilter): Promise<Map<number, boolean | null>> {
  const responses = await db.response.findMany({
    where: { runId: { in: runIds } },
    include: { references: { orderBy: { place: "asc" } } },
  });
  return new Map(
    responses.map(({ id, text, references }) => {
      const pieces = plainCheck(text, references, filter.variant === "repository", STOP_WORDS);
      const scored = pieces.filter((piece) => piece.scored);
      const states = pieces
        .flatMap(({ cited }) => cited.map(([, state]) => state))
        .filter((state) => state !== "unchecked");
      if (references.length === 0) return [id, null];
      if (filter.keep === "precision") {
        const right = states.filter((state) => state === "supported").length;
        return [id, states.length === 0 ? null : right / states.length < filter.below];
      }
      if (scored.length === 0) return [id, null];
      return [
        id,
        scored.some(({ supporting, cited }) =>
          filter.keep === "unsupported"
            ? supporting.length === 0
            : supporting.length > 0 && !cited.some(([, state]) => state === "supported"),
        ),
      ];
    }),
  );
}

const FILTERS: CitationFilter[] = (["paper", "repository"] as const).flatMap((variant) => [
  { keep: "unsupported", variant },
  { keep: "missing", variant },
  { keep: "precision", variant, below: 0.5 },
  { keep: "precision", variant, below: 1 },
]);

/** Ids of the responses that campaigns rate, in order. */
async function rated(campaignId: number): Promise<string[]> {
  const tasks = await db.ratingTask.findMany({
    where: { campaignId },
    orderBy: { unitKey: "asc" },
  });
  return tasks.map(({ unitKey }) => unitKey);
}

describe("a sample by the citation check", () => {
  it.each(FILTERS)(
    "takes what $keep says, under the variant $variant, and counts the rest",
    async (filter) => {
      const decided = await decisions(filter);
      const of = (decision: boolean | null) =>
        [...decided].filter(([, one]) => one === decision).map(([id]) => id);
      const [taken, refused] = [notEmpty(of(true)), notEmpty(of(false))];
      const without = await db.response.count({
        where: { runId: { in: runIds }, references: { none: {} } },
      });
      const plan = planOf({ kind: "all", citations: filter });
      const preview = await previewCampaign(maintainer, plan);
      expect(preview.citations).toEqual({
        taken: taken.length,
        decided: taken.length + refused.length,
        undecided: of(null).length - without,
        withoutReferences: without,
      });
      expect(without).toBeGreaterThan(0);
      expect(preview.responses).toBe(taken.length);
      const { campaignId } = await open(plan, preview);
      expect(await rated(campaignId)).toEqual(taken.map(String).sort());
      // The plan says how it was drawn, and gives the same again.
      const { sample } = await db.campaign.findUniqueOrThrow({ where: { id: campaignId } });
      expect(sample).toEqual({ kind: "all", splits: [], citations: filter });
      const again = await open(planOf(sample as Record<string, unknown>));
      expect(await rated(again.campaignId)).toEqual(await rated(campaignId));
    },
  );

  it("draws questions at random from those with such a response", async () => {
    const filter: CitationFilter = { keep: "missing", variant: "paper" };
    const decided = await decisions(filter);
    const sample = { kind: "random", count: 10, citations: filter };
    const preview = await previewCampaign(maintainer, planOf(sample));
    expect(preview.strata.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(10);
    const { campaignId } = await open(planOf(sample), preview);
    const ids = notEmpty(await rated(campaignId)).map(Number);
    for (const id of ids) expect(decided.get(id)).toBe(true);
    const questions = await db.response.findMany({ where: { id: { in: ids } } });
    expect(new Set(questions.map(({ questionId }) => questionId)).size).toBe(10);
    expect(await rated((await open(planOf(sample))).campaignId)).toEqual(ids.map(String));
    expect(await rated((await open(planOf(sample, { seed: 8 }))).campaignId)).not.toEqual(
      ids.map(String),
    );
    // Of the others nothing is known, so that the report estimates nothing.
    const basis = async (campaign: number) =>
      JSON.stringify(
        await getAccuracyReport(
          { ...maintainer, roles: ["researcher"] },
          accuracyRequest.parse({ runs: runIds, campaign }),
        ),
      ).includes('"basis":"estimate"');
    expect(await basis(campaignId)).toBe(false);
    expect(await basis((await open(planOf({ kind: "random", count: 10 }))).campaignId)).toBe(true);
  });

  it.each(["question", "pair"] as const)(
    "takes a %s where one of its responses is such",
    async (unit) => {
      const filter: CitationFilter = { keep: "unsupported", variant: "repository" };
      const decided = await decisions(filter);
      const key = unit === "question" ? "webglm-turing" : "pairwise-fresh";
      const { definition } = PROTOCOL_PRESETS.find((preset) => preset.key === key)!;
      const protocolVersionId = await writeProtocol(
        `Filtered ${unit}`,
        definition,
        made.maintainerId,
      );
      const all = await open(planOf({ kind: "all" }, { protocolVersionId }));
      const some = await open(planOf({ kind: "all", citations: filter }, { protocolVersionId }));
      const every = await rated(all.campaignId);
      const expected = every.filter((unitKey) =>
        unitKey.split("-").some((id) => decided.get(Number(id)) === true),
      );
      expect(await rated(some.campaignId)).toEqual(expected);
      expect(notEmpty(expected).length).toBeLessThan(every.length);
    },
  );

  it("is nothing that raters are told", async () => {
    const { definition } = PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!;
    const protocolVersionId = await writeProtocol("Blind", definition, made.maintainerId);
    const filter: CitationFilter = { keep: "precision", variant: "paper", below: 0.37 };
    const rater: Actor = {
      userId: made.raterIds[0]!,
      name: "Rater",
      roles: ["rater"],
      via: "web",
    };
    const shown = async (sample: Record<string, unknown>) => {
      const { campaignId } = await open(planOf(sample, { protocolVersionId }));
      const claimed = value(await claimItems(rater, { campaignId, count: 10 }));
      const items = await getProtocolItems(rater, notEmpty(claimed.taskIds));
      return JSON.stringify({ ...claimed, items });
    };
    const keysOf = (json: string) => [...new Set(json.match(/"\w+":/g))].sort();
    const filtered = await shown({ kind: "all", citations: filter });
    expect(keysOf(filtered)).toEqual(keysOf(await shown({ kind: "all" })));
    expect(filtered).not.toMatch(/0\.37|"precision"|"paper"|unsupported/);
  });
});
