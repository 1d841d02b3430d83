import type { DeskKey, KeyTable } from "@/components/desk/keys";
import type { ItemForm } from "./item-form";
import type { PassStep } from "./rating-rules";

/** What the keys of a desk with a form act on, whatever the form asks. */
export interface FormContext {
  /** The field of the comment. */
  comment: { current: HTMLTextAreaElement | null };
  /** @returns false where the chord belongs to another field. */
  submit: (event: KeyboardEvent) => boolean | void;
  toggleRaw: () => void;
  toggleUnfolded: () => void;
}

/** The keys that every desk with a form has. */
export const FORM_KEYS = {
  comment: { keys: ["t"], does: "Write a comment", run: ({ comment }) => comment.current?.focus() },
  submit: {
    keys: ["Ctrl+Enter"],
    does: "Submit (⌘ Enter on a Mac)",
    typing: true,
    run: ({ submit }, event) => submit(event),
  },
  submitNow: {
    keys: ["Enter"],
    does: "Submit, except in a text field",
    run: ({ submit }, event) =>
      // What has the focus does what Enter does to it.
      event.target instanceof Element && event.target.closest("a, button, summary") !== null
        ? false
        : submit(event),
  },
  raw: { keys: ["r"], does: "Show raw response", run: ({ toggleRaw }) => toggleRaw() },
  unfold: {
    keys: ["x"],
    does: "Expand long response",
    run: ({ toggleUnfolded }) => toggleUnfolded(),
  },
  leave: {
    keys: ["Escape"],
    shown: ["Esc"],
    does: "Leave the field (text is kept)",
    typing: true,
    run: ({ comment }, { target }) => {
      if (target === comment.current) comment.current?.blur();
      // The browser may have something to close.
      return false;
    },
  },
} satisfies KeyTable<FormContext>;

/** What the keys of a rater's item act on. */
export interface NotesContext {
  form: ItemForm;
  note: (notes: Partial<ItemForm>) => void;
  pass: (step: PassStep) => void;
}

const passes = (step: PassStep, key: string, does: string): DeskKey<NotesContext> => ({
  keys: [key],
  does,
  run: ({ pass }) => pass(step),
});

/** The keys of the steps that leave the item undecided, in the order of their buttons, which say what the keys do. */
export const PASS_KEYS = {
  skip: passes("skip", "s", "Skip"),
} satisfies Record<PassStep, DeskKey<NotesContext>>;

/** The keys of what a rater notes about an item. */
export const NOTES_KEYS = {
  ...PASS_KEYS,
  notSure: {
    keys: ["l"],
    does: "Not sure",
    run: ({ form, note }) => note({ lowConfidence: !form.lowConfidence }),
  },
  flag: {
    keys: ["f"],
    does: "Flag answer as wrong",
    run: ({ form, note }) => note({ flagged: !form.flagged }),
  },
} satisfies KeyTable<NotesContext>;

interface DeskContext {
  undo: () => void;
  back: () => void;
  forward: () => void;
  guide: () => void;
}

/** The keys of the whole desk. */
export const DESK_KEYS = {
  back: { keys: ["ArrowLeft"], shown: ["←"], does: "Previous item", run: ({ back }) => back() },
  forward: {
    keys: ["ArrowRight"],
    shown: ["→"],
    does: "Next item",
    run: ({ forward }) => forward(),
  },
  undo: { keys: ["u", "Ctrl+z"], does: "Undo last action", run: ({ undo }) => undo() },
  guide: { keys: ["?"], does: "Guidelines", run: ({ guide }) => guide() },
} satisfies KeyTable<DeskContext>;
