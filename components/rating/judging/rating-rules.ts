import { pendingPrefix } from "@/components/ui/device-keys";
import { hasFields } from "@/components/ui/has-fields";
import { shortened, type Kept } from "@/components/desk/kept";
import type { DeskScreen } from "@/components/desk/screen";
import type { DeskRules } from "@/components/desk/rules";
import { deskUnreachable } from "@/lib/platform/lost-answers";
import type { DeskCampaign, DeskStatus, RatingItem } from "@/lib/rating/judging/queries";
import { STOP_WORDS, type Verdict } from "@/lib/rating/judging/vocabulary";
import { formOf, type RatingForm } from "./rating-form";

/** The submitted form of an item. */
export interface Submission {
  verdict: Verdict;
  form: RatingForm;
  activeMs: number;
}

interface Inputs {
  judge: Submission;
  correct: Submission;
  skip: undefined;
}

/** The steps that leave the item undecided: they are told nothing, and the server only which item it is. */
export type PassStep = {
  [S in keyof Inputs]: Inputs[S] extends undefined ? S : never;
}[keyof Inputs];

/** A verdict, a correction or a skip that is not saved yet. */
export interface Pending extends Kept {
  step: keyof Inputs;
  campaignId: number;
  taskId: number;
}

export interface RatingDeskTypes {
  item: RatingItem;
  inputs: Inputs;
  entered: Submission;
  entry: Pending;
  /** As the server counted last, with what was saved since. */
  facts: { campaign: DeskCampaign };
}

export type RatingScreen = DeskScreen<RatingDeskTypes>;

/** Counts the rater's own verdicts in the campaign, unsent ones included. */
export function doneOf({ facts, unsaved }: RatingScreen): number {
  return facts.campaign.done + unsaved;
}

/** The form as a verdict of this visit was submitted. */
export function enteredForm({ verdict, form }: Submission): RatingForm {
  return formOf({ ...form, ...verdict });
}

/** How many items are held ready: asked for when fewer than the first are there, until the second are. */
const [LOW, FULL] = [5, 8];

const judged = ({ verdict, form, activeMs }: Submission, at: number) => ({
  verdict,
  comment: form.comment,
  lowConfidence: form.lowConfidence,
  flagged: form.flagged,
  activeMs,
  enteredAt: new Date(at).toISOString(),
});

export const RATING_DESK: DeskRules<RatingDeskTypes> = {
  address: "/api/ratings",
  personKey: "raterId",
  visitKey: "visit",
  storagePrefix: (userId) => pendingPrefix("rating", userId),
  unreachable: deskUnreachable("Your ratings"),
  steps: {
    judge: {
      does: "decide",
      holdsItem: "unsent",
      undo: { unsent: "reopen", sent: "reopen" },
      correctedBy: "correct",
      label: ({ question }) => `Rating of “${shortened(question)}”`,
      body: ({ taskId, revisionId }, input, { at }) => ({
        ...judged(input, at),
        taskId,
        revisionId,
      }),
    },
    correct: {
      does: "correct",
      instead: { correction: "Entered in another window" },
      label: ({ question }) => `Correction of “${shortened(question)}”`,
      body: (_, input, { at, about }) => ({
        ...judged(input, at),
        supersedes: about,
        correction: input.form.correction.trim() || "Corrected while rating",
      }),
    },
    skip: {
      does: "pass",
      holdsItem: "unsent",
      kept: true,
      undoneBy: null,
      label: ({ question }) => `Skipped “${shortened(question)}”`,
      body: ({ taskId }) => ({ taskId }),
    },
  },
  idOf: ({ taskId }) => taskId,
  subjectOf: ({ taskId }) => taskId,
  keeps: ({ taskId }, _, { campaign }) => ({ campaignId: campaign.id, taskId }),
  isEntry: (value) => hasFields(value, { campaignId: "number", taskId: "number" }),
  concerns: ({ campaignId }, { campaign }) => campaignId === campaign.id,
  leased: false,
  wanted: (queued) => (queued < LOW ? FULL - queued : 0),
  next: {
    body: ({ campaign }, { count, known, progress }) => ({
      campaignId: campaign.id,
      count,
      held: known,
      progress,
    }),
    read: ({ items, elsewhere }: { items: RatingItem[]; elsewhere?: number }, count) => ({
      items,
      more: items.length >= count,
      elsewhere: elsewhere ?? 0,
    }),
    took: (facts, { campaign }: { campaign: DeskCampaign | null }, { still }) =>
      campaign !== null && still ? { campaign } : facts,
    tellsProgress: true,
  },
  shown: { step: "shown", body: (taskId) => ({ taskId }) },
  beat: {
    step: "status",
    body: ({ campaign }) => ({ campaignId: campaign.id }),
    held: () => null,
    everyMs: 60_000,
    waitingMs: 15_000,
  },
  leave: "leave",
  stops: new Set(["paused", "closed", "not-qualified", "not-found", "access-denied"]),
  halts: STOP_WORDS,
  resumes: "paused",
  standing: (value: { standing?: DeskStatus | null } | null) => value?.standing?.status,
  saved: ({ campaign }, { step }, value: { standing?: DeskStatus | null } | null, earlier) => {
    // What an earlier visit left may be counted already.
    const one = step === "judge" && !earlier ? 1 : 0;
    const counted = { ...campaign, done: campaign.done + one, teamDone: campaign.teamDone + one };
    // Verdicts are sent one after the other: this count holds what was sent, and nothing of what waits.
    const { done = null, total = null } = value?.standing ?? {};
    return {
      facts: { campaign: done === null || total === null ? counted : { ...counted, done, total } },
      recount: earlier,
    };
  },
};
