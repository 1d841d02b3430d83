import type { KeyTable } from "@/components/desk/keys";
import type { RefreshKind } from "@/lib/refreshing/schema";

interface DeskContext {
  undo: () => void;
  help: () => void;
  /** Shows the first unsaved change of another question; null where there is none. */
  look: (() => void) | null;
}

interface ItemContext {
  bringing: boolean;
  /** A form is open. */
  editing: boolean;
  openEvidence: (index: number) => void;
  verify: () => void;
  open: (kind: RefreshKind) => void;
  skip: () => void;
}

const opens = (key: string, kind: RefreshKind, does: string) => ({
  keys: [key],
  does,
  run: ({ bringing, editing, open }: ItemContext) => (bringing || editing ? false : open(kind)),
});

/** The keys of the question at hand. */
export const ITEM_KEYS = {
  evidence: {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    shown: ["1", "…", "9"],
    does: "Open evidence in a new tab",
    run: ({ bringing, openEvidence }, { key }) =>
      bringing ? false : openEvidence(Number(key) - 1),
  },
  verify: {
    keys: ["v"],
    does: "Still correct",
    run: ({ bringing, editing, verify }) => (bringing || editing ? false : verify()),
  },
  answer: opens("a", "answer", "New answer"),
  reclassify: opens("c", "reclassify", "Reclassify: fact type, premise, hops"),
  schedule: opens("d", "schedule", "Change next review"),
  newEvidence: opens("e", "evidence", "New evidence"),
  retire: opens("t", "retire", "Retire the question"),
  skip: {
    keys: ["s"],
    does: "Snooze for an hour",
    run: ({ bringing, editing, skip }) => (bringing || editing ? false : skip()),
  },
} satisfies KeyTable<ItemContext>;

/** The forms and the keys that open them, in the order of their buttons. */
export const OPENING_KEYS: readonly [kind: RefreshKind, key: string][] = [
  ["answer", ITEM_KEYS.answer.keys[0]!],
  ["reclassify", ITEM_KEYS.reclassify.keys[0]!],
  ["schedule", ITEM_KEYS.schedule.keys[0]!],
  ["evidence", ITEM_KEYS.newEvidence.keys[0]!],
  ["retire", ITEM_KEYS.retire.keys[0]!],
];

interface FormContext {
  save: () => void;
  close: (event: KeyboardEvent) => boolean | void;
}

/** The keys of an open form, also while someone types in it. */
export const FORM_KEYS = {
  save: {
    keys: ["Ctrl+Enter"],
    does: "Save a form (⌘ Enter on a Mac)",
    typing: true,
    run: ({ save }) => save(),
  },
  close: {
    keys: ["Escape"],
    shown: ["Esc"],
    does: "Close the form (text is kept)",
    typing: true,
    run: ({ close }: Pick<FormContext, "close">, event: KeyboardEvent) => close(event),
  },
} satisfies KeyTable<FormContext>;

const inForm = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("form") !== null;

/** The keys of the whole desk. */
export const DESK_KEYS = {
  undo: {
    keys: ["u", "Ctrl+z"],
    does: "Undo last action",
    run: ({ undo }, event) => (event.key === "u" && inForm(event) ? false : undo()),
  },
  look: {
    keys: ["o"],
    does: "View unsaved changes",
    run: ({ look }, event) => (look === null || inForm(event) ? false : look()),
  },
  help: {
    keys: ["?"],
    does: "Keyboard shortcuts",
    run: ({ help }, event) => (inForm(event) ? false : help()),
  },
} satisfies KeyTable<DeskContext>;
