import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { freezeProtocol } from "@/lib/rating/protocols/writes";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { goldProblems, mayBeGold } from "./rules";
import type { setGoldAnswersSchema, withdrawGoldAnswersSchema } from "./schema";
import { goldProtocol, isGoldInUse, standingGoldOf } from "./writes";
import { goldAnswersSet, goldAnswersWithdrawn } from "./audit-events";

/**
 * Marks an item of a protocol as gold, or changes what is expected of raters, by a further row of the ledger. Freezes the
 * version of the protocol: what it asks stays what the gold answers.
 * Refusals: `not-found` (also: no such reference); `not-possible` (nothing is expected, or what contradicts the protocol;
 * with fields by question); `stale` (someone else set it since the form was opened).
 */
export async function setGoldAnswers(
  actor: Actor,
  input: z.output<typeof setGoldAnswersSchema>,
): Promise<Result<void, "key-taken" | "not-found" | "not-possible" | "stale">> {
  authorize(actor, "campaigns.manage");
  const { versionId, responseId, referencePlace, revisionId, expected, explanation } = input;
  const item = { responseId, referencePlace };
  return transactionOnce(actor, "setGoldAnswers", input.clientKey, async (tx) => {
    await lockRow(tx, "responses", responseId, { referenced: true });
    const response = await tx.response.findUnique({
      where: { id: responseId },
      include: { references: { select: { place: true } } },
    });
    const revision = await tx.revision.findUnique({
      where: { id: revisionId },
      select: { questionId: true },
    });
    if (!response || revision?.questionId !== response.questionId)
      return refuse("not-found", "Response not found.");
    // What it says is read behind its lock.
    await freezeProtocol(tx, versionId);
    const protocol = await goldProtocol(tx, versionId);
    const { definition } = protocol;
    if (versionId === RELAXED_STRICT_VERSION || !mayBeGold(definition))
      return refuse("not-possible", `Items of “${protocol.name}” can't be gold.`);
    const fits =
      definition.unit === "reference"
        ? response.references.some(({ place }) => place === referencePlace)
        : referencePlace === null;
    if (!fits) return refuse("not-found", "Item not found.");
    const problems = goldProblems(definition, expected);
    if (problems !== null)
      return refuse("not-possible", Object.values(problems)[0]!, { fields: problems });
    const before = await standingGoldOf(tx, protocol, item);
    if ((before?.createdAt.toISOString() ?? null) !== input.replaces)
      return refuse(
        "stale",
        "Someone else set these gold answers since you opened them. Nothing was saved, but your entries are still here. Open the page in another tab to see theirs.",
      );
    await tx.goldAnswers.create({
      data: {
        ...item,
        protocolVersionId: versionId,
        kind: before === null ? "set" : "changed",
        revisionId,
        expected,
        explanation,
        setById: actor.userId,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, goldAnswersSet, {
      ...item,
      protocolId: protocol.protocolId,
      protocol: protocol.name,
      questions: Object.keys(expected).length,
    });
    return ok();
  });
}

/** Takes gold answers back. Refusals: `in-use` where a campaign checks its raters by them. Taking them back twice changes nothing. */
export async function withdrawGoldAnswers(
  actor: Actor,
  input: z.output<typeof withdrawGoldAnswersSchema>,
): Promise<Result<void, "in-use">> {
  authorize(actor, "campaigns.manage");
  const { versionId, ...item } = input;
  return transaction(async (tx) => {
    await lockRow(tx, "responses", item.responseId, { referenced: true });
    const protocol = await goldProtocol(tx, versionId);
    if (await isGoldInUse(tx, protocol, item))
      return refuse(
        "in-use",
        "This gold item is used in a campaign, so it can't be removed. You can change its answers.",
      );
    const before = await standingGoldOf(tx, protocol, item);
    if (before === null) return ok();
    await tx.goldAnswers.create({
      data: {
        ...item,
        protocolVersionId: before.protocolVersionId,
        kind: "withdrawn",
        revisionId: before.revisionId,
        setById: actor.userId,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, goldAnswersWithdrawn, {
      ...item,
      protocolId: protocol.protocolId,
      protocol: protocol.name,
    });
    return ok();
  });
}
