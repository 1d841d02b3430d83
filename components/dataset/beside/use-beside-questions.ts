"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { BesideQuestion } from "@/components/dataset/beside/beside-question";
import { useTopic } from "@/components/live/use-live";
import type { QuestionFacts } from "@/components/dataset/questions/question-live";

/** Where a question of the panel is on its way here. */
export type Loaded =
  { status: "loading" } | { status: "failed" } | { status: "there"; value: BesideQuestion };

/** As many are kept, so that going back and forth asks for nothing. */
const MOST_KEPT = 60;

/**
 * The question that the panel shows, and others that are likely next; loaded again when someone changes it.
 * @param id null: none
 */
export function useBesideQuestions(id: number | null): {
  current: Loaded;
  prefetch: (ids: readonly number[]) => void;
  reload: () => void;
} {
  const kept = useRef(new Map<number, Promise<BesideQuestion>>());
  const [loaded, setLoaded] = useState<{ id: number; what: Loaded } | null>(null);
  const [turn, setTurn] = useState(0);
  const load = useCallback((one: number, again = false) => {
    const there = kept.current.get(one);
    if (there !== undefined && !again) return there;
    const asked = ask(one);
    // What failed is asked for again.
    asked.catch(() => kept.current.delete(one));
    kept.current.delete(one);
    kept.current.set(one, asked);
    for (const old of [...kept.current.keys()].slice(0, -MOST_KEPT)) kept.current.delete(old);
    return asked;
  }, []);

  useEffect(() => {
    if (id === null) return;
    let gone = false;
    const show = (what: Loaded) => {
      if (!gone) setLoaded({ id, what });
    };
    load(id).then(
      (value) => show({ status: "there", value }),
      () => show({ status: "failed" }),
    );
    return () => {
      gone = true;
    };
  }, [id, load, turn]);

  const reload = useCallback(() => {
    if (id === null) return;
    void load(id, true).catch(() => {});
    setTurn((before) => before + 1);
  }, [id, load]);

  // What was kept may be older than what the server says of it now.
  const facts = useTopic<QuestionFacts>(id === null ? null : `question:${id}`, "viewing")?.facts;
  const current: Loaded = loaded?.id === id ? loaded.what : { status: "loading" };
  const stale =
    facts !== undefined &&
    current.status === "there" &&
    (facts.revision > current.value.question.number ||
      (current.value.discussion !== null &&
        current.value.discussion !== false &&
        facts.comment > lastComment(current.value.discussion.threads)));
  const asked = useRef("");
  useEffect(() => {
    if (!stale) return;
    // Once for each state, whatever the answer says.
    const state = JSON.stringify([id, facts]);
    if (asked.current === state) return;
    asked.current = state;
    reload();
  }, [stale, id, facts, reload]);

  const prefetch = useCallback(
    (ids: readonly number[]) => {
      for (const one of ids) void load(one).catch(() => {});
    },
    [load],
  );
  return { current, prefetch, reload };
}

const lastComment = (threads: readonly { comments: readonly { id: number }[] }[]) =>
  Math.max(0, ...threads.flatMap(({ comments }) => comments.map(({ id }) => id)));

async function ask(id: number): Promise<BesideQuestion> {
  const answer = await fetch(`/api/questions/${id}`);
  if (!answer.ok) throw new Error(`The question was not loaded: ${answer.status}`);
  return (await answer.json()) as BesideQuestion;
}
