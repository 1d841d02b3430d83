import type { KeyTable } from "@/components/desk/keys";
import { VERDICT_KEYS, type VerdictContext } from "@/components/rating/judging/verdict-keys";

interface DeskContext {
  undo: () => void;
  help: () => void;
}

interface CaseContext extends VerdictContext {
  skip: () => void;
  /** The field of the discussion. */
  discussion: { current: HTMLTextAreaElement | null };
}

/** The keys of the case at hand. */
export const CASE_KEYS = {
  ...VERDICT_KEYS,
  comment: { ...VERDICT_KEYS.comment, does: "Write a rationale" },
  submit: { ...VERDICT_KEYS.submit, does: "Submit final verdict (⌘ Enter on a Mac)" },
  skip: { keys: ["s"], does: "Skip for this session", run: ({ skip }) => skip() },
  discuss: { keys: ["b"], does: "Comment", run: ({ discussion }) => discussion.current?.focus() },
} satisfies KeyTable<CaseContext>;

/** The keys of the whole desk. */
export const DESK_KEYS = {
  undo: { keys: ["u", "Ctrl+z"], does: "Go back to the last response", run: ({ undo }) => undo() },
  help: { keys: ["?"], does: "Show keyboard shortcuts", run: ({ help }) => help() },
} satisfies KeyTable<DeskContext>;
