import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import { transactionOnce } from "@/lib/platform/client-keys";
import type { Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { versionToSave } from "@/lib/platform/saved-version";
import { OWN_DEMONSTRATIONS, OWN_SET } from "./own-demonstrations";
import { PRESETS } from "./presets";
import { demonstrationsIn, demoSplitOf } from "./queries";
import { hasEmbeddings } from "@/lib/runs/connections/rules";
import type { Service } from "@/lib/runs/connections/vocabulary";
import { demonstrationsWanted, embeddingModelOf } from "./rules";
import {
  methodDefinitionSchema,
  type addPresetMethodsSchema,
  type archiveMethodSchema,
  type createMethodSchema,
  type demonstrationsFromReleaseSchema,
  type editMethodSchema,
  type MethodDefinition,
  type saveDemonstrationSetSchema,
  type saveMethodVersionSchema,
} from "./schema";
import { insertDemonstrationSet, insertMethod, lockMethod } from "./writes";
import { releaseDay } from "@/lib/dataset/releases/vocabulary";
import { methodArchived, methodEdited, methodRestored, methodVersionSaved } from "./audit-events";

const MANAGE = "methods.manage";
const NAME_TAKEN = { fields: { name: "Name already in use." } };

/** Adds a method with its first version. Refusals: `taken` (details: the `methodId` that has the name), `not-possible`. */
export async function createMethod(
  actor: Actor,
  input: z.output<typeof createMethodSchema>,
): Promise<Result<{ methodId: number }, "key-taken" | "not-possible" | "taken">> {
  authorize(actor, MANAGE);
  const { clientKey, ...given } = input;
  return transactionOnce(actor, "createMethod", clientKey, async (tx) => {
    const embeddings = await checkEmbeddings(tx, given.definition);
    if (!embeddings.ok) return embeddings;
    const set = await setFor(tx, given.definition, given.demonstrationSetId);
    if (!set.ok) return set;
    const methodId = await insertMethod(tx, actor, { ...given, demonstrationSetId: set.value });
    if (methodId !== null) return ok({ methodId });
    const { id } = await tx.method.findUniqueOrThrow({ where: { name: input.name } });
    return refuse("taken", `A method named “${input.name}” already exists. Nothing was added.`, {
      ...NAME_TAKEN,
      details: { methodId: id },
    });
  });
}

/** Refuses an embedding model that cannot be asked for any. */
async function checkEmbeddings(
  tx: Tx,
  definition: MethodDefinition,
): Promise<Result<void, "not-possible">> {
  const id = embeddingModelOf(definition);
  if (id === null) return ok();
  const found = await tx.servedModel.findUnique({
    where: { id },
    select: { connection: { select: { service: true } } },
  });
  if (found !== null && hasEmbeddings(found.connection.service as Service)) return ok();
  return refuse("not-possible", "Choose an embedding model of an OpenAI-compatible connection.", {
    fields: { embeddingModelId: "Choose another model." },
  });
}

/** The set that a version gets: none where its prompt shows no demonstrations. */
async function setFor(
  tx: Tx,
  definition: MethodDefinition,
  demonstrationSetId: number | null,
): Promise<Result<number | null, "not-possible">> {
  const wanted = demonstrationsWanted(definition);
  if (wanted === 0) return ok(null);
  const has = demonstrationSetId === null ? null : await demonstrationsIn(tx, demonstrationSetId);
  if (has === null)
    return refuse("not-possible", "This method shows demonstrations. Choose a set.", {
      fields: { demonstrationSetId: "Choose a demonstration set." },
    });
  if (has < wanted)
    return refuse("not-possible", `The set has ${has} of ${wanted} demonstrations.`, {
      fields: { demonstrationSetId: `Only ${has} demonstrations.` },
    });
  return ok(demonstrationSetId);
}

/**
 * Adds the methods of presets whose names are free, and our own demonstrations where a preset shows some and there are
 * none yet. Refusals: `not-found` for an unknown preset, `not-possible` where our set was given too few demonstrations.
 */
export async function addPresetMethods(
  actor: Actor,
  input: z.output<typeof addPresetMethodsSchema>,
): Promise<Result<{ added: number; present: number }, "key-taken" | "not-found" | "not-possible">> {
  authorize(actor, MANAGE);
  const { presets, clientKey } = input;
  return transactionOnce(actor, "addPresetMethods", clientKey, async (tx) => {
    let added = 0;
    for (const key of new Set(presets)) {
      const preset = PRESETS.find((one) => one.key === key);
      if (!preset) return refuse("not-found", `Preset ${key} not found. Nothing was added.`);
      if (await tx.method.findUnique({ where: { name: preset.name }, select: { id: true } }))
        continue;
      const { definition, name, about, source } = preset;
      const own = demonstrationsWanted(definition) > 0 ? await ownSet(tx, actor) : null;
      const set = await setFor(tx, definition, own);
      if (!set.ok) return set;
      const note = `${about} Source: ${source}.`;
      const made = { name, note, definition, demonstrationSetId: set.value };
      if ((await insertMethod(tx, actor, made)) !== null) added++;
    }
    return ok({ added, present: new Set(presets).size - added });
  });
}

/** The latest version of our own set; made where there is none. */
async function ownSet(tx: Tx, actor: Actor): Promise<number> {
  const made = { ...OWN_SET, version: 1, releaseId: null, demonstrations: OWN_DEMONSTRATIONS };
  const latest = () =>
    tx.demonstrationSet.findFirst({
      where: { name: OWN_SET.name },
      orderBy: { version: "desc" },
      select: { id: true },
    });
  return (
    (await latest())?.id ??
    (await insertDemonstrationSet(tx, actor, made)) ??
    // Someone else has just made it.
    (await latest())!.id
  );
}

/**
 * Saves what a method says: in place while its latest version is unused, else as its next version. Refusals: `not-found`,
 * `stale` when the latest version is another one, says something else, or has been used in the meantime; `unchanged`,
 * `not-possible`.
 */
export async function saveMethodVersion(
  actor: Actor,
  input: z.output<typeof saveMethodVersionSchema>,
): Promise<
  Result<
    { versionId: number; number: number },
    "key-taken" | "not-found" | "not-possible" | "stale" | "unchanged"
  >
> {
  authorize(actor, MANAGE);
  const { methodId, base, inPlace, definition, demonstrationSetId, clientKey } = input;
  return transactionOnce(actor, "saveMethodVersion", clientKey, async (tx) => {
    const method = await lockMethod(tx, methodId);
    const latest = method?.versions[0];
    if (!method || !latest) return refuse("not-found", "Method not found.");
    const number = versionToSave({
      what: "method",
      usedBy: "job",
      latest,
      base,
      isBase: await says(tx, latest.id, base),
      inPlace,
    });
    if (!number.ok) return number;
    const embeddings = await checkEmbeddings(tx, definition);
    if (!embeddings.ok) return embeddings;
    const set = await setFor(tx, definition, demonstrationSetId);
    if (!set.ok) return set;
    if (await says(tx, latest.id, { definition, demonstrationSetId: set.value }))
      return refuse("unchanged", "Nothing was changed.");
    const said = { definition, demonstrationSetId: set.value };
    const saved =
      latest.frozenAt === null
        ? await tx.methodVersion.update({ where: { id: latest.id }, data: said })
        : await tx.methodVersion.create({
            data: { ...said, methodId, number: number.value, createdById: actor.userId },
          });
    await recordAudit(tx, actor, methodVersionSaved, {
      methodId,
      name: method.name,
      number: number.value,
    });
    return ok({ versionId: saved.id, number: number.value });
  });
}

/** Whether a version says just this. JSONB keeps no order of keys, so that both are put in the schema's. */
async function says(
  tx: Tx,
  versionId: number,
  what: { definition: MethodDefinition; demonstrationSetId: number | null },
): Promise<boolean> {
  const version = await tx.methodVersion.findUniqueOrThrow({ where: { id: versionId } });
  return (
    version.demonstrationSetId === what.demonstrationSetId &&
    JSON.stringify(methodDefinitionSchema.parse(version.definition)) ===
      JSON.stringify(methodDefinitionSchema.parse(what.definition))
  );
}

/**
 * Changes a method's name and note. Refusals: `not-found`, `stale` when someone changed them in the meantime, `taken`.
 */
export async function editMethod(
  actor: Actor,
  input: z.output<typeof editMethodSchema>,
): Promise<Result<{ name: string }, "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, MANAGE);
  const { methodId, was, name, note, clientKey } = input;
  return transactionOnce(actor, "editMethod", clientKey, async (tx) => {
    const method = await lockMethod(tx, methodId);
    if (!method) return refuse("not-found", "Method not found.");
    if (method.name !== was.name || method.note !== was.note)
      return refuse(
        "stale",
        "Someone else changed this method. Nothing was saved, but your text is still here. Open the method in another tab to see the changes, then reload.",
      );
    const other = await tx.method.findUnique({ where: { name }, select: { id: true } });
    if (other !== null && other.id !== methodId)
      return refuse("taken", `Another method is named “${name}”. Nothing was saved.`, NAME_TAKEN);
    await tx.method.update({ where: { id: methodId }, data: { name, note } });
    await recordAudit(tx, actor, methodEdited, { methodId, name, before: method.name });
    return ok({ name });
  });
}

/** Archives a method, so that new jobs are not offered it, or brings it back. */
export async function archiveMethod(
  actor: Actor,
  input: z.output<typeof archiveMethodSchema>,
): Promise<Result<{ archived: boolean }, "key-taken" | "not-found">> {
  authorize(actor, MANAGE);
  const { methodId, archived, clientKey } = input;
  return transactionOnce(actor, "archiveMethod", clientKey, async (tx) => {
    const method = await lockMethod(tx, methodId);
    if (!method) return refuse("not-found", "Method not found.");
    if ((method.archivedAt !== null) === archived) return ok({ archived });
    await tx.method.update({
      where: { id: methodId },
      data: { archivedAt: archived ? now() : null },
    });
    await recordAudit(tx, actor, archived ? methodArchived : methodRestored, {
      methodId,
      name: method.name,
    });
    return ok({ archived });
  });
}

/**
 * Saves demonstrations as a new set, or as the next version of one. Refusals: `taken` where a new set's name is in use,
 * `not-found`, `stale` when the latest version is another one.
 */
export async function saveDemonstrationSet(
  actor: Actor,
  input: z.output<typeof saveDemonstrationSetSchema>,
): Promise<Result<{ setId: number }, "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, MANAGE);
  const { base, clientKey, ...set } = input;
  return transactionOnce(actor, "saveDemonstrationSet", clientKey, async (tx) => {
    if (base === null) return newSet(tx, actor, { ...set, releaseId: null });
    const latest = await tx.demonstrationSet.findFirst({
      where: { name: set.name },
      orderBy: { version: "desc" },
      select: { version: true, releaseId: true },
    });
    if (!latest) return refuse("not-found", "Demonstration set not found.");
    const next = { ...set, version: base + 1, releaseId: latest.releaseId };
    const setId = latest.version === base ? await insertDemonstrationSet(tx, actor, next) : null;
    if (setId === null)
      return refuse(
        "stale",
        "Someone else saved a newer version of this set. Nothing was saved, but your text is still here. Open the set in another tab to see the changes, then reload.",
      );
    return ok({ setId });
  });
}

/** Makes a set of a release's DEMO split, whose answers were true on its date. Refusals: `not-found`, `empty`, `taken`. */
export async function createDemonstrationsFromRelease(
  actor: Actor,
  input: z.output<typeof demonstrationsFromReleaseSchema>,
): Promise<Result<{ setId: number }, "empty" | "key-taken" | "not-found" | "taken">> {
  authorize(actor, MANAGE);
  const { name, releaseName, clientKey } = input;
  return transactionOnce(actor, "createDemonstrationsFromRelease", clientKey, async (tx) => {
    const release = await tx.release.findUnique({ where: { name: releaseName } });
    if (!release)
      return refuse("not-found", `Release ${releaseName} not found. Nothing was added.`, {
        fields: { releaseName: "Release not found." },
      });
    const demonstrations = await demoSplitOf(tx, release.id);
    if (demonstrations.length === 0)
      return refuse("empty", `${releaseName} has no questions in its DEMO split.`, {
        fields: { releaseName: "No DEMO split." },
      });
    const asOf = releaseDay(releaseName) ?? release.publishedAt.toISOString().slice(0, 10);
    return newSet(tx, actor, { name, asOf, note: "", releaseId: release.id, demonstrations });
  });
}

async function newSet(
  tx: Tx,
  actor: Actor,
  set: Omit<Parameters<typeof insertDemonstrationSet>[2], "version">,
): Promise<Result<{ setId: number }, "taken">> {
  const setId = await insertDemonstrationSet(tx, actor, { ...set, version: 1 });
  return setId === null
    ? refuse("taken", `A set named “${set.name}” already exists. Nothing was added.`, NAME_TAKEN)
    : ok({ setId });
}
