/** The campaign to try the desk on. */
export const PILOT = "Pilot: two models";

/** The campaign of the sample that is finished. */
export const STUDY = "Study: three models";
