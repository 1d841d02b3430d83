/**
 * The sample that a new installation starts with, as written by its people over a year and a half. Its models are made up,
 * and so is all that is measured of them.
 */
import type { SeedDataset, SeedRelease } from "./dataset";
import { SEED_EVIDENCE } from "./evidence";
import { SEED_QUESTIONS } from "./questions";
import { SEED_RESPONSES, SEED_RUNS } from "./responses";
import { SEED_SUBMISSIONS } from "./submissions";

export const SAMPLE_RELEASES: readonly SeedRelease[] = [
  {
    name: "FreshQA_v12152025",
    notes: "First release: the questions that were written from June to December 2025.",
    at: new Date("2025-12-15T09:00:00Z"),
  },
  {
    name: "FreshQA_v06012026",
    notes:
      "Half a year of refreshes. Bulgaria has the euro and the High Seas Treaty is in force, so that two false premises became true.",
    at: new Date("2026-06-01T09:00:00Z"),
  },
  {
    name: "FreshQA_v11022026",
    notes: "The answers that changed over the summer, and two new questions.",
    at: new Date("2026-11-02T09:00:00Z"),
  },
];

export const SAMPLE: SeedDataset = {
  questions: SEED_QUESTIONS,
  releases: SAMPLE_RELEASES,
  runs: SEED_RUNS,
  responses: SEED_RESPONSES,
  pilot: { runs: [0, 3], halfRated: true },
  leaderboard: "public",
  submissions: SEED_SUBMISSIONS,
  verified: true,
  methods: true,
  evidence: SEED_EVIDENCE,
};
