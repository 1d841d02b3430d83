"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { may } from "@/lib/people/access/policy";
import type { Role } from "@/lib/people/access/roles";
import type { Todos } from "@/lib/home/schema";

/** Whoever turns pages quickly needs no new counts for each. Milliseconds. */
const AT_MOST_EVERY = 10_000;

/**
 * What there is to do for whom it may concern, asked beside the page: when the window opens or gets the focus, and on the way to another page.
 * Null until the first answer; one that does not come leaves the last.
 */
export function useTodos(person: { roles: readonly Role[] }): Todos | null {
  const enabled = may(person, "questions.read");
  const [todos, setTodos] = useState<Todos | null>(null);
  const pathname = usePathname();
  const askedAt = useRef(-Infinity);
  useEffect(() => {
    if (!enabled) return;
    const ask = async () => {
      const now = performance.now();
      if (document.visibilityState !== "visible" || now - askedAt.current < AT_MOST_EVERY) return;
      askedAt.current = now;
      const answer = await fetch("/api/to-do").catch(() => null);
      if (answer?.ok) setTodos((await answer.json()) as Todos);
    };
    void ask();
    const onFocus = () => void ask();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [pathname, enabled]);
  return todos;
}
