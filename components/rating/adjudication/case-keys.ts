import type { KeyTable } from "@/components/desk/keys";
import { FORM_KEYS, type FormContext } from "@/components/rating/judging/form-keys";
import { answerKeys, type AnswersContext } from "@/components/rating/judging/protocol-keys";
import { VERDICT_KEYS, type VerdictContext } from "@/components/rating/judging/verdict-keys";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";

interface DeskContext {
  undo: () => void;
  help: () => void;
}

interface CaseContext extends FormContext {
  skip: () => void;
  /** The field of the discussion. */
  discussion: { current: HTMLTextAreaElement | null };
}

const STEP_KEYS = {
  comment: { ...FORM_KEYS.comment, does: "Write a rationale" },
  submit: { ...FORM_KEYS.submit, does: "Submit (⌘ Enter on a Mac)" },
  skip: { keys: ["s"], does: "Skip for this session", run: ({ skip }) => skip() },
  discuss: { keys: ["b"], does: "Comment", run: ({ discussion }) => discussion.current?.focus() },
} satisfies KeyTable<CaseContext>;

export type VerdictCaseContext = CaseContext & VerdictContext;

/** The keys of a case of Relaxed and Strict. */
export const CASE_KEYS = {
  ...VERDICT_KEYS,
  ...STEP_KEYS,
} satisfies KeyTable<VerdictCaseContext>;

/** The keys of a case under another protocol. */
export function answersCaseKeys(
  part: Pick<ProtocolDefinition, "questions">,
): KeyTable<AnswersContext & CaseContext> {
  return { ...answerKeys(part), ...STEP_KEYS };
}

/** The keys of the whole desk. */
export const DESK_KEYS = {
  undo: { keys: ["u", "Ctrl+z"], does: "Go back to the last response", run: ({ undo }) => undo() },
  help: { keys: ["?"], does: "Show keyboard shortcuts", run: ({ help }) => help() },
} satisfies KeyTable<DeskContext>;
