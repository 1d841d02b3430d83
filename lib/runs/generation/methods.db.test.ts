import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { editQuestion } from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { AnyResult } from "@/lib/platform/result";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { addServedModel } from "@/prisma/testing/served-models";
import { value } from "@/prisma/testing/value";
import {
  addPresetMethods,
  archiveMethod,
  createDemonstrationsFromRelease,
  createMethod,
  editMethod,
  saveDemonstrationSet,
  saveMethodVersion,
} from "./commands";
import { OWN_DEMONSTRATIONS, OWN_SET } from "./own-demonstrations";
import { PRESETS } from "./presets";
import {
  getDemonstrationSet,
  getMethod,
  listDemonstrationSets,
  listDemoSplits,
  listEmbeddingChoices,
  listMethods,
  methodVersionForJob,
  questionForPreview,
} from "./queries";
import {
  createMethodSchema,
  saveDemonstrationSetSchema,
  type DefinitionOf,
  type MethodDefinition,
} from "./schema";
import { freezeMethodVersion } from "./writes";

let actor: Actor;
let setId: number;
const RELEASE = "FreshQA_v01052026";

const codeOf = (result: AnyResult<unknown>) => (result.ok ? "ok" : result.refusal.code);
const preset = (key: string) => PRESETS.find((one) => one.key === key)!.definition;
const PLAIN = preset("plain");
let serial = 0;
async function newMethod(definition: MethodDefinition = PLAIN, demonstrationSetId?: number) {
  const input = createMethodSchema.parse({
    name: `Method ${++serial}`,
    definition,
    demonstrationSetId,
  });
  return value(await createMethod(actor, input)).methodId;
}
const save = (
  methodId: number,
  definition: MethodDefinition,
  { number = 1, was = PLAIN, inPlace = true } = {},
) =>
  saveMethodVersion(actor, {
    methodId,
    base: { number, definition: was, demonstrationSetId: null },
    inPlace,
    definition,
    demonstrationSetId: null,
  });
const freeze = async (methodId: number) => {
  const { versionId } = (await getMethod(actor, methodId)).versions[0]!;
  await transaction(async (tx) => {
    await freezeMethodVersion(tx, versionId);
    return { ok: true, value: null };
  });
  return versionId;
};

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "rene@example.org", name: "Rene", roles: ["researcher", "maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["researcher", "maintainer"], via: "web" };
});
afterAll(disconnect);

describe("presets", () => {
  it("are all added once, whoever asks for them at the same time, with one set of demonstrations", async () => {
    const presets = PRESETS.map(({ key }) => key);
    const outcomes = await Promise.all([1, 2].map(() => addPresetMethods(actor, { presets })));
    expect(outcomes.map((one) => value(one).added).reduce((a, b) => a + b)).toBe(PRESETS.length);
    expect(value(await addPresetMethods(actor, { presets }))).toEqual({
      added: 0,
      present: PRESETS.length,
    });
    const methods = await listMethods(actor);
    expect(methods.map(({ name }) => name).sort()).toEqual(PRESETS.map(({ name }) => name).sort());
    expect(methods.find(({ name }) => name === "Search only")).toMatchObject({
      kind: "search-only",
      versions: 1,
      runs: 0,
      archived: false,
      note: expect.stringContaining("Source: arXiv 2310.03214"),
    });
    const [set, ...others] = await listDemonstrationSets(actor);
    expect(others).toEqual([]);
    expect(set).toMatchObject({
      name: OWN_SET.name,
      version: 1,
      asOf: OWN_SET.asOf,
      demonstrations: 15,
      releaseName: null,
      // All but the two plain ones, Search only and WebGLM.
      methods: PRESETS.length - 4,
    });
    setId = set!.setId;
    const many = methods.find(({ name }) => name === "FreshPrompt, 15 demonstrations")!;
    const [version] = (await getMethod(actor, many.methodId)).versions;
    expect(
      await transaction(async (tx) => ({
        ok: true,
        value: await methodVersionForJob(tx, version!.versionId),
      })),
    ).toMatchObject({
      value: {
        name: "FreshPrompt, 15 demonstrations",
        number: 1,
        definition: preset("freshprompt-15-demonstrations"),
        demonstrations: OWN_DEMONSTRATIONS,
      },
    });
  });

  it("that nobody knows add nothing", async () => {
    const before = await db.method.count();
    expect(codeOf(await addPresetMethods(actor, { presets: ["plain", "unknown"] }))).toBe(
      "not-found",
    );
    expect(await db.method.count()).toBe(before);
  });
});

describe("a method", () => {
  it("is changed in place while it is unused, and gets a version after its first job", async () => {
    const methodId = await newMethod();
    const noDate = preset("plain-no-date");
    expect(value(await save(methodId, noDate)).number).toBe(1);
    const used = await freeze(methodId);
    const frozenAt = (await getMethod(actor, methodId)).versions[0]!.frozenAt;
    expect(frozenAt).not.toBeNull();
    expect(codeOf(await save(methodId, PLAIN, { was: noDate }))).toBe("stale");
    expect(value(await save(methodId, PLAIN, { was: noDate, inPlace: false })).number).toBe(2);
    const { versions } = await getMethod(actor, methodId);
    expect(versions.map(({ number, definition }) => [number, definition])).toEqual([
      [2, PLAIN],
      [1, noDate],
    ]);
    await freeze(methodId);
    expect(
      await db.methodVersion.findMany({ where: { id: used }, select: { frozenAt: true } }),
    ).toEqual([{ frozenAt: new Date(frozenAt!) }]);
  });

  it("compares paragraphs by a model that has embeddings, and names it", async () => {
    const webglm = preset("webglm") as DefinitionOf<"webglm">;
    const of = (embeddingModelId: number | null) =>
      createMethod(
        actor,
        createMethodSchema.parse({
          name: `Embeddings ${embeddingModelId}`,
          definition: { ...webglm, embeddingModelId },
        }),
      );
    const served = await addServedModel(actor.userId, { label: "compares" });
    const { methodId } = value(await of(served));
    const [version] = (await getMethod(actor, methodId)).versions;
    expect(version!.embeddingModel).toMatch(/^compares · Connection \d+$/);
    expect(await listEmbeddingChoices(actor)).toContainEqual(
      expect.objectContaining({ servedModelId: served, label: "compares" }),
    );
    const { connectionId } = await db.servedModel.findUniqueOrThrow({ where: { id: served } });
    await db.connection.update({ where: { id: connectionId }, data: { service: "anthropic" } });
    expect(
      codeOf(await save(methodId, webglm, { was: { ...webglm, embeddingModelId: served } })),
    ).toBe("ok");
    expect(
      codeOf(await save(methodId, { ...webglm, embeddingModelId: served }, { was: webglm })),
    ).toBe("not-possible");
    expect(await of(999_999)).toMatchObject({
      ok: false,
      refusal: { code: "not-possible", fields: { embeddingModelId: "Choose another model." } },
    });
    expect((await listEmbeddingChoices(actor)).map(({ label }) => label)).not.toContain("compares");
  });

  it("that a job has used refuses every change in the database itself", async () => {
    const id = await freeze(await newMethod());
    await expect(
      db.methodVersion.update({ where: { id }, data: { definition: {} } }),
    ).rejects.toThrow(/constraint violated/);
    await expect(db.methodVersion.delete({ where: { id } })).rejects.toThrow(/constraint violated/);
  });

  it("refuses a change that was based on something else", async () => {
    const methodId = await newMethod();
    const noDate = preset("plain-no-date");
    expect(codeOf(await save(methodId, noDate, { was: noDate }))).toBe("stale");
    expect(codeOf(await save(methodId, noDate, { number: 2 }))).toBe("stale");
    expect(codeOf(await save(methodId, PLAIN))).toBe("unchanged");
    expect(codeOf(await save(999_999, PLAIN))).toBe("not-found");
    const both = await Promise.all([save(methodId, noDate), save(methodId, noDate)]);
    expect(both.map(codeOf).sort()).toEqual(["ok", "stale"]);
  });

  it("and a job that begins at the same time agree on what it says", async () => {
    const methodId = await newMethod();
    const noDate = preset("plain-no-date");
    const [saved] = await Promise.all([save(methodId, noDate), freeze(methodId)]);
    const { versions } = await getMethod(actor, methodId);
    expect(versions).toHaveLength(1);
    expect(versions[0]!.frozenAt).not.toBeNull();
    expect(versions[0]!.definition).toEqual(saved.ok ? noDate : PLAIN);
  });

  it("that shows demonstrations needs a set with as many; another needs none", async () => {
    const fewShot = preset("few-shot");
    const create = (definition: MethodDefinition, demonstrationSetId: number | null) =>
      createMethod(
        actor,
        createMethodSchema.parse({ name: `Method ${++serial}`, definition, demonstrationSetId }),
      );
    expect(codeOf(await create(fewShot, null))).toBe("not-possible");
    expect(codeOf(await create(fewShot, 999_999))).toBe("not-possible");
    expect(
      await create({ ...fewShot, demonstrations: 16 } as MethodDefinition, setId),
    ).toMatchObject({ refusal: { message: "The set has 15 of 16 demonstrations." } });
    const { methodId } = value(await create(fewShot, setId));
    expect((await getMethod(actor, methodId)).versions[0]!.demonstrationSet).toMatchObject({
      setId,
    });
    const plain = value(await create(PLAIN, setId));
    expect((await getMethod(actor, plain.methodId)).versions[0]!.demonstrationSet).toBeNull();
  });

  it("is renamed by whoever saw it as it is, to a name that no other has", async () => {
    const methodId = await newMethod();
    const { name, note } = await getMethod(actor, methodId);
    const edit = (to: string) =>
      editMethod(actor, { methodId, was: { name, note }, name: to, note: "Why" });
    expect(codeOf(await edit("Plain"))).toBe("taken");
    const both = await Promise.all([edit("Renamed"), edit("Named otherwise")]);
    expect(both.map(codeOf).sort()).toEqual(["ok", "stale"]);
    const [done] = both.filter((one) => one.ok);
    expect(await getMethod(actor, methodId)).toMatchObject({
      name: done!.ok && done!.value.name,
      note: "Why",
    });
    expect(
      codeOf(await editMethod(actor, { methodId: 999_999, was: { name, note }, name, note })),
    ).toBe("not-found");
  });

  it("has a name of its own, can be archived and brought back, and is not found where it is not", async () => {
    const methodId = await newMethod();
    const { name } = await getMethod(actor, methodId);
    expect(
      await createMethod(actor, createMethodSchema.parse({ name, definition: PLAIN })),
    ).toMatchObject({ refusal: { code: "taken", details: { methodId } } });
    value(await archiveMethod(actor, { methodId, archived: true }));
    expect((await listMethods(actor)).at(-1)).toMatchObject({ methodId, archived: true });
    value(await archiveMethod(actor, { methodId, archived: false }));
    expect((await getMethod(actor, methodId)).archived).toBe(false);
    expect(codeOf(await archiveMethod(actor, { methodId: 999_999, archived: true }))).toBe(
      "not-found",
    );
    await expect(getMethod(actor, 999_999)).rejects.toThrow(NotFound);
    expect(
      (await db.auditEvent.findMany({ where: { type: { startsWith: "method." } } }))
        .filter(({ data }) => (data as { methodId: number }).methodId === methodId)
        .map(({ type }) => type),
    ).toEqual(["method.created", "method.archived", "method.restored"]);
  });
});

describe("a demonstration set", () => {
  const set = (name: string, base: number | null, count = 2) =>
    saveDemonstrationSetSchema.parse({
      name,
      base,
      asOf: "2026-01-05",
      demonstrations: OWN_DEMONSTRATIONS.slice(0, count),
    });

  it("gets versions, of which methods keep theirs; two savers make one", async () => {
    const first = value(await saveDemonstrationSet(actor, set("Ours", null)));
    expect(codeOf(await saveDemonstrationSet(actor, set("Ours", null)))).toBe("taken");
    expect(codeOf(await saveDemonstrationSet(actor, set("Theirs", 1)))).toBe("not-found");
    const methodId = await newMethod(
      { ...preset("few-shot"), demonstrations: 2 } as MethodDefinition,
      first.setId,
    );
    const both = await Promise.all(
      [3, 4].map((n) => saveDemonstrationSet(actor, set("Ours", 1, n))),
    );
    expect(both.map(codeOf).sort()).toEqual(["ok", "stale"]);
    expect((await getMethod(actor, methodId)).versions[0]!.demonstrationSet).toEqual({
      setId: first.setId,
      name: "Ours",
      version: 1,
    });
    const listed = (await listDemonstrationSets(actor)).find(({ name }) => name === "Ours")!;
    expect(listed).toMatchObject({ version: 2, methods: 1 });
    const view = await getDemonstrationSet(actor, listed.setId);
    expect(view.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(view.demonstrations.map(({ aged }) => aged)).toEqual(
      view.demonstrations.map(() => null),
    );
    await expect(getDemonstrationSet(actor, 999_999)).rejects.toThrow(NotFound);
  });

  it("from a release has its DEMO split, and says which answers have changed since", async () => {
    const content = (question: string, more: Partial<Content> = {}) =>
      sampleContent({ question, split: "DEMO", answers: ["First answer", "Other form"], ...more });
    await addQuestion(actor, sampleContent({ question: "Who is in TEST?" }));
    const kept = await addQuestion(actor, content("Who is in DEMO?", { falsePremise: true }));
    const changed = await addQuestion(actor, content("Who leads?", { factType: "fast-changing" }));
    await db.questionReasoning.create({
      data: {
        questionId: changed.questionId,
        authorId: actor.userId,
        steps: [
          { text: "One looks it up.", evidence: [] },
          { text: "It says so.", evidence: [] },
        ],
      },
    });
    value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
    expect(await listDemoSplits(actor)).toEqual([{ releaseName: RELEASE, questions: 2 }]);
    const make = (name: string, releaseName = RELEASE) =>
      createDemonstrationsFromRelease(actor, { name, releaseName });
    const made = value(await make("January"));
    expect(codeOf(await make("January"))).toBe("taken");
    expect(codeOf(await make("None", "FreshQA_v02022026"))).toBe("not-found");
    value(
      await editQuestion(actor, {
        questionId: changed.questionId,
        baseRevisionId: changed.revisionId,
        content: content("Who leads?", { factType: "fast-changing", answers: ["Another"] }),
        comment: "",
      }),
    );
    // As if its answers had held since before the release.
    await db.questionHead.update({
      where: { questionId: kept.questionId },
      data: { answersSince: new Date("2025-12-01") },
    });
    const view = await getDemonstrationSet(actor, made.setId);
    expect(view).toMatchObject({ releaseName: RELEASE, asOf: "2026-01-05", version: 1 });
    expect(view.demonstrations).toEqual([
      {
        question: "Who is in DEMO?",
        category: "false-premise",
        short: "First answer",
        long: "",
        reasoning: "",
        followUps: [],
        questionId: kept.questionId,
        aged: null,
      },
      {
        question: "Who leads?",
        category: "fast-changing",
        short: "First answer",
        long: "",
        reasoning: "One looks it up. It says so.",
        followUps: [],
        questionId: changed.questionId,
        aged: "answer changed",
      },
    ]);
  });

  it("from a release without a DEMO split is refused", async () => {
    const releaseName = "FreshQA_v03032026";
    value(
      await publishRelease(actor, {
        name: releaseName,
        notes: "",
        selection: { kind: "splits", splits: ["TEST"] },
      }),
    );
    expect(
      codeOf(await createDemonstrationsFromRelease(actor, { name: "March", releaseName })),
    ).toBe("empty");
  });
});

it("a preview takes the question asked for, else the first", async () => {
  const first = await questionForPreview(actor, null);
  expect(first).not.toBeNull();
  expect(await questionForPreview(actor, first!.questionId)).toEqual(first);
  expect(await questionForPreview(actor, 999_999)).toBeNull();
});
