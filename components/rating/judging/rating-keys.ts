import type { DeskKey, KeyTable } from "@/components/desk/keys";
import type { PassStep } from "./rating-rules";
import { VERDICT_KEYS, type VerdictContext } from "./verdict-keys";

interface DeskContext {
  undo: () => void;
  back: () => void;
  forward: () => void;
  guide: () => void;
}

interface ItemContext extends VerdictContext {
  pass: (step: PassStep) => void;
}

const passes = (step: PassStep, key: string, does: string): DeskKey<ItemContext> => ({
  keys: [key],
  does,
  run: ({ pass }) => pass(step),
});

/** The keys of the steps that leave the item undecided, in the order of their buttons, which say what the keys do. */
export const PASS_KEYS = {
  skip: passes("skip", "s", "Skip"),
} satisfies Record<PassStep, DeskKey<ItemContext>>;

/** The keys of the item at hand. */
export const ITEM_KEYS = {
  ...VERDICT_KEYS,
  ...PASS_KEYS,
  notSure: {
    keys: ["l"],
    does: "Not sure",
    run: ({ form, change }) => change({ ...form, lowConfidence: !form.lowConfidence }),
  },
  flag: {
    keys: ["f"],
    does: "Flag answer as wrong",
    run: ({ form, change }) => change({ ...form, flagged: !form.flagged }),
  },
} satisfies KeyTable<ItemContext>;

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
