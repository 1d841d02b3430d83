import { useCallback, useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { keep, readKept, type KeptProtocol } from "./kept-protocol";
import { draftOf, newQuestion, type ProtocolDraft } from "./protocol-draft";

/** What the editor begins with. */
export interface Beginning {
  name: string;
  note: string;
  /** Null: an empty form. */
  definition: ProtocolDefinition | null;
  /** The key of a preset; empty: none. */
  from: string;
  /** The number of the version that is edited; 0: a new protocol. */
  number: number;
}

type Typed = Pick<KeptProtocol, "draft" | "name" | "note">;

/**
 * What is typed in the editor. It is kept on the device with each change, comes back after a reload, and is asked for
 * before the form is left.
 */
export function useProtocolDraft(key: string, begin: Beginning) {
  const [initial] = useState<Typed>(() => ({
    name: begin.name,
    note: begin.note,
    draft: begin.definition === null ? emptyDraft() : draftOf(begin.definition),
  }));
  const [typed, setTyped] = useState(initial);
  const [restored, setRestored] = useState<"same" | "outdated" | null>(null);
  const left = useRef(false);
  const latest = useRef(typed);
  const dirty = typed !== initial && JSON.stringify(typed) !== JSON.stringify(initial);
  const { from, number, definition } = begin;

  const keepNow = useCallback(() => {
    keep(key, { ...latest.current, base: { from, number, definition } });
  }, [key, from, number, definition]);
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const kept = readKept(key);
    if (kept === null || kept.base.from !== from) return;
    const { base, ...before } = kept;
    if (JSON.stringify(before) === JSON.stringify(initial)) return;
    // The device is an outside store that the server cannot know; it is read once the page is there.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setTyped(before);
    setRestored(
      base.number === number && JSON.stringify(base.definition) === JSON.stringify(definition)
        ? "same"
        : "outdated",
    );
  }, [key, from, number, definition, initial]);
  useEffect(() => {
    latest.current = typed;
    if (left.current || typed === initial) return;
    if (dirty) keepNow();
    else keep(key, null);
  }, [typed, initial, dirty, key, keepNow]);
  useLeaveGuard({ dirty, left, keep: keepNow });

  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  return {
    typed,
    dirty,
    /** Something of before was brought back: to the same version, or to one that has changed since. */
    restored,
    change,
    setDraft: (draft: ProtocolDraft) => change({ draft }),
    /** Begins again. */
    discard: () => {
      keep(key, null);
      setTyped(initial);
      setRestored(null);
    },
    /** It is saved: nothing is kept any more. */
    done: () => {
      left.current = true;
      keep(key, null);
    },
  };
}

function emptyDraft(): ProtocolDraft {
  const draft: ProtocolDraft = {
    unit: "response",
    shows: { correctAnswers: true, evidence: false, references: false, marks: "kept" },
    questions: [],
    rules: [],
  };
  return { ...draft, questions: [newQuestion(draft, "ordinal")] };
}
