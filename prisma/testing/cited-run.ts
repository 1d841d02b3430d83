import { db } from "@/lib/platform/db";
import { SeededRandom } from "@/lib/statistics/seeded-random";

/** A response with what it was given. */
export interface CitedText {
  text: string;
  references: { place: number; text: string }[];
}

const WORDS = ["heron", "plover", "marsh", "lake", "sea", "tern", "gull", "crane", "the", "of"];

/** Responses in words of few kinds, some with marks, so that the citation check says everything that it can say. */
export function someCited(count: number, seed: number): CitedText[] {
  const chance = SeededRandom.ofSeed(seed, 1);
  const words = (most: number) =>
    Array.from({ length: 1 + chance.below(most) }, () => WORDS[chance.below(WORDS.length)]).join(
      " ",
    );
  return Array.from({ length: count }, (_, at) => {
    // Every seventh has no references, every fifth of the others none with a text.
    const places = at % 7 === 3 ? [] : [1, 2, 4].slice(0, 1 + chance.below(3));
    const texts = places.map(() => (at % 5 === 2 ? "" : words(14)));
    const piece = () => {
      const said =
        texts.length > 0 && chance.below(2) === 0
          ? texts[chance.below(texts.length)]! || words(8)
          : words(8);
      const mark = ["", " [1]", " [2]", " [1, 4]", " [9]"][chance.below(5)]!;
      return `${said}${mark}.`;
    };
    return {
      text: Array.from({ length: 1 + chance.below(3) }, piece).join(" "),
      references: places.map((place, index) => ({ place, text: texts[index]! })),
    };
  });
}

/**
 * Adds a run like another one, with other responses to its questions: the first text to the first question. Questions
 * beyond the texts get none.
 * @returns the run's id
 */
export async function writeCitedRun(
  likeRunId: number,
  name: string,
  texts: readonly CitedText[],
): Promise<number> {
  const {
    id: _,
    createdAt: _at,
    ...like
  } = await db.modelRun.findUniqueOrThrow({
    where: { id: likeRunId },
  });
  const { id: runId } = await db.modelRun.create({ data: { ...like, name } });
  const answered = await db.response.findMany({
    where: { runId: likeRunId },
    orderBy: { questionId: "asc" },
    select: { questionId: true, revisionId: true, importId: true },
  });
  const responses = await db.response.createManyAndReturn({
    data: texts.map(({ text }, at) => ({ ...answered[at]!, runId, text })),
  });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id, questionId }) => {
      const at = answered.findIndex((one) => one.questionId === questionId);
      // A reference has a title or a text.
      return texts[at]!.references.map((reference) => ({
        responseId: id,
        title: "A title",
        ...reference,
      }));
    }),
  });
  return runId;
}
