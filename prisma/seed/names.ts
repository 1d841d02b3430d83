/** The address of a sample account, by its short name. */
export const emailOf = (key: string) => `${key}@freshqa.example`;

/** Questions of a sample are among the first in their dataset: those with the smallest ids. */
export const AMONG_THE_FIRST = 1_000;

/** The campaign to try the desk on. What is counted of made-up models says so in its name, wherever a number of it stands. */
export const PILOT = "Sample pilot: two models";

/** The campaign of the sample that is finished. */
export const STUDY = "Sample study: three models";

/** What they were called in installations that began before. */
export const FORMER_PILOT = "Pilot: two models";
export const FORMER_STUDY = "Study: three models";

/** The services that the sample's jobs asked, as if they existed. */
export const MODEL_SERVICE = "Models (sample)";
export const SEARCH_SERVICE = "Search (sample)";

/** The sample's automatic evaluator. */
export const EVALUATOR = "FreshEval (sample)";

/** What stands below the leaderboard while it lists the sample's runs. */
export const FOOTNOTE = "These models are made up, and so is what they answered.";
