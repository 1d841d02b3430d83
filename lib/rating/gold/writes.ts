import { NotFound } from "@/lib/platform/errors";
import type { Tx } from "@/lib/platform/db";
import { differenceOf } from "@/lib/rating/protocols/rules";
import { protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import type { GoldSource } from "./sql";

/** A version of a protocol, with the gold that it shares with the versions that ask the same. */
export interface GoldProtocol extends GoldSource {
  versionId: number;
  protocolId: number;
  name: string;
  definition: ProtocolDefinition;
}

/** @throws NotFound where there is no such version */
export async function goldProtocol(tx: Tx, versionId: number): Promise<GoldProtocol> {
  const own = await tx.protocolVersion.findUnique({
    where: { id: versionId },
    include: { protocol: { include: { versions: true } } },
  });
  if (own === null) throw new NotFound("This protocol");
  const definition = protocolDefinitionSchema.parse(own.definition);
  return {
    versionId,
    protocolId: own.protocolId,
    name: own.protocol.name,
    definition,
    byAnswers: definition.shows.correctAnswers,
    versions: own.protocol.versions
      .filter(
        (other) =>
          differenceOf(definition, protocolDefinitionSchema.parse(other.definition)) === null,
      )
      .map(({ id }) => id),
  };
}

/** The gold of an item that stands under these versions: its last row; null where there is none or it was withdrawn. */
export async function standingGoldOf(
  tx: Tx,
  { versions }: GoldSource,
  item: { responseId: number; referencePlace: number | null },
) {
  const last = await tx.goldAnswers.findFirst({
    where: { ...item, protocolVersionId: { in: [...versions] } },
    orderBy: { id: "desc" },
  });
  return last?.kind === "withdrawn" ? null : last;
}

/** Whether campaigns check their raters by an item. */
export async function isGoldInUse(
  tx: Tx,
  { versions }: GoldSource,
  item: { responseId: number; referencePlace: number | null },
): Promise<boolean> {
  const used = await tx.ratingTask.count({
    where: { ...item, gold: true, campaign: { protocolVersionId: { in: [...versions] } } },
  });
  return used > 0;
}
