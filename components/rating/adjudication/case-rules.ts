import type { CaseFilters } from "@/lib/rating/adjudication/address";
import { pendingPrefix } from "@/components/ui/device-keys";
import { hasFields } from "@/components/ui/has-fields";
import { shortened, type Kept } from "@/components/desk/kept";
import type { DeskScreen } from "@/components/desk/screen";
import type { DeskRules } from "@/components/desk/rules";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import { deskUnreachable } from "@/lib/platform/lost-answers";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import type { CaseWire } from "@/lib/rating/adjudication/wire";
import type { Answers } from "@/lib/rating/protocols/vocabulary";

/** A final verdict as it is entered, or final answers under another protocol than Relaxed and Strict. */
export type FinalVerdict = { reason: string } & (
  { verdict: Verdict; answers: null } | { verdict: null; answers: Answers }
);

interface Inputs {
  settle: FinalVerdict;
  correct: FinalVerdict;
  /** Leaves the case to others for this session. */
  release: undefined;
}

/** A final verdict, or a correction of one, that is not saved yet. */
export interface PendingCase extends Kept {
  step: keyof Inputs;
  taskId: number;
  body: Kept["body"] & FinalVerdict;
}

interface Facts {
  filters: CaseFilters;
  /** How many awaited the person under the filters as the page came. */
  total: number;
  heldByOthers: number;
}

export interface CaseDeskTypes {
  item: CaseView;
  inputs: Inputs;
  entered: FinalVerdict;
  entry: PendingCase;
  facts: Facts;
  wire: CaseWire;
}
export type CaseScreen = DeskScreen<CaseDeskTypes>;

/** How many cases are held beside the shown one. */
const AHEAD = 2;

/** How many await the person still. What others settle in the meantime is not known here; what is on the desk certainly is left. */
export function leftOf({ queued, facts, decided }: CaseScreen): number {
  return Math.max(queued, facts.total - decided);
}

/**
 * Version 1 left out what a protocol doesn't ask for, and a correction in the place of another window's verdict still said
 * whether it was an audit's.
 */
function earlier(kept: Kept): Kept {
  const { audit, ...said } = { verdict: null, answers: null, ...kept.body } as Kept["body"];
  return { ...kept, body: kept.step === "correct" ? said : { ...said, audit: audit ?? false } };
}

export const CASE_DESK: DeskRules<CaseDeskTypes> = {
  address: "/api/adjudication",
  personKey: "adjudicatorId",
  visitKey: "token",
  version: 2,
  earlier,
  storagePrefix: (userId) => pendingPrefix("adjudication", userId),
  unreachable: deskUnreachable("Your adjudications"),
  steps: {
    settle: {
      does: "decide",
      holdsItem: "visit",
      undo: { unsent: "withdraw", sent: "reopen" },
      correctedBy: "correct",
      label: ({ item }) => `Adjudication of “${shortened(item.question)}”`,
      body: ({ item, audit }, said) => ({ taskId: item.taskId, audit, ...said }),
    },
    correct: {
      does: "correct",
      of: "settle",
      instead: { without: { audit: true }, with: {} },
      label: ({ item }) => `Correction of “${shortened(item.question)}”`,
      body: ({ item }, said, { about }) => ({ taskId: item.taskId, ...said, supersedes: about }),
    },
    release: {
      does: "pass",
      holdsItem: "visit",
      kept: false,
      undoneBy: null,
      label: ({ item }) => `Skipped “${shortened(item.question)}”`,
      body: ({ item }) => ({ taskIds: [item.taskId] }),
    },
  },
  idOf: ({ item }) => item.taskId,
  subjectOf: ({ taskId }) => taskId,
  keeps: ({ item }) => ({ taskId: item.taskId }),
  isEntry: (value) =>
    hasFields(value, { taskId: "number" }) &&
    hasFields(value.body, { taskId: "number", reason: "string" }) &&
    ((hasFields(value.body, { verdict: "object" }) &&
      hasFields(value.body.verdict, { relaxed: "boolean", strict: "boolean" }) &&
      value.body.answers === null) ||
      (hasFields(value.body, { answers: "object" }) && value.body.verdict === null)) &&
    (value.step === "settle" || hasFields(value.body, { supersedes: "string" })),
  leased: true,
  wanted: (queued) => (queued > AHEAD ? 0 : queued < AHEAD ? 2 : 1),
  next: {
    body: ({ filters }, { known, first, count }) => ({ filters, except: known, first, count }),
    read: ({ cases }) => ({ items: cases, more: cases.length > 0 }),
    took: (facts, { heldByOthers }) => ({ ...facts, heldByOthers }),
  },
  beat: {
    step: "renew",
    body: () => ({}),
    held: ({ taskIds }) => taskIds,
    everyMs: 40_000,
    waitingMs: 40_000,
  },
  leave: "release",
};
