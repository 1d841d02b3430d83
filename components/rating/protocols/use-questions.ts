import { useEffect, useRef, useState, type RefObject } from "react";
import {
  withMoved,
  withoutQuestion,
  type ProtocolDraft,
  type QuestionDraft,
} from "./protocol-draft";

/** More questions than this begin folded. */
const ALL_OPEN = 1;

/**
 * Adds, moves, removes and folds the questions of a draft, and keeps the focus where the person is: in the question that
 * was moved or added, and on the button that moved it.
 * @param box what holds the questions
 */
export function useQuestions(
  draft: ProtocolDraft,
  setDraft: (draft: ProtocolDraft) => void,
  box: RefObject<HTMLElement | null>,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(draft.questions.length <= ALL_OPEN ? draft.questions.map(({ id }) => id) : []),
  );
  const [removed, setRemoved] = useState<ProtocolDraft | null>(null);
  const [said, setSaid] = useState("");
  const focus = useRef<(() => void) | null>(null);
  useEffect(() => {
    focus.current?.();
    focus.current = null;
  });
  const within = (id: string, selector: string) =>
    box.current?.querySelector<HTMLElement>(`[data-question="${id}"] ${selector}`);

  return {
    open,
    removed,
    /** What was done last, for readers who do not see it. */
    said,
    toggle: (id: string) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      setOpen(next);
    },
    unfold: (ids: readonly string[]) => setOpen(new Set([...open, ...ids])),
    add: (question: QuestionDraft) => {
      setDraft({ ...draft, questions: [...draft.questions, question] });
      setOpen(new Set([...open, question.id]));
      setRemoved(null);
      setSaid(`Question ${draft.questions.length + 1} added.`);
      focus.current = () => within(question.id, "[data-label]")?.focus();
    },
    move: (id: string, by: -1 | 1) => {
      const next = withMoved(draft, id, by);
      if (next === draft) return;
      const had = document.activeElement;
      const button = had instanceof HTMLElement ? had.dataset.move : undefined;
      setDraft(next);
      setRemoved(null);
      const place = next.questions.findIndex((one) => one.id === id);
      const { label } = next.questions[place]!;
      setSaid(
        `${label.trim() || "Question"} is now question ${place + 1} of ${next.questions.length}.`,
      );
      focus.current = () => {
        if (button === undefined) return (had as HTMLElement | null)?.focus();
        // At an end the button that moved it is out of use; the other one takes over.
        (
          within(id, `[data-move="${button}"]:not(:disabled)`) ??
          within(id, "[data-move]:not(:disabled)")
        )?.focus();
      };
    },
    remove: (id: string) => {
      const place = draft.questions.findIndex((one) => one.id === id);
      const { label } = draft.questions[place]!;
      setRemoved(draft);
      setDraft(withoutQuestion(draft, id));
      setSaid(`${label.trim() || `Question ${place + 1}`} removed.`);
      focus.current = () => {
        const next = draft.questions[place + 1] ?? draft.questions[place - 1];
        if (next) within(next.id, "button")?.focus();
      };
    },
    /** Takes the last removal back; what was changed since goes with it. */
    undo: () => {
      if (removed === null) return;
      setDraft(removed);
      setRemoved(null);
      setSaid("Removal undone.");
    },
  };
}
