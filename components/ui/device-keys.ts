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

/** Who has loaded a page of the workbench here last, signed in. */
export const SIGNED_IN_KEY = "freshqa.signed-in";

/** Whether the guide beside a rating desk is open. */
export const DESK_GUIDE_KEY = "freshqa.rate.guide";

/** A comment on a response. */
export const commentDraftKey = (userId: number, taskId: number) =>
  `freshqa.discussion.${userId}.draft.${taskId}`;

/** A comment on a question; null: one that begins a thread. */
export const questionCommentKey = (userId: number, questionId: number, threadId: number | null) =>
  `freshqa.question-comment.${userId}.${questionId}.${threadId ?? "new"}`;

/** A comment on a submission; null: one that begins a thread. */
export const submissionCommentKey = (
  userId: number,
  submissionId: number,
  parentId: number | null,
) => `freshqa.submission-comment.${userId}.${submissionId}.${parentId ?? "new"}`;

/** The edit of a question of the dataset; null: a new one. */
export const questionDraftKey = (userId: number, questionId: number | null) =>
  `freshqa.draft.${userId}.${questionId ?? "new"}`;

/** Cells of the sheet of questions that are not saved yet. */
export const unsavedCellsKey = (userId: number) => `freshqa.cells.${userId}`;

/** A question that is being written for review; null: the server does not know it yet. */
export const submissionDraftKey = (userId: number, submissionId: number | null) =>
  `freshqa.writing.${userId}.${submissionId ?? "new"}`;

/** Name and notes of the next release. */
export const releaseDraftKey = (userId: number) => `freshqa.release-draft.${userId}`;

/** The plan of a new campaign. */
export const campaignDraftKey = (userId: number) => `freshqa.campaign-draft.${userId}`;

/** The editor of a protocol; null: a new one. */
export const protocolDraftKey = (userId: number, protocolId: number | null) =>
  `freshqa.protocol.${userId}.${protocolId ?? "new"}`;

const FORM_PREFIX = "freshqa.form.";

/** What was entered in a form and not saved (kept-forms.ts); null: of a new record. */
export const formDraftKey = (userId: number, form: string, record: number | string | null) =>
  `${FORM_PREFIX}${userId}.${form}.${record ?? "new"}`;

/** Whose draft of a form lies under a name; null: something else does. */
export function formDraftOwner(key: string): number | null {
  const owner = key.startsWith(FORM_PREFIX) ? key.slice(FORM_PREFIX.length).split(".")[0] : "";
  return owner === "" ? null : Number(owner);
}

/** What was last entered to publish the results of a run. */
export const resultsKey = (userId: number, part: "dataset" | "organization") =>
  `freshqa.results.${userId}.${part}`;

/** What was opened by the search of Ctrl+K. */
export const recentKey = (userId: number) => `freshqa.recent.${userId}`;

/** Of a tab: where one was in the pages of its history. */
export const PLACES_KEY = "freshqa.places";

/** Of a tab: the tour that is under way. */
export const TOUR_KEY = "freshqa.tour";

/** Of a tab: the questions that were chosen in the grid for a release. */
export const RELEASE_SELECTION_KEY = "freshqa.release-selection";

/** Of a tab: who it is, as the holder of what it reviews. */
export const REVIEW_TOKEN_KEY = "freshqa-review-token";
