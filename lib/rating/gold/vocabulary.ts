/** What a rater has to answer to one question about a gold item. */
export type ExpectedAnswer =
  | { cannotTell: true }
  /** Levels of an ordinal question whose values are at most `tolerance` away are right too; 0 elsewhere. */
  | { value: number; tolerance: number };

/** By the keys of questions. What is not there is not checked; rankings, pairs and texts never are. */
export type ExpectedAnswers = Readonly<Record<string, ExpectedAnswer>>;

/** Units whose items may be gold: the others have rankings or pairs, of which none is right or wrong. */
export const GOLD_UNITS = ["response", "reference"] as const;
