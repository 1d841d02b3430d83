/** Where the accuracy of a run is published: the results of a model's repository on the Hub, or the shared schema Every Eval Ever. */
export const RESULT_FORMATS = ["hub", "every-eval-ever"] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export const RESULT_WORDS: Readonly<Record<ResultFormat, string>> = {
  hub: "Hugging Face Hub",
  "every-eval-ever": "Every Eval Ever",
};

/** How those who report results stand to whoever made the model. */
export const RELATIONSHIPS = ["first_party", "third_party", "collaborative", "other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

export const RELATIONSHIP_WORDS: Readonly<Record<Relationship, string>> = {
  first_party: "First party: it is our model",
  third_party: "Third party",
  collaborative: "Together with its makers",
  other: "Not stated",
};

/** The modes that have an accuracy, as published results name them. */
export const PUBLISHED_MODES = ["relaxed", "strict"] as const;
export type PublishedMode = (typeof PUBLISHED_MODES)[number];
export const MODE_TITLES: Readonly<Record<PublishedMode, string>> = {
  relaxed: "FreshQA Relaxed",
  strict: "FreshQA Strict",
};
