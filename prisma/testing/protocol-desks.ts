import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { campaignPlanSchema, openCampaignSchema } from "@/lib/rating/campaigns/schema";
import { setGoldAnswers } from "@/lib/rating/gold/commands";
import { goldQuestions, mayBeGold } from "@/lib/rating/gold/rules";
import { setGoldAnswersSchema } from "@/lib/rating/gold/schema";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { getProtocolItems, type ProtocolItem } from "@/lib/rating/judging/queries";
import { submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { Answers, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { writeProtocol } from "./protocol-campaign";

/** A campaign under a protocol of its own. */
export interface OpenedCampaign {
  campaignId: number;
  definition: ProtocolDefinition;
}

/** Who a campaign is of. */
export interface CampaignPeople {
  maintainer: Actor;
  /** Each judges everything. */
  raters: readonly Actor[];
  runIds: readonly number[];
  /** Of so many questions, drawn at random; left out: of all. */
  questions?: number;
  /** Of a hundred items that a rater sees, how many are gold; left out: none. */
  goldRate?: number;
}

/** Opens a campaign over the responses of the runs, under the protocol of that name, which is made where there is none. */
export async function openUnder(
  { maintainer, raters, runIds, questions, goldRate = 0 }: CampaignPeople,
  { name, definition }: { name: string; definition: ProtocolDefinition },
): Promise<OpenedCampaign> {
  const createdById = maintainer.userId;
  const { versions } = await db.protocol.upsert({
    where: { name },
    update: {},
    create: {
      name,
      createdById,
      versions: { create: { number: 1, definition: definition as object, createdById } },
    },
    include: { versions: true },
  });
  const earlier = await db.campaign.count({ where: { protocolVersionId: versions[0]!.id } });
  const planned = await createCampaign(maintainer, {
    plan: campaignPlanSchema.parse({
      protocolVersionId: versions[0]!.id,
      name: `Under ${name}${earlier === 0 ? "" : ` ${earlier + 1}`}`,
      runIds: [...runIds],
      sample:
        questions === undefined
          ? { kind: "all" }
          : { kind: "random", splits: [], count: questions },
      raterIds: raters.map(({ userId }) => userId),
      ratingsPerResponse: raters.length,
      overlap: null,
      seed: 7,
      deadline: null,
      truth: "release",
      goldRate,
      namesHidden: true,
      ratersMayAdjudicate: false,
    }),
    clientKey: randomUUID(),
  });
  if (!planned.ok) throw new Error(planned.refusal.message);
  const opened = await openCampaign(maintainer, openCampaignSchema.parse(planned.value));
  if (!opened.ok) throw new Error(opened.refusal.message);
  return { campaignId: opened.value.campaignId, definition };
}

/** Opens a campaign under a preset. */
export function openUnderPreset(people: CampaignPeople, key: string): Promise<OpenedCampaign> {
  return openUnder(
    people,
    PROTOCOL_PRESETS.find((preset) => preset.key === key)!,
  );
}

/**
 * Adds a protocol, and makes the first responses of a run gold under it, or a reference of each, if it can have gold.
 * @returns whether it can
 */
export async function makeGold(
  maintainer: Actor,
  runId: number,
  { name, definition }: { name: string; definition: ProtocolDefinition },
): Promise<boolean> {
  if (!mayBeGold(definition)) return false;
  const versionId = await writeProtocol(name, definition, maintainer.userId);
  const [question] = goldQuestions(definition);
  for (const { id: responseId, revisionId } of await db.response.findMany({
    where: { runId },
    orderBy: { id: "asc" },
    take: 4,
  })) {
    const set = await setGoldAnswers(
      maintainer,
      setGoldAnswersSchema.parse({
        responseId,
        referencePlace: definition.unit === "reference" ? 1 : null,
        versionId,
        revisionId,
        expected: { [question!.key]: { value: question!.levels[0]!.value } },
        replaces: null,
      }),
    );
    if (!set.ok) throw new Error(set.refusal.message);
  }
  return true;
}

/**
 * Has each rater answer every item that is theirs.
 * @param answers null: the rater leaves the item
 * @returns what each was shown
 */
export async function answerAll(
  raters: readonly Actor[],
  campaignId: number,
  answers: (rater: number, item: ProtocolItem) => Answers | null,
): Promise<{ rater: number; item: ProtocolItem }[]> {
  const seen: { rater: number; item: ProtocolItem }[] = [];
  for (const [rater, actor] of raters.entries()) {
    const held: number[] = [];
    for (;;) {
      const claimed = await claimItems(actor, { campaignId, count: 5, held });
      if (!claimed.ok) throw new Error(claimed.refusal.message);
      if (claimed.value.taskIds.length === 0) break;
      for (const item of await getProtocolItems(actor, claimed.value.taskIds)) {
        held.push(item.taskId);
        const said = answers(rater, item);
        if (said === null) continue;
        seen.push({ rater, item });
        const done = await submitAnswers(actor, item, said);
        if (!done.ok) throw new Error(done.refusal.message);
      }
    }
  }
  return seen;
}

/** Submits one rating of an item. */
export function submitAnswers(
  actor: Actor,
  { taskId, revisionId }: { taskId: number; revisionId: number },
  answers: Answers,
) {
  return submitJudgment(
    actor,
    submitJudgmentSchema.parse({
      taskId,
      revisionId,
      answers,
      activeMs: 1_000,
      clientKey: randomUUID(),
      enteredAt: new Date().toISOString(),
    }),
  );
}
