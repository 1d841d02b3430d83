/* What is read in the records of exported files: of judgments and responses, of releases, of the dataset as of a day. */

/** A record by the titles of the file's columns. */
export type Line = Record<string, string>;

export const yes = (text: string) => /^(t|true)$/i.test(text);

/** The correct answers that a verdict is by. */
export interface GivenAnswers {
  answers: string[];
  false_premise: boolean;
}

/** Those of an exported judgment. */
export const answersOf = (line: Line): GivenAnswers => ({
  answers: JSON.parse(line.answers!) as string[],
  false_premise: yes(line.false_premise!),
});

const ANSWERS = Array.from({ length: 10 }, (_, at) => `answer_${at}`);

/** Whether they are those of a row of a release or of the dataset. */
export const isBy = ({ answers, false_premise }: GivenAnswers, row: Line): boolean =>
  false_premise === yes(row.false_premise!) &&
  ANSWERS.every((name, at) => (answers[at] ?? "") === row[name]);

/** Whether two such rows have the same answers and premise. */
export const sameAnswers = (one: Line, other: Line): boolean =>
  yes(one.false_premise!) === yes(other.false_premise!) &&
  ANSWERS.every((name) => one[name] === other[name]);
