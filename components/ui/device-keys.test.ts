import { expect, it } from "vitest";
import {
  campaignDraftKey,
  commentDraftKey,
  deskDraftKey,
  pendingPrefix,
  questionDraftKey,
  RELEASE_SELECTION_KEY,
  releaseDraftKey,
  REVIEW_TOKEN_KEY,
  submissionDraftKey,
} from "./device-keys";

it("names what lies on people's devices as the last version did", () => {
  expect([
    pendingPrefix("refreshing", 7),
    pendingPrefix("rating", 7),
    pendingPrefix("adjudication", 7),
    deskDraftKey("refreshing", 7, "5.9"),
    deskDraftKey("rating", 7, "5"),
    deskDraftKey("adjudication", 7, "5"),
    commentDraftKey(7, 5),
    questionDraftKey(7, 5),
    questionDraftKey(7, null),
    submissionDraftKey(7, 5),
    submissionDraftKey(7, null),
    releaseDraftKey(7),
    campaignDraftKey(7),
    RELEASE_SELECTION_KEY,
    REVIEW_TOKEN_KEY,
  ]).toEqual([
    "freshqa.desk.7.pending.",
    "freshqa.rate.7.pending.",
    "freshqa.adjudicate.7.pending.",
    "freshqa.desk.7.draft.5.9",
    "freshqa.rate.7.draft.5",
    "freshqa.adjudicate.7.draft.5",
    "freshqa.discussion.7.draft.5",
    "freshqa.draft.7.5",
    "freshqa.draft.7.new",
    "freshqa.writing.7.5",
    "freshqa.writing.7.new",
    "freshqa.release-draft.7",
    "freshqa.campaign-draft.7",
    "freshqa.release-selection",
    "freshqa-review-token",
  ]);
});
