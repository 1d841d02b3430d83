import type { KeyTable } from "@/components/desk/keys";
import { VERDICT_KEYS, type VerdictContext } from "./verdict-keys";

interface DeskContext {
  undo: () => void;
  back: () => void;
  forward: () => void;
  guide: () => void;
}

/** The keys of the item at hand. */
export const ITEM_KEYS = {
  ...VERDICT_KEYS,
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
} satisfies KeyTable<VerdictContext>;

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
