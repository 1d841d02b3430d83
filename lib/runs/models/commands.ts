import { lockRun } from "./writes";
import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { isoDayOf } from "@/lib/platform/days";
import { transactionOnce } from "@/lib/platform/client-keys";
import type { Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import {
  type editModelSchema,
  type editRunSchema,
  type ModelInput,
  type RunInput,
} from "@/lib/runs/models/schema";
import { lockRow } from "@/lib/platform/locked-row";
import { modelCreated, modelEdited, runCreated, runEdited } from "./audit-events";

// Models and runs -------------------------------------------------------------------------------------------------

/**
 * Adds a model. Refusals: `taken` when the name is there already (details: its `modelId`); `key-taken`. The same
 * `clientKey` again answers with what the first call did, here and in the commands below.
 */
export async function createModel(
  actor: Actor,
  given: ModelInput,
): Promise<Result<{ modelId: number }, "key-taken" | "taken">> {
  authorize(actor, "runs.manage");
  const { clientKey, ...input } = given;
  return transactionOnce(actor, "createModel", clientKey, async (tx) => {
    const [made] = await tx.model.createManyAndReturn({
      data: [{ ...input, createdById: actor.userId }],
      skipDuplicates: true,
      select: { id: true },
    });
    if (!made) {
      const { id } = await tx.model.findUniqueOrThrow({
        where: { name: input.name },
        select: { id: true },
      });
      return refuse("taken", `A model named “${input.name}” already exists. Nothing was added.`, {
        fields: { name: "Name already in use." },
        details: { modelId: id },
      });
    }
    await recordAudit(tx, actor, modelCreated, { modelId: made.id, name: input.name });
    return ok({ modelId: made.id });
  });
}

/** Changes what is known of a model. Refusals: `not-found`, `stale` when someone changed it in the meantime, `taken`. */
export async function editModel(
  actor: Actor,
  input: z.infer<typeof editModelSchema>,
): Promise<Result<{ version: number }, "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, "runs.manage");
  const { modelId, version, clientKey, ...fields } = input;
  return transactionOnce(actor, "editModel", clientKey, async (tx) => {
    await lockRow(tx, "models", modelId);
    const found = await tx.model.findUnique({ where: { id: modelId } });
    if (!found) return refuse("not-found", "Model not found.");
    if (found.version !== version) return refuseStale("model");
    const other = await tx.model.findUnique({ where: { name: input.name }, select: { id: true } });
    if (other !== null && other.id !== modelId)
      return refuse("taken", `Another model is named “${input.name}”. Nothing was saved.`, {
        fields: { name: "Name already in use." },
      });
    await tx.model.update({ where: { id: modelId }, data: { ...fields, version: version + 1 } });
    const changed = Object.keys(fields).filter(
      (key) => fields[key as keyof typeof fields] !== found[key as keyof typeof fields],
    );
    await recordAudit(tx, actor, modelEdited, { modelId, name: input.name, changed });
    return ok({ version: version + 1 });
  });
}

/**
 * Adds a run of a model over a release; a model that is given by its name is added if there is none. Refusals: `not-found`,
 * `taken` (details: the `runId` that has the name).
 */
export async function createRun(
  actor: Actor,
  input: RunInput,
): Promise<Result<{ runId: number }, "key-taken" | "not-found" | "taken">> {
  authorize(actor, "runs.manage");
  const { releaseName, ranOn, clientKey, modelId, modelName, ...fields } = input;
  return transactionOnce(actor, "createRun", clientKey, async (tx) => {
    const release = await tx.release.findUnique({
      where: { name: releaseName },
      select: { id: true },
    });
    if (!release)
      return refuse("not-found", `Release ${releaseName} not found. Nothing was added.`, {
        fields: { releaseName: "Release not found." },
      });
    const model =
      modelName === undefined
        ? await tx.model.findUnique({
            where: { id: modelId ?? 0 },
            select: { id: true, name: true },
          })
        : await modelNamed(tx, actor, modelName);
    if (!model)
      return refuse("not-found", "Model not found. Nothing was added.", {
        fields: { modelId: "Model not found." },
      });
    const [made] = await tx.modelRun.createManyAndReturn({
      data: [
        {
          ...fields,
          modelId: model.id,
          ranOn: ranOn === null ? null : new Date(ranOn),
          releaseId: release.id,
          createdById: actor.userId,
        },
      ],
      skipDuplicates: true,
      select: { id: true },
    });
    if (!made) {
      const { id } = await tx.modelRun.findUniqueOrThrow({
        where: {
          modelId_releaseId_name: {
            modelId: model.id,
            releaseId: release.id,
            name: input.name,
          },
        },
        select: { id: true },
      });
      return refuse(
        "taken",
        `${model.name} already has a run named “${input.name}” on ${releaseName}. Nothing was added.`,
        { fields: { name: "Name already in use." }, details: { runId: id } },
      );
    }
    await recordAudit(tx, actor, runCreated, {
      runId: made.id,
      modelName: model.name,
      releaseName,
      name: input.name,
    });
    return ok({ runId: made.id });
  });
}

/** The model of this name, added where there is none. */
async function modelNamed(
  tx: Tx,
  actor: Actor,
  name: string,
): Promise<{ id: number; name: string }> {
  const [made] = await tx.model.createManyAndReturn({
    data: [{ name, createdById: actor.userId }],
    skipDuplicates: true,
    select: { id: true, name: true },
  });
  if (made === undefined)
    return tx.model.findUniqueOrThrow({ where: { name }, select: { id: true, name: true } });
  await recordAudit(tx, actor, modelCreated, { modelId: made.id, name });
  return made;
}

/** Changes a run's conditions. */
export async function editRun(
  actor: Actor,
  input: z.infer<typeof editRunSchema>,
): Promise<Result<{ version: number }, "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, "runs.manage");
  const { runId, version, ranOn, clientKey, ...fields } = input;
  return transactionOnce(actor, "editRun", clientKey, async (tx) => {
    const found = await lockRun(tx, runId);
    if (!found) return refuse("not-found", "Run not found.");
    if (found.version !== version) return refuseStale("run");
    const other = await tx.modelRun.findUnique({
      where: {
        modelId_releaseId_name: {
          modelId: found.modelId,
          releaseId: found.releaseId,
          name: input.name,
        },
      },
      select: { id: true },
    });
    if (other !== null && other.id !== runId)
      return refuse(
        "taken",
        `The model has another run named “${input.name}” on this release. Nothing was saved.`,
        { fields: { name: "Name already in use." } },
      );
    await tx.modelRun.update({
      where: { id: runId },
      data: { ...fields, ranOn: ranOn === null ? null : new Date(ranOn), version: version + 1 },
    });
    const changed = Object.keys(fields).filter(
      (key) => fields[key as keyof typeof fields] !== found[key as keyof typeof fields],
    );
    if (isoDayOf(found.ranOn) !== ranOn) changed.push("ranOn");
    await recordAudit(tx, actor, runEdited, { runId, name: input.name, changed });
    return ok({ version: version + 1 });
  });
}

function refuseStale(what: "model" | "run") {
  return refuse(
    "stale",
    `Someone else changed this ${what}. Nothing was saved, but your text is still here. Open the ${what} in another tab to see the changes, then reload.`,
  );
}
