import type { KeyTable } from "@/components/desk/keys";
import { NOTES_KEYS, type NotesContext } from "./form-keys";
import { VERDICT_KEYS, type VerdictContext } from "./verdict-keys";

/** The keys of the item at hand. */
export const ITEM_KEYS = {
  ...VERDICT_KEYS,
  ...NOTES_KEYS,
} satisfies KeyTable<VerdictContext & NotesContext>;
