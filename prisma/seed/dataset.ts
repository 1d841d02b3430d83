import type { Role } from "@/lib/people/access/roles";
import type { SeedResult } from "./evidence";
import type { SeedSubmission } from "./submissions";
import type { ModelInput, RunInput } from "@/lib/runs/models/schema";

/** The first three runs of a dataset are studied. */
export const STUDIED = 3;

/** A dataset that is written by the product's own commands: the sample, and that of the journeys. */
export interface SeedDataset {
  questions: readonly SeedQuestion[];
  /** In the order of time. The runs are over the last one. */
  releases: readonly SeedRelease[];
  /** In the order of `says`. The study is over the first three. */
  runs: readonly SeedRun[];
  responses: readonly SeedResponses[];
  /** The campaign to try the desk on: over which runs, by their places, and whether half of its ratings are there. */
  pilot: { runs: readonly number[]; halfRated: boolean };
  /** Whether the leaderboard lists the studied runs, and whether anyone may read it; absent: it stays as it is. */
  leaderboard?: "listed" | "public";
  submissions: readonly SeedSubmission[];
  /** Most answers have been verified on a day counted back from today. */
  verified: boolean;
  /** The methods of the paper are there to be used. */
  methods: boolean;
  /** What searches found, by question. With it, jobs make the runs that name a method, and FreshEval judges the studied ones. */
  evidence?: Readonly<Record<string, readonly SeedResult[]>>;
}

/** Who writes and keeps the questions; whoever adds the sample does it all themselves. */
export type SeedPerson = "ada" | "bea" | "carlos" | "dana"; // ada, bea: annotators; carlos, dana: maintainers

export interface SeedContent {
  split: "TEST" | "DEV" | "DEMO" | "";
  question: string;
  effective_year: string;
  next_review: string;
  false_premise: "TRUE" | "FALSE";
  num_hops: "one-hop" | "multi-hop";
  fact_type: "never-changing" | "slow-changing" | "fast-changing";
  /** One URL an item, or the single item `N/A` where no evidence is needed. */
  source: string[];
  /** The primary answer, then up to nine supplementary ones. */
  answers: string[];
  note: string;
}

/** A later revision: what it changes in the content before it. */
interface SeedRevision {
  /** An ISO date-time in UTC. */
  on: string;
  by: SeedPerson;
  reason: "author" | "edit" | "refresh" | "reclassify" | "retire";
  comment: string;
  change: Partial<SeedContent>;
}

export interface SeedQuestion {
  /** The content of the first revision. */
  content: SeedContent;
  on: string;
  by: SeedPerson;
  /** In the order of time. */
  later?: SeedRevision[];
}

export interface SeedRelease {
  name: string;
  notes: string;
  at: Date;
}

export interface SeedRun {
  model: Partial<ModelInput> & Pick<ModelInput, "name">;
  run: Omit<Partial<RunInput>, "modelId" | "releaseName"> & Pick<RunInput, "name">;
  /** The preset by which a job made its responses; absent: they came in a file. */
  method?: string;
}

/** What a response is given: `c`redit in both modes, `r`elaxed alone, `n`one. */
export type SeedVerdict = "c" | "r" | "n";

/** A question as it was in the last release, and what each run answered; null: the run has no response. */
export interface SeedResponses {
  question: string;
  says: readonly (SeedResponse | null)[];
}

export interface SeedResponse {
  text: string;
  references?: readonly (string | { title: string; url?: string; text: string })[];
  /** What it is given in the end by the answers of the release. Absent: no study is over it. */
  final?: SeedVerdict;
  /** Agreed on before the study, as gold. */
  gold?: true;
  /** Where a rater said something else at first. */
  ines?: SeedVerdict;
  jonas?: SeedVerdict;
  /** Where the automatic evaluator says something else than the final verdict. */
  judge?: SeedVerdict;
  /** Where the present answers say something else than those of the release. */
  present?: SeedVerdict;
}

/** Those who rated and adjudicated the study. They left once it was done: nobody can sign in as them. */
export const FORMER = {
  ines: { name: "Ines Duarte", roles: ["rater"] },
  jonas: { name: "Jonas Weber", roles: ["rater"] },
  kemal: { name: "Kemal Aydin", roles: ["adjudicator"] },
} satisfies Record<string, { name: string; roles: Role[] }>;
