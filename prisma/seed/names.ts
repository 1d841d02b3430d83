/** The release that the sample dataset has behind it; what was revised after its day has changed since. */
export const SAMPLE_RELEASE = {
  name: "FreshQA_v11022026",
  notes: "First release of the sample questions.",
  at: new Date("2026-11-02T09:00:00Z"),
};

/** The campaign to try the desk on. */
export const PILOT = "Pilot: two models";

/** The campaign of the sample that is finished. */
export const STUDY = "Study: three models";
