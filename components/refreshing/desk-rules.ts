import { pendingPrefix } from "@/components/ui/device-keys";
import { hasFields } from "@/components/ui/has-fields";
import type { Kept } from "@/components/desk/kept";
import type { DeskRules } from "@/components/desk/rules";
import { changedColumns } from "@/lib/dataset/questions/cells";
import { deskUnreachable } from "@/lib/platform/lost-answers";
import type { DeskLoad, DeskQuestion } from "@/lib/refreshing/queries";
import type { RefreshChange, RefreshKind } from "@/lib/refreshing/schema";
import type { RefreshWire } from "@/lib/refreshing/wire";
import type { Claim, ClaimOutcome } from "@/lib/dataset/schedule/schema";
import { type QueueFilters } from "@/lib/dataset/schedule/address";

/** A question on the desk; one that was opened by hand has no claim to tell why it is due. */
export type DeskItem = DeskQuestion & { claim: Claim | null };

interface Inputs {
  verify: { evidence: readonly string[] };
  /** `draft`: what was typed, to be put back should someone else have been faster. */
  refresh: { change: RefreshChange; evidence: readonly string[]; comment: string; draft: unknown };
  skip: undefined;
  undo: undefined;
  open: undefined;
}

/** An action of the desk that is not saved yet. */
export interface Pending extends Kept {
  step: keyof Inputs;
  /** The question as the person saw it. */
  item: DeskItem;
  draft?: unknown;
}

interface Facts {
  filters: QueueFilters;
  load: DeskLoad;
  obstacles: Omit<ClaimOutcome, "claims"> | null;
  /** Checked in this visit and still due, together. */
  total: number;
}

export interface RefreshDesk {
  item: DeskItem;
  inputs: Inputs;
  entered: never;
  entry: Pending;
  facts: Facts;
  wire: RefreshWire;
}

const DONE_WORDS: Record<RefreshKind, string> = {
  answer: "New answer",
  reclassify: "Reclassified",
  schedule: "New date",
  evidence: "New evidence",
  retire: "Retired",
};
/** Why a question that is opened again is due: known only while it says what it said then. */
export function claimOf(
  { cells }: Pick<DeskQuestion, "cells">,
  before: Pending | null,
): Claim | null {
  return before !== null && changedColumns(before.item.cells, cells).length === 0
    ? before.item.claim
    : null;
}

/** How many questions are held beside the shown one. */
const AHEAD = 2;

export const REFRESH_DESK: DeskRules<RefreshDesk> = {
  address: "/api/refresh",
  personKey: "reviewerId",
  visitKey: "token",
  version: 1,
  earlier: null,
  storagePrefix: (userId) => pendingPrefix("refreshing", userId),
  unreachable: deskUnreachable("Your changes"),
  steps: {
    verify: {
      does: "decide",
      holdsItem: "visit",
      undo: { unsent: "withdraw", sent: "undo" },
      correctedBy: null,
      label: ({ id }) => `Verified Q${id}`,
      body: ({ id, revisionId }, { evidence }) => ({
        questionId: id,
        baseRevisionId: revisionId,
        evidence,
        comment: "",
      }),
    },
    refresh: {
      does: "decide",
      holdsItem: "visit",
      undo: { unsent: "withdraw", sent: "undo" },
      correctedBy: null,
      label: ({ id }, { change }) => `${DONE_WORDS[change.kind]} of Q${id}`,
      body: ({ id, revisionId }, { change, evidence, comment }) => ({
        questionId: id,
        baseRevisionId: revisionId,
        change,
        evidence,
        comment,
      }),
    },
    skip: {
      does: "pass",
      holdsItem: "visit",
      kept: true,
      undoneBy: "open",
      label: ({ id }) => `Skipped Q${id}`,
      body: ({ id }) => ({ questionId: id }),
    },
    undo: {
      does: "return",
      takesItem: false,
      settledBy: ["not-found", "already-undone"],
      body: (_, __, { about }) => ({ undoes: about }),
    },
    open: {
      does: "return",
      takesItem: true,
      settledBy: [],
      body: ({ id }) => ({ questionId: id }),
    },
  },
  idOf: ({ id }) => id,
  subjectOf: ({ item }) => item.id,
  keeps: (item, input) => ({
    item,
    ...(hasFields(input, {}) && "draft" in input && { draft: input.draft }),
  }),
  isEntry: (value) =>
    hasFields(value, { item: "object" }) &&
    hasFields(value.item, { id: "number", revisionId: "number" }) &&
    "cells" in value.item,
  leased: true,
  wanted: (queued) => (queued > AHEAD ? 0 : queued < AHEAD ? 2 : 1),
  next: {
    body: ({ filters }, { known, count }) => ({ filters, after: known, count }),
    read: ({ questions }) => ({
      items: questions,
      more: questions.length > 0,
    }),
    took: (facts, { load, obstacles }, { still, quiet, decided }) => ({
      ...facts,
      load,
      obstacles,
      // Only a count that nothing of ours was under way beside says how much there is in all.
      total: still && quiet ? load.due + decided : facts.total,
    }),
  },
  open: {
    step: "open",
    body: (id) => ({ questionId: id }),
    read: ({ question, held = true }, entry) => ({
      item: question && { ...question, claim: claimOf(question, entry) },
      held,
    }),
  },
  beat: {
    step: "renew",
    body: () => ({}),
    held: ({ questionIds }) => questionIds,
    everyMs: 40_000,
    waitingMs: 40_000,
  },
  leave: "release",
};
