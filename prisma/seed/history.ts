import type { Actor } from "@/lib/people/access/schema";
import { cellOf } from "@/lib/dataset/questions/cells";
import { appendRevision } from "@/lib/dataset/questions/ledger";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { cellsOf } from "./cells";
import type { SeedContent, SeedDataset, SeedPerson, SeedQuestion, SeedRelease } from "./dataset";
import { done } from "./done";
import { AMONG_THE_FIRST } from "./names";

/** As whom each person of the sample writes. */
export type Authors = (person: SeedPerson) => Actor;

/** The questions that were there before the first release. */
export const firstOf = ({ questions, releases }: SeedDataset): SeedQuestion[] =>
  questions.filter(({ on }) => on < releases[0]!.at.toISOString());

/**
 * Writes the questions that were there before the first release as they were first written, in the set's order, so that the
 * grid shows the categories side by side.
 */
export async function writeFirst(tx: Tx, as: Authors, dataset: SeedDataset): Promise<void> {
  for (const question of firstOf(dataset)) await writeQuestion(tx, as, question);
}

async function writeQuestion(
  tx: Tx,
  as: Authors,
  { by, content, on }: SeedQuestion,
): Promise<number> {
  const { questionId } = await createQuestion(tx, as(by), {
    cells: cellsOf(content),
    style: 0,
    status: "active",
    reason: "author",
    comment: "",
    at: new Date(on),
  });
  return questionId;
}

/**
 * Writes what came later, in the order of time: questions, revisions and, on its day, each release. What is there stays:
 * it goes on where it was interrupted.
 */
export async function writeHistory(as: Authors, dataset: SeedDataset): Promise<void> {
  const ids = await idsOf(dataset.questions);
  const steps = dataset.questions
    .flatMap((question) => [
      { on: question.on, take: (tx: Tx) => writeOnce(tx, as, question, ids) },
      ...(question.later ?? []).map(({ on }, at) => ({
        on,
        take: (tx: Tx) => reviseOnce(tx, as, question, at, ids.get(question)!),
      })),
    ])
    .sort((a, b) => a.on.localeCompare(b.on));
  const takeBetween = (from: string, to: string) =>
    transaction(
      async (tx) => {
        for (const { on, take } of steps) if (on >= from && on < to) await take(tx);
      },
      { timeoutMs: 120_000 },
    );
  let from = "";
  for (const release of dataset.releases) {
    const at = release.at.toISOString();
    await takeBetween(from, at);
    await publishOn(as("carlos"), release);
    from = at;
  }
  await takeBetween(from, "9999");
}

async function writeOnce(
  tx: Tx,
  as: Authors,
  question: SeedQuestion,
  ids: Map<SeedQuestion, number>,
): Promise<void> {
  if (!ids.has(question)) ids.set(question, await writeQuestion(tx, as, question));
}

/** Appends the revision at this place of `later`, unless the question has it. */
async function reviseOnce(
  tx: Tx,
  as: Authors,
  { content, later = [] }: SeedQuestion,
  at: number,
  questionId: number,
): Promise<void> {
  const number = at + 1;
  const head = await tx.questionHead.findUniqueOrThrow({
    where: { questionId },
    select: { number: true },
  });
  if (head.number !== number) return;
  const { by, comment, on, reason } = later[at]!;
  const cells = cellsOf(
    later
      .slice(0, at + 1)
      .reduce<SeedContent>((before, { change }) => ({ ...before, ...change }), content),
  );
  await appendRevision(
    tx,
    as(by),
    { questionId, number },
    {
      cells,
      style: 0,
      status: reason === "retire" ? "retired" : "active",
      reason,
      comment,
      at: new Date(on),
    },
  );
}

/** The ids of the questions that are there, by the text they came with. */
async function idsOf(questions: readonly SeedQuestion[]): Promise<Map<SeedQuestion, number>> {
  const first = await db.revision.findMany({
    where: { number: 1 },
    orderBy: { questionId: "asc" },
    take: AMONG_THE_FIRST,
    select: { questionId: true, cells: true },
  });
  const ids = new Map(
    first.map(({ questionId, cells }) => [cellOf(cells, "question"), questionId]),
  );
  return new Map(
    questions.flatMap((one) => {
      const id = ids.get(one.content.question);
      return id === undefined ? [] : [[one, id] as const];
    }),
  );
}

async function publishOn(maintainer: Actor, { name, notes, at }: SeedRelease): Promise<void> {
  if ((await db.release.count({ where: { name } })) > 0) return;
  done(
    await publishRelease(
      maintainer,
      { name, notes, selection: { kind: "all" } },
      { at, unlicensed: true },
    ),
  );
}
