import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { versionToSave } from "@/lib/platform/saved-version";
import { PROTOCOL_PRESETS } from "./presets";
import {
  protocolDefinitionSchema,
  type addPresetProtocolsSchema,
  type archiveProtocolSchema,
  type createProtocolSchema,
  type editProtocolSchema,
  type saveProtocolVersionSchema,
} from "./schema";
import { insertProtocol, lockProtocol } from "./writes";
import {
  protocolArchived,
  protocolEdited,
  protocolRestored,
  protocolVersionSaved,
} from "./audit-events";

const MANAGE = "campaigns.manage";
const NAME_TAKEN = { fields: { name: "Name already in use." } };

/**
 * Adds a protocol with its first version. Refusals: `taken` (details: the `protocolId` that has the name), `key-taken`.
 * The same `clientKey` again answers with what the first call did, here and in the commands below.
 */
export async function createProtocol(
  actor: Actor,
  input: z.output<typeof createProtocolSchema>,
): Promise<Result<{ protocolId: number }, "key-taken" | "taken">> {
  authorize(actor, MANAGE);
  const { clientKey, ...given } = input;
  return transactionOnce(actor, "createProtocol", clientKey, async (tx) => {
    const protocolId = await insertProtocol(tx, actor, { ...given, key: null });
    if (protocolId !== null) return ok({ protocolId });
    const { id } = await tx.protocol.findUniqueOrThrow({ where: { name: input.name } });
    return refuse("taken", `A protocol named “${input.name}” already exists. Nothing was added.`, {
      ...NAME_TAKEN,
      details: { protocolId: id },
    });
  });
}

/**
 * Adds the protocols of presets that were not added before; `protocolIds` are those of all presets asked for. Refusals:
 * `not-found` for an unknown preset, `taken` where a protocol of another origin has a preset's name.
 */
export async function addPresetProtocols(
  actor: Actor,
  input: z.output<typeof addPresetProtocolsSchema>,
): Promise<
  Result<
    { added: number; present: number; protocolIds: number[] },
    "key-taken" | "not-found" | "taken"
  >
> {
  authorize(actor, MANAGE);
  const { presets, clientKey } = input;
  return transactionOnce(actor, "addPresetProtocols", clientKey, async (tx) => {
    const wanted = [...new Set(presets)];
    const protocolIds: number[] = [];
    let added = 0;
    for (const key of wanted) {
      const preset = PROTOCOL_PRESETS.find((one) => one.key === key);
      if (!preset) return refuse("not-found", `Preset ${key} not found. Nothing was added.`);
      const made = await insertProtocol(tx, actor, preset);
      if (made !== null) added++;
      const there = made ?? (await tx.protocol.findUnique({ where: { key } }))?.id;
      if (there === undefined)
        return refuse(
          "taken",
          `A protocol named “${preset.name}” already exists and is not this preset. Nothing was added. Rename it first.`,
        );
      protocolIds.push(there);
    }
    return ok({ added, present: wanted.length - added, protocolIds });
  });
}

/**
 * Saves what a protocol says: in place while its latest version is unused, else as its next version. Refusals:
 * `not-found`; `built-in`; `stale` when the latest version is another one, says something else, or has been used in the
 * meantime; `unchanged`.
 */
export async function saveProtocolVersion(
  actor: Actor,
  input: z.output<typeof saveProtocolVersionSchema>,
): Promise<
  Result<
    { versionId: number; number: number },
    "built-in" | "key-taken" | "not-found" | "stale" | "unchanged"
  >
> {
  authorize(actor, MANAGE);
  const { protocolId, base, inPlace, definition, clientKey } = input;
  return transactionOnce(actor, "saveProtocolVersion", clientKey, async (tx) => {
    const protocol = await lockProtocol(tx, protocolId);
    const latest = protocol?.versions[0];
    if (!protocol || !latest) return refuseUnknown();
    if (protocol.createdById === null) return refuseBuiltIn();
    const isBase = same(latest.definition, base.definition);
    const number = versionToSave({
      what: "protocol",
      usedBy: "campaign or gold item",
      latest,
      base,
      isBase,
      inPlace,
    });
    if (!number.ok) return number;
    if (same(latest.definition, definition)) return refuse("unchanged", "Nothing was changed.");
    const said = { definition: definition as object };
    const saved =
      latest.frozenAt === null
        ? await tx.protocolVersion.update({ where: { id: latest.id }, data: said })
        : await tx.protocolVersion.create({
            data: { ...said, protocolId, number: number.value, createdById: actor.userId },
          });
    await recordAudit(tx, actor, protocolVersionSaved, {
      protocolId,
      name: protocol.name,
      number: number.value,
    });
    return ok({ versionId: saved.id, number: number.value });
  });
}

/** Whether two definitions say the same. JSONB keeps no order of keys, so that both are put in the schema's. */
function same(a: unknown, b: unknown): boolean {
  const inOrder = (one: unknown) => JSON.stringify(protocolDefinitionSchema.parse(one));
  return inOrder(a) === inOrder(b);
}

/**
 * Changes a protocol's name and note. Refusals: `not-found`, `built-in`, `stale` when someone changed them in the
 * meantime, `taken`.
 */
export async function editProtocol(
  actor: Actor,
  input: z.output<typeof editProtocolSchema>,
): Promise<Result<{ name: string }, "built-in" | "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, MANAGE);
  const { protocolId, was, name, note, clientKey } = input;
  return transactionOnce(actor, "editProtocol", clientKey, async (tx) => {
    const protocol = await lockProtocol(tx, protocolId);
    if (!protocol) return refuseUnknown();
    if (protocol.createdById === null) return refuseBuiltIn();
    if (protocol.name !== was.name || protocol.note !== was.note)
      return refuse(
        "stale",
        "Someone else changed this protocol. Nothing was saved, but your text is still here. Open the protocol in another tab to see the changes, then reload.",
      );
    const other = await tx.protocol.findUnique({ where: { name }, select: { id: true } });
    if (other !== null && other.id !== protocolId)
      return refuse("taken", `Another protocol is named “${name}”. Nothing was saved.`, NAME_TAKEN);
    await tx.protocol.update({ where: { id: protocolId }, data: { name, note } });
    await recordAudit(tx, actor, protocolEdited, { protocolId, name, before: protocol.name });
    return ok({ name });
  });
}

/** Archives a protocol, so that new campaigns are not offered it, or brings it back. Refusals: `not-found`, `built-in`. */
export async function archiveProtocol(
  actor: Actor,
  input: z.output<typeof archiveProtocolSchema>,
): Promise<Result<{ archived: boolean }, "built-in" | "key-taken" | "not-found">> {
  authorize(actor, MANAGE);
  const { protocolId, archived, clientKey } = input;
  return transactionOnce(actor, "archiveProtocol", clientKey, async (tx) => {
    const protocol = await lockProtocol(tx, protocolId);
    if (!protocol) return refuseUnknown();
    if (protocol.createdById === null) return refuseBuiltIn();
    if ((protocol.archivedAt !== null) === archived) return ok({ archived });
    await tx.protocol.update({
      where: { id: protocolId },
      data: { archivedAt: archived ? now() : null },
    });
    await recordAudit(tx, actor, archived ? protocolArchived : protocolRestored, {
      protocolId,
      name: protocol.name,
    });
    return ok({ archived });
  });
}

function refuseUnknown() {
  return refuse("not-found", "Protocol not found.");
}

function refuseBuiltIn() {
  return refuse(
    "built-in",
    "This protocol came with the product and can't be changed. Add a protocol of your own that begins with it.",
  );
}
