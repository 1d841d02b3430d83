import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/db";
import type { Answers, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";

/** One judgment of an item, as a rater made it. */
interface WrittenJudgment {
  raterId: number;
  answers: Answers;
  /** The places of the item's responses as they were shown. */
  shownOrder?: number[];
  /** It corrects this rater's judgment before it. */
  corrects?: boolean;
}

/** An item with all that was said of it. */
export interface WrittenItem {
  responseIds: number[];
  referencePlace?: number;
  gold?: boolean;
  judgments: WrittenJudgment[];
  /** What an adjudicator decided; a later decision supersedes the one before. */
  adjudications?: Answers[];
}

/** Adds a protocol of one version. @returns the version's id */
export async function writeProtocol(
  name: string,
  definition: ProtocolDefinition,
  createdById: number,
): Promise<number> {
  const { versions } = await db.protocol.create({
    data: {
      name,
      createdById,
      versions: { create: { number: 1, definition: definition as object, createdById } },
    },
    include: { versions: true },
  });
  return versions[0]!.id;
}

/**
 * Writes a campaign with judgments straight into the tables, for tests of what is computed from them: as many as it takes,
 * in any state that desks could have left. @returns its id
 */
export async function writeCampaign(
  name: string,
  protocolVersionId: number,
  runIds: readonly number[],
  createdById: number,
  items: readonly WrittenItem[],
): Promise<number> {
  const { id: campaignId } = await db.campaign.create({
    data: {
      name,
      protocolVersionId,
      status: "open",
      seed: 1,
      sample: { kind: "all" },
      clientKey: randomUUID(),
      createdById,
      openedAt: new Date("2026-11-01T00:00:00Z"),
      runs: { create: runIds.map((runId) => ({ runId })) },
    },
  });
  const responses = new Map(
    (
      await db.response.findMany({
        where: { id: { in: items.flatMap(({ responseIds }) => responseIds) } },
      })
    ).map((response) => [response.id, response]),
  );
  const tasks = await db.ratingTask.createManyAndReturn({
    data: items.map(({ responseIds, referencePlace, gold = false }) => ({
      campaignId,
      unitKey: responseIds.join("-") + (referencePlace === undefined ? "" : `.${referencePlace}`),
      responseId: responseIds.length === 1 ? responseIds[0]! : null,
      referencePlace: referencePlace ?? null,
      runIds: responseIds.map((id) => responses.get(id)!.runId).sort((a, b) => a - b),
      revisionId: responses.get(responseIds[0]!)!.revisionId,
      wanted: 3,
      gold,
      // Added to check raters.
      sampled: !gold,
    })),
  });
  await db.taskResponse.createMany({
    data: items.flatMap(({ responseIds }, at) =>
      responseIds.length === 1
        ? []
        : responseIds.map((responseId, place) => ({
            taskId: tasks[at]!.id,
            place: place + 1,
            responseId,
          })),
    ),
  });
  const said = items.flatMap(({ judgments }, at) =>
    judgments.map((judgment) => ({ ...judgment, task: tasks[at]! })),
  );
  const last = new Map<string, number>();
  // Corrections after what they correct, each round in one statement.
  for (const corrects of [false, true]) {
    const round = said.filter((judgment) => (judgment.corrects ?? false) === corrects);
    const stored = await db.judgment.createManyAndReturn({
      data: round.map(({ task, raterId, shownOrder = [] }) => ({
        taskId: task.id,
        campaignId,
        responseId: task.responseId,
        raterId,
        revisionId: task.revisionId,
        activeMs: 1_000,
        clientKey: randomUUID(),
        shownOrder,
        ...(corrects && {
          supersedesId: last.get(`${task.id} ${raterId}`)!,
          correction: "Looked again.",
        }),
      })),
    });
    stored.forEach(({ id, taskId, raterId }) => last.set(`${taskId} ${raterId}`, id));
    await db.judgmentAnswer.createMany({
      data: round.flatMap(({ answers }, at) =>
        Object.entries(answers).map(([questionKey, answer]) => ({
          judgmentId: stored[at]!.id,
          questionKey,
          ...answer,
        })),
      ),
    });
  }
  for (const [at, { adjudications = [] }] of items.entries()) {
    let supersedesId: number | null = null;
    for (const answers of adjudications) {
      const decided: { id: number } = await db.adjudication.create({
        data: {
          taskId: tasks[at]!.id,
          adjudicatorId: createdById,
          revisionId: tasks[at]!.revisionId,
          reason: "By the levels' meanings.",
          clientKey: randomUUID(),
          supersedesId,
          answers: {
            create: Object.entries(answers).map(([questionKey, answer]) => ({
              questionKey,
              ...("value" in answer ? { value: answer.value } : { cannotTell: true }),
            })),
          },
        },
      });
      supersedesId = decided.id;
    }
  }
  return campaignId;
}
