import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { AnyResult } from "@/lib/platform/result";
import { createCampaign, updateCampaign } from "@/lib/rating/campaigns/planning-commands";
import { openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { previewCampaign } from "@/lib/rating/campaigns/preview-queries";
import { campaignPlanSchema, openCampaignSchema } from "@/lib/rating/campaigns/schema";
import { getProtocolReport } from "@/lib/reporting/protocols/queries";
import { protocolRequest } from "@/lib/reporting/protocols/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import {
  addPresetProtocols,
  archiveProtocol,
  createProtocol,
  editProtocol,
  saveProtocolVersion,
} from "./commands";
import { PROTOCOL_PRESETS } from "./presets";
import { getProtocol, listProtocols } from "./queries";
import { protocolDefinitionSchema } from "./schema";
import { RELAXED_STRICT, RELAXED_STRICT_VERSION, type ProtocolDefinition } from "./vocabulary";

let made: RatingSampleMade;
let actor: Actor;
let serial = 0;

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: 1, questions: 3, raters: 2, agreement: 0.5 }),
  );
  actor = {
    userId: made.maintainerId,
    name: "Mara",
    roles: ["maintainer", "researcher"],
    via: "web",
  };
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
});
afterAll(disconnect);

function value<T>(result: AnyResult<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}
const codeOf = (result: AnyResult<unknown>) => (result.ok ? "ok" : result.refusal.code);
const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!;
const GRADES = presetOf("three-way").definition;
const blind = (definition: ProtocolDefinition): ProtocolDefinition => ({
  ...definition,
  shows: { ...definition.shows, correctAnswers: false },
});
async function newProtocol(definition = GRADES) {
  const name = `Protocol ${++serial}`;
  const { protocolId } = value(await createProtocol(actor, { name, note: "", definition }));
  return { protocolId, name };
}
const save = (
  protocolId: number,
  definition: ProtocolDefinition,
  { number = 1, was = GRADES, inPlace = true } = {},
) =>
  saveProtocolVersion(actor, {
    protocolId,
    base: { number, definition: was },
    inPlace,
    definition,
  });
const planUnder = (protocolVersionId: number, runIds = made.runIds) =>
  campaignPlanSchema.parse({
    protocolVersionId,
    name: `Campaign ${++serial}`,
    runIds,
    sample: { kind: "all" },
    raterIds: made.raterIds,
    ratingsPerResponse: 2,
    overlap: null,
    seed: 7,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
  });
const draft = (protocolVersionId: number, runIds = made.runIds) =>
  createCampaign(actor, { plan: planUnder(protocolVersionId, runIds), clientKey: randomUUID() });
const versionOf = async (protocolId: number) => (await getProtocol(actor, protocolId)).versions[0]!;
const open = async (versionId: number) =>
  openCampaign(actor, openCampaignSchema.parse(value(await draft(versionId))));

describe("the built-in protocol", () => {
  it("is in the database just as its preset says, and has the first id", async () => {
    const row = await db.protocol.findUniqueOrThrow({
      where: { key: RELAXED_STRICT },
      include: { versions: true },
    });
    const { name, note, definition } = presetOf(RELAXED_STRICT);
    expect(row).toMatchObject({ name, note, createdById: null });
    expect(row.versions.map(({ id, number }) => [id, number])).toEqual([
      [RELAXED_STRICT_VERSION, 1],
    ]);
    expect(row.versions[0]!.definition).toEqual(definition);
    expect(row.versions[0]!.frozenAt).not.toBeNull();
  });

  it("refuses every change", async () => {
    const [{ protocolId, name, note, builtIn }] = (await listProtocols(actor)) as [
      Awaited<ReturnType<typeof listProtocols>>[number],
    ];
    expect(builtIn).toBe(true);
    const { definition } = await versionOf(protocolId);
    const changes = [
      save(protocolId, blind(definition), { was: definition, inPlace: false }),
      editProtocol(actor, { protocolId, was: { name, note }, name: "Mine", note }),
      archiveProtocol(actor, { protocolId, archived: true }),
    ];
    expect((await Promise.all(changes)).map(codeOf)).toEqual(["built-in", "built-in", "built-in"]);
    expect(await getProtocol(actor, protocolId)).toMatchObject({ name, archived: false });
  });
});

describe("presets", () => {
  const presets = PROTOCOL_PRESETS.map(({ key }) => key);

  it("are each added once, whoever asks for them at the same time", async () => {
    const outcomes = await Promise.all([1, 2].map(() => addPresetProtocols(actor, { presets })));
    const added = outcomes.map((one) => value(one).added);
    expect(added[0]! + added[1]!).toBe(presets.length - 1);
    expect(value(await addPresetProtocols(actor, { presets }))).toMatchObject({
      added: 0,
      present: presets.length,
    });
    const list = await listProtocols(actor);
    for (const { name, definition } of PROTOCOL_PRESETS)
      expect(list.find((one) => one.name === name)).toMatchObject({
        unit: definition.unit,
        questions: definition.questions.length,
        versions: 1,
        archived: false,
      });
  });

  it("stay added when they are renamed", async () => {
    const { key, name, note } = presetOf("webglm-turing");
    const { id: protocolId } = await db.protocol.findUniqueOrThrow({ where: { key } });
    value(await editProtocol(actor, { protocolId, was: { name, note }, name: "Rank them", note }));
    expect(value(await addPresetProtocols(actor, { presets: [key] }))).toEqual({
      added: 0,
      present: 1,
      protocolIds: [protocolId],
    });
  });

  it("that nobody knows, or whose name is taken, add nothing", async () => {
    const { key, name } = presetOf("webglm-answers");
    await db.protocolVersion.deleteMany({ where: { protocol: { key } } });
    await db.protocol.delete({ where: { key } });
    value(await createProtocol(actor, { name, note: "", definition: GRADES }));
    const before = await db.protocol.count();
    expect(codeOf(await addPresetProtocols(actor, { presets: [key] }))).toBe("taken");
    expect(codeOf(await addPresetProtocols(actor, { presets: ["three-way", "x"] }))).toBe(
      "not-found",
    );
    expect(await db.protocol.count()).toBe(before);
  });
});

describe("a version", () => {
  it("is changed in place while it is unused, and gets a successor once a campaign is open", async () => {
    const { protocolId } = await newProtocol();
    expect(value(await save(protocolId, blind(GRADES))).number).toBe(1);
    const first = await versionOf(protocolId);
    expect(first).toMatchObject({ number: 1, definition: blind(GRADES), frozenAt: null });
    value(await open(first.versionId));
    expect((await versionOf(protocolId)).frozenAt).not.toBeNull();
    expect(codeOf(await save(protocolId, GRADES, { was: blind(GRADES) }))).toBe("stale");
    const next = await save(protocolId, GRADES, { was: blind(GRADES), inPlace: false });
    expect(value(next).number).toBe(2);
    const { versions } = await getProtocol(actor, protocolId);
    expect(versions.map((one) => [one.number, one.definition, one.campaigns.length])).toEqual([
      [2, GRADES, 0],
      [1, blind(GRADES), 1],
    ]);
  });

  it("is opened as it was previewed: one that was changed since is refused, and not frozen", async () => {
    const { protocolId } = await newProtocol();
    const { versionId } = await versionOf(protocolId);
    const planned = value(await draft(versionId));
    const { fingerprint, responses, ratings, gold } = await previewCampaign(
      actor,
      planUnder(versionId),
    );
    const previewed = { fingerprint, responses, ratings, gold };
    const opening = () => openCampaign(actor, openCampaignSchema.parse({ ...planned, previewed }));
    value(await save(protocolId, blind(GRADES)));
    expect(await opening()).toMatchObject({
      refusal: { code: "changed", message: expect.stringContaining("or the protocol") },
    });
    expect((await versionOf(protocolId)).frozenAt).toBeNull();
    value(await save(protocolId, GRADES, { was: blind(GRADES) }));
    expect(codeOf(await opening())).toBe("ok");
  });

  it("that ranks takes up to nine runs: a plan with more is refused, before and after its unit is changed", async () => {
    const { protocolId } = await newProtocol();
    const { versionId } = await versionOf(protocolId);
    const { id: modelId } = await db.model.findFirstOrThrow();
    const { releaseId } = await db.modelRun.findFirstOrThrow({ where: { id: made.runIds[0]! } });
    const more = await db.modelRun.createManyAndReturn({
      data: Array.from({ length: 9 }, (_, i) => ({
        modelId,
        releaseId,
        name: `To rank ${i}`,
        createdById: actor.userId,
      })),
    });
    const nine = more.map(({ id }) => id);
    const ten = [...made.runIds, ...nine];
    const planned = openCampaignSchema.parse(value(await draft(versionId, ten)));
    value(await save(protocolId, presetOf("webglm-turing").definition));
    const refused = { refusal: { code: "too-large", fields: { runIds: "Select up to 9 runs." } } };
    expect(await draft(versionId, ten)).toMatchObject(refused);
    expect(await openCampaign(actor, planned)).toMatchObject(refused);
    expect(codeOf(await draft(versionId, nine))).toBe("ok");
  });

  it("is saved by one of two at the same time", async () => {
    const { protocolId } = await newProtocol();
    const other = { ...GRADES, shows: { ...GRADES.shows, evidence: false } };
    const outcomes = await Promise.all([save(protocolId, blind(GRADES)), save(protocolId, other)]);
    expect(outcomes.map(codeOf).sort()).toEqual(["ok", "stale"]);
  });

  it("is either changed before a campaign opens under it, or not at all", async () => {
    for (let round = 0; round < 4; round++) {
      const { protocolId } = await newProtocol();
      const { versionId } = await versionOf(protocolId);
      const planned = openCampaignSchema.parse(value(await draft(versionId)));
      const [opened, saved] = await Promise.all([
        openCampaign(actor, planned),
        save(protocolId, blind(GRADES)),
      ]);
      expect(codeOf(opened)).toBe("ok");
      const version = await versionOf(protocolId);
      expect(version).toMatchObject({
        number: 1,
        definition: codeOf(saved) === "ok" ? blind(GRADES) : GRADES,
      });
      expect(["ok", "stale"]).toContain(codeOf(saved));
    }
  });

  it("refuses what changes nothing, a wrong base and what is not there", async () => {
    const { protocolId } = await newProtocol();
    expect(codeOf(await save(protocolId, GRADES))).toBe("unchanged");
    expect(codeOf(await save(protocolId, blind(GRADES), { number: 2 }))).toBe("stale");
    expect(codeOf(await save(protocolId, blind(GRADES), { was: blind(GRADES) }))).toBe("stale");
    expect(codeOf(await save(999_999, blind(GRADES)))).toBe("not-found");
    await expect(getProtocol(actor, 999_999)).rejects.toThrow(NotFound);
  });
});

describe("a protocol", () => {
  it("has a name of its own, and one of two edits at the same time", async () => {
    const { protocolId, name } = await newProtocol();
    const { name: taken } = await newProtocol();
    const again = await createProtocol(actor, { name, note: "", definition: GRADES });
    expect(again).toMatchObject({ refusal: { code: "taken", details: { protocolId } } });
    const rename = (to: string) =>
      editProtocol(actor, { protocolId, was: { name, note: "" }, name: to, note: "" });
    expect(codeOf(await rename(taken))).toBe("taken");
    const outcomes = await Promise.all([rename("First"), rename("Second")]);
    expect(outcomes.map(codeOf).sort()).toEqual(["ok", "stale"]);
  });

  it("that is archived is kept by drafts that have it, and not offered to others", async () => {
    const { protocolId } = await newProtocol();
    const { versionId } = await versionOf(protocolId);
    const at = value(await draft(versionId));
    value(await archiveProtocol(actor, { protocolId, archived: true }));
    expect(codeOf(await draft(versionId))).toBe("unknown");
    const kept = value(await updateCampaign(actor, { ...at, plan: planUnder(versionId) }));
    expect(codeOf(await openCampaign(actor, openCampaignSchema.parse(kept)))).toBe("ok");
    value(await archiveProtocol(actor, { protocolId, archived: false }));
    expect(codeOf(await draft(versionId))).toBe("ok");
  });

  it("has a report of campaigns that were opened, and of no draft", async () => {
    const { protocolId } = await newProtocol();
    const { versionId } = await versionOf(protocolId);
    const planned = value(await draft(versionId));
    const report = () =>
      getProtocolReport(actor, protocolRequest.parse({ campaign: [planned.campaignId] }));
    await expect(report()).rejects.toThrow(NotFound);
    value(await openCampaign(actor, openCampaignSchema.parse(planned)));
    expect(codeOf(await report())).toBe("ok");
  });

  it("leaves a trace of each change in the audit log", async () => {
    const { protocolId, name } = await newProtocol();
    value(await save(protocolId, blind(GRADES)));
    value(await editProtocol(actor, { protocolId, was: { name, note: "" }, name, note: "Why" }));
    value(await archiveProtocol(actor, { protocolId, archived: true }));
    value(await archiveProtocol(actor, { protocolId, archived: true }));
    value(await archiveProtocol(actor, { protocolId, archived: false }));
    const events = await db.auditEvent.findMany({
      where: { data: { path: ["protocolId"], equals: protocolId } },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ type }) => type)).toEqual([
      "protocol.created",
      "protocol.version-saved",
      "protocol.edited",
      "protocol.archived",
      "protocol.restored",
    ]);
  });
});

it.each(PROTOCOL_PRESETS.map(({ key, definition }) => [key, definition] as const))(
  "%s comes out of the schema as it went in, so that a save can compare it",
  (_, definition) => {
    expect(protocolDefinitionSchema.parse(definition)).toEqual(definition);
  },
);
