/** The campaign to try the desk on. What is counted of made-up models says so in its name, wherever a number of it stands. */
export const PILOT = "Sample pilot: two models";

/** The campaign of the sample that is finished. */
export const STUDY = "Sample study: three models";

/** What they were called in installations that began before. */
export const FORMER_PILOT = "Pilot: two models";
export const FORMER_STUDY = "Study: three models";
