"use client";

import { useState } from "react";
import type { QuestionDiscussion } from "@/lib/dataset/comments/schema";
import { withThreads, type Known } from "./known-threads";

/** A discussion as far as it was read: what the page has of it, and what was asked for besides. */
export function useKnownThreads(questionId: number, discussion: QuestionDiscussion) {
  const [read, setRead] = useState(discussion);
  const [known, setKnown] = useState<Known>(discussion);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  if (read !== discussion) {
    setRead(discussion);
    setKnown(withThreads(known, discussion));
  }
  const loadEarlier = async () => {
    if (known.earlier === null || state === "loading") return;
    setState("loading");
    try {
      const answer = await fetch(`/api/questions/${questionId}/comments?before=${known.earlier}`);
      const more = answer.ok ? ((await answer.json()) as QuestionDiscussion | null) : null;
      if (more !== null) setKnown((before) => withThreads(before, more));
      setState(more === null ? "failed" : "idle");
    } catch {
      setState("failed");
    }
  };
  return {
    known,
    loading: state === "loading",
    failed: state === "failed",
    loadEarlier: () => void loadEarlier(),
  };
}
