import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { protocolDefinitionSchema } from "./schema";
import { RELAXED_STRICT, type ProtocolDefinition, type Unit } from "./vocabulary";

/** A protocol in the list. */
export interface ProtocolListItem {
  protocolId: number;
  /** Of a preset; null: an installation's own. */
  key: string | null;
  name: string;
  note: string;
  unit: Unit;
  /** How many questions its latest version asks, and that version's number. */
  questions: number;
  versions: number;
  /** Campaigns of any of its versions. */
  campaigns: number;
  /** It came with the product and cannot be changed. */
  builtIn: boolean;
  archived: boolean;
}

/** Protocols: the built-in one first, then by name, archived ones last. */
export async function listProtocols(actor: Actor): Promise<ProtocolListItem[]> {
  authorize(actor, "reports.read");
  return db.$queryRaw<ProtocolListItem[]>`
    SELECT p.id AS "protocolId", p.key, p.name, p.note, v.definition->>'unit' AS unit, jsonb_array_length(v.definition->'questions') AS questions, v.number AS versions,
      p.key IS NOT DISTINCT FROM ${RELAXED_STRICT} AS "builtIn", p.archived_at IS NOT NULL AS archived,
      (SELECT count(*) FROM protocol_versions used JOIN campaigns c ON c.protocol_version_id = used.id WHERE used.protocol_id = p.id)::int AS campaigns
    FROM protocols p CROSS JOIN LATERAL (SELECT definition, number FROM protocol_versions WHERE protocol_id = p.id ORDER BY number DESC LIMIT 1) v
    ORDER BY p.archived_at IS NOT NULL, p.created_by IS NOT NULL, lower(p.name), p.id`;
}

export interface ProtocolVersionView {
  versionId: number;
  number: number;
  definition: ProtocolDefinition;
  /** ISO time at which a campaign was first opened under it; null: unused. */
  frozenAt: string | null;
  /** Null: it came with the product. */
  createdBy: string | null;
  /** ISO time. */
  createdAt: string;
  campaigns: { campaignId: number; name: string }[];
}

export interface ProtocolView {
  protocolId: number;
  name: string;
  note: string;
  builtIn: boolean;
  archived: boolean;
  /** The latest first. */
  versions: ProtocolVersionView[];
}

/** @throws NotFound */
export async function getProtocol(actor: Actor, protocolId: number): Promise<ProtocolView> {
  authorize(actor, "reports.read");
  const row = await db.protocol.findUnique({
    where: { id: protocolId },
    include: {
      versions: {
        orderBy: { number: "desc" },
        include: {
          createdBy: { select: { name: true } },
          campaigns: { select: { id: true, name: true }, orderBy: { id: "desc" } },
        },
      },
    },
  });
  if (!row) throw new NotFound("This protocol");
  return {
    protocolId: row.id,
    name: row.name,
    note: row.note,
    builtIn: row.key === RELAXED_STRICT,
    archived: row.archivedAt !== null,
    versions: row.versions.map((version) => ({
      versionId: version.id,
      number: version.number,
      definition: protocolDefinitionSchema.parse(version.definition),
      frozenAt: version.frozenAt?.toISOString() ?? null,
      createdBy: version.createdBy?.name ?? null,
      createdAt: version.createdAt.toISOString(),
      campaigns: version.campaigns.map(({ id, name }) => ({ campaignId: id, name })),
    })),
  };
}

/** A version that a campaign may be planned under. */
export interface ProtocolChoice {
  versionId: number;
  protocolId: number;
  name: string;
  number: number;
  unit: Unit;
  /** Relaxed and Strict, which alone counts toward accuracy. */
  builtIn: boolean;
}

/**
 * The latest version of each protocol that is not archived, the built-in one first.
 * @param own the version that a plan has: it stays a choice when there is a later one, or the protocol is archived
 */
export async function listProtocolChoices(
  actor: Actor,
  own: number | null = null,
): Promise<ProtocolChoice[]> {
  authorize(actor, "campaigns.manage");
  return db.$queryRaw<ProtocolChoice[]>`
    SELECT v.id AS "versionId", p.id AS "protocolId", p.name, v.number, v.definition->>'unit' AS unit, p.key IS NOT DISTINCT FROM ${RELAXED_STRICT} AS "builtIn"
    FROM protocols p JOIN protocol_versions v ON v.protocol_id = p.id
    WHERE v.id = ${own} OR (p.archived_at IS NULL AND v.number = (SELECT max(number) FROM protocol_versions WHERE protocol_id = p.id))
    ORDER BY p.created_by IS NOT NULL, lower(p.name), p.id, v.number DESC`;
}

/** A version that a campaign is planned or opened under. */
export interface CampaignProtocol {
  protocolId: number;
  versionId: number;
  key: string | null;
  name: string;
  number: number;
  archived: boolean;
  definition: ProtocolDefinition;
}

/** Null where there is no such version. */
export async function protocolForCampaign(
  tx: Tx,
  versionId: number,
): Promise<CampaignProtocol | null> {
  const row = await tx.protocolVersion.findUnique({
    where: { id: versionId },
    include: { protocol: true },
  });
  return (
    row && {
      protocolId: row.protocolId,
      versionId: row.id,
      key: row.protocol.key,
      name: row.protocol.name,
      number: row.number,
      archived: row.protocol.archivedAt !== null,
      definition: protocolDefinitionSchema.parse(row.definition),
    }
  );
}

const definitions = new Map<number, ProtocolDefinition>();

/** What a version of an opened campaign says. It is frozen, so that it is read once. */
export async function frozenDefinition(tx: Tx, versionId: number): Promise<ProtocolDefinition> {
  const known = definitions.get(versionId);
  if (known !== undefined) return known;
  const { definition, frozenAt } = await tx.protocolVersion.findUniqueOrThrow({
    where: { id: versionId },
  });
  const read = protocolDefinitionSchema.parse(definition);
  if (frozenAt !== null) definitions.set(versionId, read);
  return read;
}
