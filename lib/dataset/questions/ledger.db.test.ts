import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportCurrent } from "@/lib/dataset/exports/queries";
import { applyDraw } from "@/lib/dataset/splits/commands";
import { previewDraw } from "@/lib/dataset/splits/queries";
import { drawSchema } from "@/lib/dataset/splits/schema";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction, withConnection } from "@/lib/platform/db";
import { refreshQuestion, undoReview } from "@/lib/refreshing/commands";
import { importFile } from "@/prisma/testing/import-file";
import { keepDay } from "@/prisma/testing/noon";
import { productSourcesIn, read } from "@/prisma/testing/tree";
import { value } from "@/prisma/testing/value";
import { cellOf, readCells, renderCells, renderNextReview } from "./cells";
import { saveCells } from "@/lib/dataset/sheet/commands";
import { CHAINS_CHECK, HEADS_CHECK, SEARCH_WORDS_CHECK } from "./checks";
import { changeQuestions, editQuestion, undoOperation } from "./commands";
import { appendRevision, CARRIED, type Carried, type AppendedRevision } from "./ledger";
import type { BulkChange, Content } from "./schema";
import { CONTENT_COLUMNS, type Cells } from "./vocabulary";
import { createQuestion, lockHeads } from "./writes";
import { notEmpty } from "@/prisma/testing/not-empty";
import { sampleContent } from "@/prisma/testing/content";

let ana: Actor;
const folder = mkdtempSync(join(tmpdir(), "ledger-"));

beforeAll(async () => {
  await withConnection(keepDay);
  const user = await db.user.create({
    data: { email: "ana@test.example", name: "Ana", roles: ["maintainer"] },
  });
  ana = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** No column has its default: what a writer forgets differs from its predecessor. */
const CONTENT: Content = sampleContent({
  split: "DEV",
  question: "Who led the council before it moved?",
  effectiveYear: { year: 2019, before: true },
  nextReview: { policy: "on_date", on: "2031-03-09" },
  falsePremise: true,
  hops: "multi-hop",
  answers: ["Ada Brandt", "Brandt"],
  note: "By the minutes.",
});
const STYLE = 3;
let made = 0;

function make(changes: Partial<Content> = {}): Promise<AppendedRevision> {
  // Each text is its own, also for the comparison of an import.
  const question = `${CONTENT.question} Room ${String.fromCharCode(65 + made++)}`;
  return transaction((tx) =>
    createQuestion(tx, ana, {
      cells: renderCells({ ...CONTENT, question, ...changes }),
      style: STYLE,
      status: "active",
      reason: "author",
      comment: "",
    }),
  );
}

type Row = Record<string, unknown>;
const chain = (questionId: number) =>
  db.$queryRaw<Row[]>`SELECT * FROM revisions WHERE question_id = ${questionId} ORDER BY number`;
const headOf = async (questionId: number) =>
  (await db.$queryRaw<Row[]>`SELECT * FROM question_heads WHERE question_id = ${questionId}`)[0]!;
const contentOf = (row: Row): Content => readCells(row.cells as Cells).content!;
const bulk = async (question: AppendedRevision, change: BulkChange) =>
  value(await changeQuestions(ana, { questionIds: [question.questionId], change, comment: "c" }));
const change = (kind: "retire" | "restore"): BulkChange => ({ kind });

/** Columns that say who wrote a revision, when and why: never its predecessor's. */
const OWN = [
  "id",
  "question_id",
  "number",
  "reason",
  "comment",
  "author_id",
  "operation_id",
  "client_key",
  "created_at",
  "holds_since",
];

/** All that writes a revision behind another one, and which of the carried columns it means to change. */
const WRITERS: Record<
  string,
  {
    changes: Carried[];
    write: (question: AppendedRevision) => Promise<unknown>;
    first?: Partial<Content>;
  }
> = {
  "an edit": {
    changes: ["cells"],
    write: async ({ questionId, revisionId }) =>
      value(
        await editQuestion(ana, {
          questionId,
          baseRevisionId: revisionId,
          content: { ...contentOf((await chain(questionId))[0]!), note: "Another note." },
          comment: "",
        }),
      ),
  },
  "cells of the sheet": {
    changes: ["cells"],
    write: async ({ questionId, revisionId }) =>
      value(
        await saveCells(ana, {
          cells: [{ questionId, baseRevisionId: revisionId, field: "note", text: "Cell." }],
        }),
      ),
  },
  "a change of the split": {
    changes: ["cells", "split"],
    write: (question) => bulk(question, { kind: "split", split: "TEST" }),
  },
  "a change of the schedule": {
    changes: ["cells", "review_policy", "review_on"],
    write: (question) =>
      bulk(question, { kind: "schedule", nextReview: { policy: "never", on: null } }),
  },
  retiring: { changes: ["status"], write: (question) => bulk(question, change("retire")) },
  "restoring after retiring": {
    changes: ["status"],
    write: async (question) => {
      await bulk(question, change("retire"));
      await bulk(question, change("restore"));
    },
  },
  "undoing a change": {
    changes: ["cells", "split"],
    write: async (question) => {
      const { operationId } = await bulk(question, { kind: "split", split: "TEST" });
      value(await undoOperation(ana, { operationId: operationId! }));
    },
  },
  "a draw of splits": {
    changes: ["cells", "split"],
    first: { split: null },
    write: async () => {
      const input = drawSchema.parse({
        seed: "one",
        mode: "fill",
        sizes: { testPerCategory: 100, devPerCategory: 100, demoQuestions: 1 },
      });
      const { fingerprint } = await previewDraw(ana, input);
      value(await applyDraw(ana, { ...input, fingerprint }));
    },
  },
  "a refreshed answer": {
    changes: ["cells"],
    write: (question) => refresh(question, randomUUID()),
  },
  "an import": {
    changes: ["cells"],
    write: () => importChanged((text) => text.replaceAll("By the minutes.", "By the chronicle.")),
  },
  "an import that lacks it": {
    changes: ["status"],
    write: async ({ questionId }) => {
      const { question } = contentOf((await chain(questionId))[0]!);
      await importChanged((text) =>
        text
          .split("\r\n")
          .filter((line) => !line.includes(question))
          .join("\r\n"),
      );
    },
  },
};

async function refresh(
  { questionId, revisionId }: AppendedRevision,
  clientKey: string,
): Promise<void> {
  value(
    await refreshQuestion(ana, {
      questionId,
      baseRevisionId: revisionId,
      change: {
        kind: "answer",
        answers: ["Bo Brandt"],
        effectiveYear: CONTENT.effectiveYear,
      },
      evidence: [],
      comment: "",
      clientKey,
    }),
  );
}

/** Imports the current dataset with another text. */
async function importChanged(edit: (text: string) => string): Promise<void> {
  const parts: Uint8Array[] = [];
  const { bytes } = await exportCurrent(ana, { format: "csv", preamble: true });
  for await (const part of bytes) parts.push(part);
  const text = Buffer.concat(parts).toString("utf8");
  const path = join(folder, `${randomUUID()}.csv`);
  const changed = edit(text);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
  await importFile(ana, "changed.csv", path);
}

async function expectHeadsToFollow(): Promise<void> {
  const found = await withConnection(async (client) => [
    await CHAINS_CHECK.find(client),
    await HEADS_CHECK.find(client),
    await SEARCH_WORDS_CHECK.find(client),
  ]);
  for (const { checked, wrong, examples } of notEmpty(found)) {
    expect(checked).toBeGreaterThan(0);
    expect({ wrong, examples }).toMatchObject({ wrong: 0 });
  }
}

describe("every writer", () => {
  it("carries over all columns of a revision that say something of the question", async () => {
    const columns = await db.$queryRaw<
      { name: string }[]
    >`SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'revisions'`;
    // A new column belongs to one of the lists; one that is carried over stands in the ledger.
    expect(columns.map(({ name }) => name).sort()).toEqual([...OWN, ...CARRIED].sort());
  });

  it.each(Object.entries(WRITERS))(
    "%s keeps what it does not mean to change, and brings the head along",
    async (_, { changes, write, first }) => {
      const question = await make(first);
      await write(question);
      const revisions = await chain(question.questionId);
      expect(revisions.length).toBeGreaterThan(1);
      for (const [at, revision] of notEmpty(revisions.slice(1).entries())) {
        const before = revisions[at]!;
        for (const column of CARRIED)
          if (!changes.includes(column)) expect(revision[column], column).toEqual(before[column]);
      }
      const [before, after] = revisions.slice(-2);
      for (const column of notEmpty(changes))
        expect(after![column], column).not.toEqual(before![column]);
      await expectHeadsToFollow();
    },
  );

  it("that takes a refreshed answer back returns to the revision before", async () => {
    const question = await make();
    const clientKey = randomUUID();
    await refresh(question, clientKey);
    value(await undoReview(ana, { undoes: clientKey, clientKey: randomUUID() }));
    const [first, , last] = await chain(question.questionId);
    for (const column of CARRIED) expect(last![column], column).toEqual(first![column]);
    await expectHeadsToFollow();
  });

  it("goes through the ledger: nothing else inserts revisions or brings heads along", () => {
    const files = productSourcesIn("lib");
    expect(files.length).toBeGreaterThan(300);
    const writes = (pattern: RegExp) => files.filter((path) => pattern.test(read(path)));
    expect(writes(/INSERT INTO revisions\b|\brevision\.(create\w*|upsert)\(/)).toEqual([
      "lib/dataset/questions/ledger.ts",
    ]);
    // The check repairs heads from the chain, by a computation of its own.
    expect(
      writes(
        /INSERT INTO question_heads\b|\bquestionHead\.(create\w*|upsert)\(|SET revision_id/,
      ).sort(),
    ).toEqual(["lib/dataset/questions/checks.ts", "lib/dataset/questions/ledger.ts"]);
  });
});

/** What a bulk change makes of a revision, written by itself: a slow oracle of the set-based statement. */
function changedOneByOne(row: Row, by: BulkChange): { cells: Cells; status: "active" | "retired" } {
  const cells = [...(row.cells as string[])];
  const status = row.status as "active" | "retired";
  const put = (column: (typeof CONTENT_COLUMNS)[number], text: string) =>
    void (cells[CONTENT_COLUMNS.indexOf(column)] = text);
  switch (by.kind) {
    case "split":
      put("split", by.split ?? "");
      return { cells, status };
    case "schedule":
      put("next_review", renderNextReview(by.nextReview));
      return { cells, status };
    case "retire":
      return { cells, status: "retired" };
    case "restore":
      return { cells, status: "active" };
  }
}

describe("one revision and many", () => {
  const changes = fc.oneof(
    fc.constantFrom("TEST" as const, "DEV" as const, "DEMO" as const, null).map((split) => ({
      kind: "split" as const,
      split,
    })),
    fc
      .constantFrom("never" as const, "frequently" as const, "every_time" as const)
      .map((policy) => ({ kind: "schedule" as const, nextReview: { policy, on: null } })),
    fc.constant({
      kind: "schedule" as const,
      nextReview: { policy: "on_date" as const, on: "2030-01-31" },
    }),
    fc.constantFrom(change("retire"), change("restore")),
  ) as fc.Arbitrary<BulkChange>;

  it("make the same chain and the same head of the same changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), async (list) => {
        const question = `${CONTENT.question} Case ${made++}`;
        const [many, single] = [await make({ question }), await make({ question })];
        await db.$executeRaw`UPDATE question_heads SET planned_on = '2030-05-05' WHERE question_id IN (${many.questionId}, ${single.questionId})`;
        for (const by of list) {
          const { changed } = await bulk(many, by);
          if (changed === 0) continue;
          await transaction(async (tx) => {
            const [head] = await lockHeads(tx, [single.questionId]);
            const last = (await chain(single.questionId)).at(-1)!;
            await appendRevision(tx, ana, head!, {
              ...changedOneByOne(last, by),
              style: last.style as number,
              reason: by.kind,
              comment: "c",
            });
          });
        }
        const [a, b] = [await chain(many.questionId), await chain(single.questionId)];
        expect(a.map(({ number }) => number)).toEqual(a.map((_, at) => at + 1));
        const said = (rows: Row[]) =>
          rows.map((row) =>
            Object.fromEntries([...CARRIED, "reason", "comment"].map((one) => [one, row[one]])),
          );
        expect(said(a)).toEqual(said(b));
        const NOT_ALIKE = [
          "question_id",
          "revision_id",
          "position",
          "revised_at",
          "search_indexed",
        ];
        const alike = (head: Row) =>
          Object.entries(head).filter(([column]) => !NOT_ALIKE.includes(column));
        expect(alike(await headOf(many.questionId))).toEqual(
          alike(await headOf(single.questionId)),
        );
      }),
      { numRuns: 25 },
    );
    await expectHeadsToFollow();
  }, 60_000);

  it("keep the answers to the letter", async () => {
    const question = await make();
    await bulk(question, { kind: "split", split: null });
    const [before, after] = await chain(question.questionId);
    for (const column of CONTENT_COLUMNS)
      if (column !== "split")
        expect(cellOf(after!.cells as Cells, column)).toBe(cellOf(before!.cells as Cells, column));
  });
});

it("a word that the search does not know is found missing, and brought back", async () => {
  await db.$executeRaw`DELETE FROM search_words WHERE word = (SELECT min(word) FROM search_words)`;
  await withConnection(async (client) => {
    expect(await SEARCH_WORDS_CHECK.find(client)).toMatchObject({ wrong: 1 });
    await SEARCH_WORDS_CHECK.repair!(client);
    expect(await SEARCH_WORDS_CHECK.find(client)).toMatchObject({ wrong: 0 });
  });
});
