"use client";

import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { areSameValues } from "./form-values";
import { dropDraft, readDraft, writeDraft, type Base, type EditValues } from "./question-draft";

const DRAFT_DELAY_MS = 400;

interface DraftOptions {
  /** Where the device keeps it (device-keys.ts). */
  place: string;
  /** The revision that the form was opened on; null: a new question. */
  opened: Base | null;
  initial: EditValues;
  values: EditValues;
  set: (values: EditValues) => void;
  /** The key of a new question, which is kept with it. */
  clientKeyRef: RefObject<string | undefined>;
}

/** The draft of the form of a question: read once, then written a moment after each change and when the page goes. */
export function useQuestionDraft({
  place,
  opened,
  initial,
  values,
  set,
  clientKeyRef,
}: DraftOptions) {
  const [base, setBase] = useState(opened);
  const [restored, setRestored] = useState<string | null>(null);
  const [keeping, setKeeping] = useState<"none" | "kept" | "refused">("none");
  const left = useRef(false);
  const differs = useCallback(
    (now: EditValues) => now.comment !== initial.comment || !areSameValues(now, initial),
    [initial],
  );
  const dirty = differs(values);

  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const draft = readDraft(place);
    if (draft === null || !differs(draft.values)) return;
    set(draft.values);
    clientKeyRef.current = draft.clientKey;
    // The device is an outside store that the server cannot know; it is read once the page is there.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (draft.base !== null) setBase(draft.base);
    setRestored(draft.savedAt);
  }, [place, differs, set, clientKeyRef]);

  const latest = useRef({ values, base, dirty });
  useEffect(() => {
    latest.current = { values, base, dirty };
  });
  const keep = useCallback(() => {
    const { values: typed, base: on, dirty: worth } = latest.current;
    if (left.current || !worth) return;
    const draft = {
      savedAt: new Date().toISOString(),
      values: typed,
      base: on,
      clientKey: clientKeyRef.current,
    };
    setKeeping(writeDraft(place, draft) ? "kept" : "refused");
  }, [place, clientKeyRef]);
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(keep, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [values, base, dirty, keep]);
  useEffect(() => {
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [keep]);
  useLeaveGuard({ dirty, left, keep });

  return {
    /** What the edit is based on; another than what it was opened on where a draft came back, or once merged. */
    base,
    setBase,
    /** When the draft was kept that came back; null: none did. */
    restored,
    dirty,
    keeping,
    keep,
    /** It is saved: nothing is kept any more, and nothing asks. */
    leave: () => {
      left.current = true;
      dropDraft(place);
    },
    /** The form begins again with what it was opened on. */
    discard: () => {
      dropDraft(place);
      clientKeyRef.current = undefined;
      setBase(opened);
      setRestored(null);
      setKeeping("none");
    },
  };
}
