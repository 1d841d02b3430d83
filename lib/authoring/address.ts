import { CATEGORIES, HOPS } from "@/lib/dataset/questions/vocabulary";
import {
  day,
  listOf,
  one,
  oneOr,
  pageAddress,
  sortedBy,
  type AddressPart,
  type AddressState,
} from "@/lib/platform/address";
import { SUBMISSION_STATUSES, type SubmissionStatus } from "./vocabulary";

/** Those with a status; null, all of them, is written "all". */
const status = (usual: SubmissionStatus | null): AddressPart<SubmissionStatus | null> => ({
  read: (text) => (text === "" ? usual : one(SUBMISSION_STATUSES).read(text)),
  write: (value) => value ?? "all",
});

/** One's own. */
export const writePage = pageAddress("/write", {
  status: status(null),
  ...listOf(["question", "category", "saved"]),
});
export type OwnSubmissionsState = AddressState<typeof writePage>;
/** Those of others. */
export const submissionsPage = pageAddress("/submissions", {
  status: status("submitted"),
  ...listOf(["question", "category", "author", "submitted"]),
});
export type SubmissionsState = AddressState<typeof submissionsPage>;

/** What the form begins with. */
export const newSubmissionPage = pageAddress("/write/new", {
  category: one(CATEGORIES),
  hops: one(HOPS),
});

/**
 * Of its file, too. `by`: which day of a question its period goes by: that of its first submission, or that of its final
 * decision, as payments need it.
 */
export const contributionsPage = pageAddress("/contributions", {
  from: day,
  to: day,
  by: oneOr(["submitted", "decided"], "submitted"),
  sort: sortedBy([
    "author",
    "submitted",
    "accepted",
    "waiting",
    "returned",
    "withdrawn",
    "rejected",
    "time",
    "rate",
  ]),
});
export type ContributionsState = AddressState<typeof contributionsPage>;
