import type { License } from "@/lib/dataset/licenses/vocabulary";
import type { QuestionCount } from "@/lib/dataset/releases/schema";
import type { ReviewPolicy, Split } from "@/lib/dataset/questions/vocabulary";
import type { Coefficient } from "@/lib/reporting/agreement/coefficient";

/** What is known of people's ratings of responses to a release, as of a state. */
export interface RatingFacts {
  /** The UTC day until whose end they count, and the reports' state that this is. */
  day: string;
  state: string;
  judgments: number;
  responses: number;
  raters: number;
  runs: number;
  /** The fewest and the most ratings of a response. */
  each: [number, number];
  /** Responses that were settled by an adjudicator. */
  adjudicated: number;
  /** Krippendorff's alpha of the responses with two or more ratings. */
  alpha: Record<"relaxed" | "strict", Coefficient>;
  /** Automatic evaluators that judged any of the responses. */
  evaluators: string[];
}

/** All that the files of a dataset say of its release. Each part of it stays as it is for ever. */
export interface DatasetFacts {
  name: string;
  /** ISO day that the release is named after, on which its answers hold. */
  day: string;
  /** ISO day. */
  publishedOn: string;
  notes: string;
  /** Of the CSV file. */
  sha256: string;
  byteSize: number;
  questionCount: number;
  counts: QuestionCount[];
  /** Questions by split, in the order of the splits. */
  splits: { split: Split | null; count: number }[];
  /** How many questions are to be looked at again when. */
  reviews: { policy: ReviewPolicy; count: number }[];
  license: License | null;
  /** The release before it; null: it is the first. */
  previous: string | null;
  /** How the questions came to be what they are. */
  work: {
    /** Questions that came in a file first. */
    imported: number;
    /** Revisions that people wrote themselves, rather than a file. */
    edits: number;
    /** Who wrote them. */
    writers: number;
    /** Checks of the answers against evidence until the release, and who made them. */
    verifications: number;
    verifiers: number;
  };
  ratings: RatingFacts | null;
  /** Of its public page. */
  address: string;
}
