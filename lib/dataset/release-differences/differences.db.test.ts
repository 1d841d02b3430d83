import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { changeQuestions } from "@/lib/dataset/questions/commands";
import { renderCells } from "@/lib/dataset/questions/cells";
import { appendRevision } from "@/lib/dataset/questions/ledger";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Cells } from "@/lib/dataset/questions/vocabulary";
import { lockHeads } from "@/lib/dataset/questions/writes";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { sampleContent } from "@/prisma/testing/content";
import { importFile } from "@/prisma/testing/import-file";
import { addQuestion } from "@/prisma/testing/questions";
import { compareReleases, openDifference, previewPublishing, publicDifference } from "./queries";
import { expectedKinds, type ComparedSide } from "./kinds.oracle";
import { type DifferenceKind, CURRENT, type DifferenceFilter } from "./vocabulary";

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";
const FILES = ["FreshQA_v12182024", "FreshQA_v04072025"].map((name) =>
  join(RELEASES, `${name}.csv`),
);
const haveReleases = FILES.every((path) => existsSync(path));
let actor: Actor;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
});

/** Imports a real release over what is there and publishes the result under its name. */
async function importAndPublish(name: string): Promise<void> {
  await importFile(actor, `${name}.csv`, join(RELEASES, `${name}.csv`));
  const published = await publishRelease(actor, { name, notes: "", selection: { kind: "all" } });
  if (!published.ok) throw new Error(published.refusal.message);
}

const compare = (from: string, to: string, kind: DifferenceFilter = "content", page = 1) =>
  compareReleases(actor, { from, to, kind, page });
const [DECEMBER, APRIL] = ["FreshQA_v12182024", "FreshQA_v04072025"] as const;

async function textOf(request: Parameters<typeof openDifference>[1]): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await openDifference(actor, request)).bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe.skipIf(!haveReleases)(
  "the difference of two real releases, published one after the other",
  () => {
    beforeAll(async () => {
      await importAndPublish(DECEMBER);
      await importAndPublish(APRIL);
    }, 60_000);

    it("has 584 questions of the same text, of which 180 changed: 131 their evidence, 99 their schedule, 78 their answers, 73 their year, 2 their premise, nothing else", async () => {
      const { rows } = await withoutReworded();
      const count = (kind: DifferenceKind) => rows.filter((row) => row.kinds.includes(kind)).length;
      const { counts, from, to } = await compare(DECEMBER, APRIL);
      expect(counts.byKind).toMatchObject({ added: 0, retired: 0, reworded: 16 });
      expect(counts.content + counts.unchanged - counts.byKind.reworded).toBe(584);
      expect(rows).toHaveLength(180);
      expect(
        Object.fromEntries(
          (
            [
              "evidence",
              "schedule",
              "answers",
              "effective-year",
              "false-premise",
              "fact-type",
              "hops",
              "split",
            ] as const
          ).map((kind) => [kind, count(kind)]),
        ),
      ).toEqual({
        evidence: 131,
        schedule: 99,
        answers: 78,
        "effective-year": 73,
        "false-premise": 2,
        "fact-type": 0,
        hops: 0,
        split: 0,
      });
      expect([from.name, to.name]).toEqual([DECEMBER, APRIL]);
    });

    it("is what the definition of each kind says, question by question", async () => {
      const entries = await db.$queryRaw<(ComparedSide & { name: string; questionId: number })[]>`
      SELECT rel.name, e.question_id AS "questionId", e.position, r.cells
      FROM release_entries e JOIN releases rel ON rel.id = e.release_id JOIN revisions r ON r.id = e.revision_id`;
      const on = (name: string) =>
        new Map(
          entries.filter((entry) => entry.name === name).map((entry) => [entry.questionId, entry]),
        );
      const [before, after] = [on(DECEMBER), on(APRIL)];
      const expected = [...new Set([...before.keys(), ...after.keys()])]
        .map(
          (id) => [`Q${id}`, expectedKinds(before.get(id) ?? null, after.get(id) ?? null)] as const,
        )
        .filter(([, kinds]) => kinds.length > 0);
      expect(expected.length).toBeGreaterThan(180);
      const { changes } = JSON.parse(
        await textOf({ from: DECEMBER, to: APRIL, format: "json" }),
      ) as { changes: { question_id: string; kinds: DifferenceKind[] }[] };
      expect(new Map(changes.map((change) => [change.question_id, change.kinds]))).toEqual(
        new Map(expected),
      );
    });

    it("is paged in the order of the later release, and filtered by kind", async () => {
      const first = await compare(DECEMBER, APRIL, "answers");
      expect(first.total).toBe(first.counts.byKind.answers);
      const all = [...first.rows];
      for (let page = 2; all.length < first.total; page++)
        all.push(...(await compare(DECEMBER, APRIL, "answers", page)).rows);
      expect(new Set(all.map((row) => row.questionId)).size).toBe(first.total);
      const places = all.map((row) => row.after!.position);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect((await compare(DECEMBER, APRIL, "added")).rows).toEqual([]);
    });

    it("turned round adds what was retired, and is nothing with itself", async () => {
      expect((await compare(APRIL, DECEMBER)).counts.byKind).toEqual(
        (await compare(DECEMBER, APRIL)).counts.byKind,
      );
      expect((await compare(APRIL, APRIL)).counts).toMatchObject({ content: 0, unchanged: 600 });
    });

    it("with the present state sees today's changes, of which the changelog tells", async () => {
      expect((await compare(APRIL, CURRENT)).counts).toMatchObject({ content: 0, unchanged: 600 });
      const [one, two] = await db.questionHead.findMany({
        where: { status: "active", split: "TEST" },
        orderBy: { position: "asc" },
        take: 2,
      });
      await changeQuestions(actor, {
        questionIds: [one!.questionId],
        change: { kind: "retire" },
        comment: "",
      });
      await changeQuestions(actor, {
        questionIds: [two!.questionId],
        change: { kind: "split", split: "DEV" },
        comment: "",
      });
      const view = await compare(APRIL, CURRENT);
      expect(view.counts.byKind).toMatchObject({ retired: 1, split: 1 });
      expect(view.rows.find((row) => row.kinds.includes("retired"))).toMatchObject({
        questionId: one!.questionId,
        after: null,
      });
      expect(view.to).toEqual({ name: null, publishedAt: null, sha256: null });
      const preview = await previewPublishing(actor, { kind: "all" });
      expect(preview).toMatchObject({
        since: APRIL,
        changelog: `Since ${APRIL}:\n- 1 question removed\n- 1 question moved to another split`,
      });
      expect(
        (await previewPublishing(actor, { kind: "splits", splits: ["DEMO"] })).counts.byKind
          .retired,
      ).toBeGreaterThan(500);
      await expect(
        publicDifference({ from: APRIL, to: CURRENT, kind: "content", page: 1 }),
      ).rejects.toBeInstanceOf(NotFound);
    });

    it("as CSV has a record a changed cell, and as JSON the counts", async () => {
      const csv = await textOf({ from: DECEMBER, to: APRIL, format: "csv", kind: "false-premise" });
      expect(csv.split("\r\n")[0]).toBe(
        "question_id,kinds,from_id,to_id,from_revision,to_revision,question,column,before,after",
      );
      expect(csv.match(/,false_premise,(TRUE,FALSE|FALSE,TRUE)\r\n/g)).toHaveLength(
        (await compare(DECEMBER, APRIL)).counts.byKind["false-premise"],
      );
      const json = JSON.parse(
        await textOf({ from: DECEMBER, to: APRIL, format: "json", kind: "hops" }),
      ) as { from: object; counts: Record<string, number>; changes: unknown[] };
      expect(json.from).toMatchObject({ release: DECEMBER });
      expect(json.counts.evidence).toBe((await compare(DECEMBER, APRIL)).counts.byKind.evidence);
    });

    /** All that changed but the sixteen whose text did. */
    async function withoutReworded() {
      const rows = [];
      for (let page = 1; ; page++) {
        const part = await compare(DECEMBER, APRIL, "content", page);
        if (part.rows.length === 0) break;
        rows.push(...part.rows.filter((row) => !row.kinds.includes("reworded")));
      }
      return { rows };
    }
  },
);

describe("a question differs between two releases", () => {
  const content = (more: Partial<Content> = {}) => sampleContent({ answers: ["A"], ...more });
  const withCell = (place: number, text: string): Cells =>
    renderCells(content()).map((cell, at) => (at === place ? text : cell));
  // Whatever stands between the added question and the retired one moves a place down.
  /** What a question says in the first release and in the second (null: it is not there), and how it differs. */
  const CASES: [what: string, before: Cells | null, after: Cells | null, DifferenceKind[]][] = [
    ["equal", renderCells(content()), renderCells(content()), []],
    ["missing before", null, renderCells(content()), ["added"]],
    ["equal, a place further down", renderCells(content()), renderCells(content()), ["position"]],
    [
      "reworded",
      renderCells(content()),
      renderCells(content({ question: "Who was it?" })),
      ["reworded"],
    ],
    [
      "another answer and year",
      renderCells(content()),
      renderCells(content({ answers: ["B"], effectiveYear: { year: 2025, before: false } })),
      ["answers", "effective-year"],
    ],
    [
      "a further answer",
      renderCells(content()),
      renderCells(content({ answers: ["A", "B"] })),
      ["answers"],
    ],
    [
      "a false premise",
      renderCells(content()),
      renderCells(content({ falsePremise: true })),
      ["class", "false-premise"],
    ],
    ...(
      [
        ["another answer", { answers: ["B"] }, ["answers"]],
        ["another year", { effectiveYear: { year: 2025, before: false } }, ["effective-year"]],
        [
          "a year that is an upper bound",
          { effectiveYear: { year: 2024, before: true } },
          ["effective-year"],
        ],
        ["another fact type", { factType: "never-changing" }, ["class", "fact-type"]],
        ["another hop count", { hops: "multi-hop" }, ["class", "hops"]],
        ["other evidence", { sources: [] }, ["evidence"]],
        ["another schedule", { nextReview: { policy: "frequently", on: null } }, ["schedule"]],
        ["another split", { split: "DEV" }, ["split"]],
        ["a note", { note: "n" }, ["note"]],
        [
          "all classes",
          { falsePremise: true, factType: "fast-changing", hops: "multi-hop" },
          ["class", "false-premise", "fact-type", "hops"],
        ],
      ] satisfies [string, Partial<Content>, DifferenceKind[]][]
    ).map(([what, change, kinds]): (typeof CASES)[number] => [
      what,
      renderCells(content()),
      renderCells(content(change)),
      kinds,
    ]),
    ["no split any more", renderCells(content()), renderCells(content({ split: null })), ["split"]],
    ["another spelling of a class", renderCells(content()), withCell(4, "False"), ["spelling"]],
    [
      "a space behind the question",
      renderCells(content()),
      withCell(1, "Who leads the council? "),
      ["spelling"],
    ],
    ["missing after", renderCells(content()), null, ["retired"]],
    ["equal behind both", renderCells(content()), renderCells(content()), []],
  ];
  const [FIRST, SECOND] = ["FreshQA_v01012030", "FreshQA_v01022030"];

  it("in what the table says of each, and the oracle says the same", async () => {
    const ids: number[] = [];
    for (const [, before, after] of CASES)
      ids.push((await addQuestion(actor, content(), [...(before ?? after!)])).questionId);
    const release = async (name: string, side: 1 | 2) => {
      const questionIds = ids.filter((_, at) => CASES[at]![side] !== null);
      const selection = { kind: "questions" as const, questionIds };
      const published = await publishRelease(actor, { name, notes: "", selection });
      if (!published.ok) throw new Error(published.refusal.message);
    };
    await release(FIRST, 1);
    await transaction(async (tx) => {
      for (const head of await lockHeads(tx, ids)) {
        const [, before, after] = CASES[ids.indexOf(head.questionId)]!;
        if (before === null || after === null || before.join("|") === after.join("|")) continue;
        await appendRevision(tx, actor, head, {
          cells: [...after],
          style: 0,
          status: "active",
          reason: "edit",
          comment: "",
        });
      }
    });
    await release(SECOND, 2);
    const { changes } = JSON.parse(await textOf({ from: FIRST, to: SECOND, format: "json" })) as {
      changes: { question_id: string; kinds: DifferenceKind[] }[];
    };
    const found = new Map(changes.map((change) => [change.question_id, change.kinds]));
    const table = (kinds: (at: number) => readonly string[]) =>
      CASES.map(([what], at) => [what, kinds(at)] as const);
    const said = table((at) => CASES[at]![3]);
    expect(table((at) => found.get(`Q${ids[at]!}`) ?? [])).toEqual(said);
    const side = (of: 1 | 2, at: number): ComparedSide | null => {
      const cells = CASES[at]![of];
      const position = CASES.slice(0, at).filter((one) => one[of] !== null).length;
      return cells === null ? null : { position, cells };
    };
    expect(table((at) => expectedKinds(side(1, at), side(2, at)))).toEqual(said);
  });
});

it("a release that does not exist is not found", async () => {
  await expect(compare("FreshQA_v01011999", CURRENT)).rejects.toBeInstanceOf(NotFound);
});
if (!haveReleases) process.stderr.write(`Skipped: the real releases are not at ${RELEASES}.\n`);
