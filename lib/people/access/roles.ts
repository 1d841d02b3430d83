export const ROLES = [
  "annotator",
  "rater",
  "adjudicator",
  "researcher",
  "maintainer",
  "admin",
] as const;
export type Role = (typeof ROLES)[number];
