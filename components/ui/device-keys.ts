/*
 * The names of all that a browser keeps for us: in localStorage, or in sessionStorage for one tab. Text that no one has
 * sent yet lies under these names on people's devices, so that a name that changes has to be read under its old one, too.
 */

type Desk = "refreshing" | "rating" | "adjudication";

/** A desk's part of a name; the first is older than the word for it. */
const DESKS: Record<Desk, string> = {
  refreshing: "desk",
  rating: "rate",
  adjudication: "adjudicate",
};

/** What a desk has not sent yet: one entry for each decision, behind this. */
export const pendingPrefix = (desk: Desk, userId: number) =>
  `freshqa.${DESKS[desk]}.${userId}.pending.`;

/** A form that is being filled in at a desk. */
export const deskDraftKey = (desk: Desk, userId: number, item: string) =>
  `freshqa.${DESKS[desk]}.${userId}.draft.${item}`;

/** A comment on a response. */
export const commentDraftKey = (userId: number, taskId: number) =>
  `freshqa.discussion.${userId}.draft.${taskId}`;

/** The edit of a question of the dataset; null: a new one. */
export const questionDraftKey = (userId: number, questionId: number | null) =>
  `freshqa.draft.${userId}.${questionId ?? "new"}`;

/** A question that is being written for review; null: the server does not know it yet. */
export const submissionDraftKey = (userId: number, submissionId: number | null) =>
  `freshqa.writing.${userId}.${submissionId ?? "new"}`;

/** Name and notes of the next release. */
export const releaseDraftKey = (userId: number) => `freshqa.release-draft.${userId}`;

/** The plan of a new campaign. */
export const campaignDraftKey = (userId: number) => `freshqa.campaign-draft.${userId}`;

/** Of a tab: the questions that were chosen in the grid for a release. */
export const RELEASE_SELECTION_KEY = "freshqa.release-selection";

/** Of a tab: who it is, as the holder of what it reviews. */
export const REVIEW_TOKEN_KEY = "freshqa-review-token";
