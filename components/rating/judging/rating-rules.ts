import { pendingPrefix } from "@/components/ui/device-keys";
import { hasFields } from "@/components/ui/has-fields";
import { shortened, type Kept } from "@/components/desk/kept";
import type { DeskScreen } from "@/components/desk/screen";
import type { DeskRules } from "@/components/desk/rules";
import { deskUnreachable } from "@/lib/platform/lost-answers";
import type { BodyOf } from "@/lib/platform/wire";
import type { NextItems } from "@/lib/rating/judging/next-items";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import {
  GIVEN_AT_ONCE,
  HELD_AHEAD,
  STOP_WORDS,
  type Verdict,
} from "@/lib/rating/judging/vocabulary";
import type { JudgingWire } from "@/lib/rating/judging/wire";
import { notesOf, type ItemForm } from "./item-form";
import { formOf, type RatingForm } from "./rating-form";

/** As much of an item as the desk looks at. */
interface DeskItem {
  taskId: number;
  revisionId: number;
  question: string;
}

/** The submitted form of an item. */
export interface Submitted<F extends ItemForm = ItemForm> {
  form: F;
  activeMs: number;
}

interface Inputs<S> {
  judge: S;
  correct: S;
  skip: undefined;
}

/** The steps that leave the item undecided: they are told nothing, and the server only which item it is. */
export type PassStep = {
  [S in keyof Inputs<Submitted>]: Inputs<Submitted>[S] extends undefined ? S : never;
}[keyof Inputs<Submitted>];

/** A verdict, a correction or a skip that is not saved yet. */
export interface Pending extends Kept {
  step: keyof Inputs<Submitted>;
  campaignId: number;
  taskId: number;
}

/** Every protocol's desk is this one: what differs is what an item holds and what is said of it. */
export interface JudgingDesk<I extends DeskItem = DeskItem, S extends Submitted = Submitted> {
  item: I;
  inputs: Inputs<S>;
  entered: S;
  entry: Pending;
  /** As the server counted last, with what was saved since. */
  facts: { campaign: DeskCampaign };
  wire: JudgingWire;
}

export type JudgingScreen<I extends DeskItem, S extends Submitted> = DeskScreen<JudgingDesk<I, S>>;
/** What the page around the item shows, whatever the items are. */
export type PageScreen = Omit<DeskScreen<JudgingDesk>, "entered" | "withdrawn">;

/** Counts the rater's own ratings in the campaign, unsent ones included. */
export function doneOf({ facts, unsaved }: Pick<PageScreen, "facts" | "unsaved">): number {
  return facts.campaign.done + unsaved;
}

/** What is said under Relaxed and Strict. */
export interface Submission extends Submitted<RatingForm> {
  verdict: Verdict;
}
export type RatingDeskTypes = JudgingDesk<RatingItem, Submission>;

/** The form as a verdict of this visit was submitted. */
export function enteredForm({ verdict, form }: Submission): RatingForm {
  return formOf({ ...form, ...verdict });
}

/**
 * How many items are held ready: as many as a train ride takes, unless they are very long. The first ones are few, so that
 * the desk begins at once; the others come behind them.
 */
const AHEAD = { first: 8, round: GIVEN_AT_ONCE, full: HELD_AHEAD, characters: 4_000_000 };
/** The first ones where items hold several responses, or references: each may be as long as many others. */
export const FIRST_OF_LONG = 3;

/** What is said of an item under its campaign's protocol. */
type Said = Pick<BodyOf<JudgingWire, "judge">, "answers" | "verdict">;

/** The desk of a protocol. @param said what is sent of a submission beside its notes */
export const judgingDesk = <I extends DeskItem, S extends Submitted>(
  said: (submission: S) => Said,
  /** Characters to read. */
  lengthOf: (item: I) => number,
  first = AHEAD.first,
): DeskRules<JudgingDesk<I, S>> => ({
  address: "/api/ratings",
  personKey: "raterId",
  visitKey: "visit",
  version: 2,
  earlier,
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
        ...said(input),
        ...noted(input, at),
        taskId,
        revisionId,
      }),
    },
    correct: {
      does: "correct",
      of: "judge",
      instead: {
        without: { taskId: true, revisionId: true },
        with: { correction: "Entered in another window" },
      },
      label: ({ question }) => `Correction of “${shortened(question)}”`,
      body: (_, input, { at, about }) => ({
        ...said(input),
        ...noted(input, at),
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
  wanted: (queued, queue) => {
    // The first one comes with the page.
    if (queued < 2) return first - queued;
    const full =
      queued >= AHEAD.full ||
      (queued >= first && queue.reduce((sum, item) => sum + lengthOf(item), 0) > AHEAD.characters);
    return full ? 0 : AHEAD.round;
  },
  shelf: {
    known: "held",
    answer: (items) => ({
      items: items as unknown as NextItems["items"],
      more: true,
      elsewhere: 0,
      order: [],
      campaign: null,
      standing: null,
    }),
    leaving: new Set(["judge", "skip"]),
    subject: "taskId",
  },
  next: {
    body: ({ campaign }, { count, known, progress }) => ({
      campaignId: campaign.id,
      count,
      held: known,
      // What the visit before this one held came with the page.
      left: null,
      progress,
    }),
    // A campaign's items are of its protocol.
    read: ({ items, more, elsewhere, order }) => ({
      items: items as unknown as I[],
      more,
      elsewhere,
      order,
    }),
    took: (facts, { campaign }, { still }) => (campaign !== null && still ? { campaign } : facts),
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
  stops: new Set([
    "paused",
    "rater-paused",
    "closed",
    "not-qualified",
    "not-found",
    "access-denied",
  ]),
  halts: STOP_WORDS,
  resumes: new Set(["paused", "rater-paused"]),
  standing: (value) => (value && "standing" in value ? value.standing?.status : undefined),
  saved: ({ campaign }, { step }, value, before) => {
    // What an earlier visit left may be counted already.
    const one = step === "judge" && !before ? 1 : 0;
    const counted = { ...campaign, done: campaign.done + one, teamDone: campaign.teamDone + one };
    // Verdicts are sent one after the other: this count holds what was sent, and nothing of what waits.
    const { done = null, total = null } = value?.standing ?? {};
    return {
      facts: { campaign: done === null || total === null ? counted : { ...counted, done, total } },
      recount: before,
    };
  },
});

const noted = ({ form, activeMs }: Submitted, at: number) => ({
  ...notesOf(form),
  activeMs,
  enteredAt: new Date(at).toISOString(),
});

/** In version 1 a correction in the place of another window's rating still named item and revision. */
function earlier(kept: Kept): Kept {
  if (kept.step !== "correct") return kept;
  const { taskId: _, revisionId: __, ...body } = kept.body;
  return { ...kept, body };
}

export const RATING_DESK = judgingDesk<RatingItem, Submission>(
  ({ verdict }) => ({ verdict, answers: null }),
  ({ response }) => response.length,
);
