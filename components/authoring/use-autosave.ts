"use client";

import { submissionDraftKey } from "@/components/ui/device-keys";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { newClientKey } from "@/components/ui/client-key";
import { saveDraft, startDraft } from "@/lib/authoring/actions";
import { draftSchema, type Draft } from "@/lib/authoring/schema";
import type { CodeOf } from "@/lib/platform/result";
import { keepOnDevice, readFromDevice } from "./local-draft";

export type SavingState =
  "untouched" | "waiting" | "saving" | "saved" | "failed" | "conflict" | "refused";

interface Kept {
  submissionId: number;
  version: number;
}

const SAVE_AFTER_MS = 800;
const RETRY_MS = 5_000;

/** What a refusal comes to. What failed is saved later without anyone's doing; what was refused needs an edit. */
const STATE_OF = {
  stale: "conflict",
  failed: "failed",
  "signed-out": "failed",
  unavailable: "failed",
  "unknown-outcome": "failed",
  "access-denied": "refused",
  closed: "refused",
  invalid: "refused",
  "key-taken": "refused",
  "not-found": "refused",
} satisfies Record<CodeOf<typeof saveDraft> | CodeOf<typeof startDraft>, SavingState>;

/** A draft as text, alike for all that say the same: neither the database nor a form keeps the order of its fields. */
const textOf = (draft: Draft): string => JSON.stringify(draftSchema.safeParse(draft).data ?? draft);

/**
 * Saves a draft a moment after each change, one save at a time, again and again until the server has it. The first save
 * of a new draft gives it its number, and the address follows. Until the server has it, the device keeps it.
 * @param draft at first what the server has
 * @param restore is given what an earlier visit typed and could not save
 */
export function useDraftSaving(
  userId: number,
  submission: { id: number; version: number } | null,
  draft: Draft,
  restore: (draft: Draft) => void,
) {
  const [state, setState] = useState<SavingState>("untouched");
  const [theirs, setTheirs] = useState<{ version: number; draft: Draft } | null>(null);
  const kept = useRef<Kept | null>(
    submission && { submissionId: submission.id, version: submission.version },
  );
  const text = useMemo(() => textOf(draft), [draft]);
  const saved = useRef(text);
  const latest = useRef(draft);
  const running = useRef<Promise<void> | null>(null);
  const clientKey = useRef<string | null>(null);
  const left = useRef(false);
  const stuck = useRef(false);
  /** What the first sending under the client key held: should its answer be lost, that is what the server has. */
  const begun = useRef<string | null>(null);
  /** The save that got no answer: the server may have it all the same. */
  const unanswered = useRef<string | null>(null);
  const place = useCallback(
    () => submissionDraftKey(userId, kept.current?.submissionId ?? null),
    [userId],
  );

  /** One attempt. @returns whether the server has what is typed now. */
  const attempt = useCallback(async (): Promise<boolean> => {
    const text = textOf(latest.current);
    if (text === saved.current && kept.current !== null) return true;
    setState("saving");
    clientKey.current ??= newClientKey();
    begun.current ??= text;
    const result = await (
      kept.current === null
        ? startDraft({ clientKey: clientKey.current, draft: latest.current })
        : saveDraft({
            ...kept.current,
            baseVersion: kept.current.version,
            draft: latest.current,
          })
    ).catch(() => null);
    if (result === null) {
      unanswered.current = text;
      setState("failed");
      return false;
    }
    if (!result.ok) {
      if (result.refusal.code === "stale") {
        const other = result.refusal.details as { version: number; draft: Draft };
        if (
          kept.current !== null &&
          unanswered.current !== null &&
          textOf(other.draft) === unanswered.current
        ) {
          // It is our own save, whose answer was lost.
          kept.current = { ...kept.current, version: other.version };
          saved.current = unanswered.current;
          unanswered.current = null;
          return false;
        }
        setTheirs(other);
        stuck.current = true;
        setState("conflict");
      } else setState(STATE_OF[result.refusal.code]);
      return false;
    }
    const first = kept.current === null;
    if (first) keepOnDevice(place(), null);
    kept.current = { submissionId: result.value.submissionId, version: result.value.version };
    saved.current = first ? begun.current : text;
    unanswered.current = null;
    // A reload finds the draft again; the page need not be rendered again.
    if (first) window.history.replaceState(null, "", `/write/${result.value.submissionId}`);
    const done = textOf(latest.current) === saved.current;
    keepOnDevice(
      place(),
      done
        ? null
        : { version: kept.current.version, clientKey: clientKey.current, draft: latest.current },
    );
    setState(done ? "saved" : "waiting");
    return done;
  }, [place]);

  const save = useCallback(async (): Promise<boolean> => {
    while (running.current !== null) await running.current;
    let done = false;
    running.current = attempt()
      .then((ok) => {
        done = ok;
      })
      .finally(() => {
        running.current = null;
      });
    await running.current;
    return done;
  }, [attempt]);

  useEffect(() => {
    latest.current = draft;
    if (text === saved.current || left.current) return;
    clientKey.current ??= newClientKey();
    keepOnDevice(place(), {
      version: kept.current?.version ?? null,
      clientKey: clientKey.current,
      draft,
    });
    if (stuck.current) return;
    setState((before) => (before === "saving" ? before : "waiting"));
    let timer = setTimeout(function go() {
      void save().then((done) => {
        if (!done && !left.current && !stuck.current) timer = setTimeout(go, RETRY_MS);
      });
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
    // `text` says all that `draft` does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, save, place]);

  // What an earlier visit could not save. After hydration: the server knows nothing of the device.
  useEffect(() => {
    const found = readFromDevice(place());
    if (found === null) return;
    if (textOf(found.draft) === saved.current) return keepOnDevice(place(), null);
    clientKey.current = found.clientKey;
    begun.current = "";
    if (kept.current !== null && found.version !== null)
      kept.current = { ...kept.current, version: found.version };
    restore(found.draft);
    // Once, when the form comes up.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // What is not saved yet: the browser asks before the page goes.
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!left.current && textOf(latest.current) !== saved.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", onUnload);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      // Going to another page of ours: sent without waiting.
      if (!left.current && !stuck.current && textOf(latest.current) !== saved.current) void save();
    };
  }, [save]);

  return {
    state,
    theirs,
    /** Saves now. @returns where the draft stands, or null when it could not be saved. */
    flush: async (): Promise<Kept | null> => ((await save()) ? kept.current : null),
    /** The page is left on purpose: nothing more is saved. */
    leave: () => {
      left.current = true;
      keepOnDevice(place(), null);
    },
    /** The server saved it by another way, under this version. */
    adopt: (version: number) => {
      if (kept.current !== null) kept.current = { ...kept.current, version };
    },
    keepMine: () => {
      if (theirs !== null && kept.current !== null)
        kept.current = { ...kept.current, version: theirs.version };
      stuck.current = false;
      setTheirs(null);
      void save();
    },
    takeTheirs: (): Draft => {
      const other = theirs!;
      if (kept.current !== null) kept.current = { ...kept.current, version: other.version };
      saved.current = textOf(other.draft);
      stuck.current = false;
      setTheirs(null);
      keepOnDevice(place(), null);
      setState("saved");
      return other.draft;
    },
  };
}
