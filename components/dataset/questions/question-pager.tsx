"use client";

import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
import { useEffect } from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import classes from "./question-page.module.css";
import { formatCount } from "@/lib/platform/format";
import { withQuery } from "@/lib/platform/address";

interface QuestionPagerProps {
  position: { previous: number | null; next: number | null; place: number | null; total: number };
  query: string;
}

type Step = "next" | "previous";

/** A step asked for by key while the previous and next question were still loading: taken as soon as they are known. */
let asked: Step | null = null;

const take = (step: Step) =>
  document.querySelector<HTMLAnchorElement>(`a[data-way=${step}]`)?.click();

/** `j` and `k` are given to `step` while the component is shown. */
function useStepKeys(step: (step: Step) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || !mayActOnKey(event)) return;
      event.preventDefault();
      step(event.key === "j" ? "next" : "previous");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [step]);
}

const ask = (step: Step) => void (asked = step);

/** While the previous and next question are loading. */
export function QuestionWayPending() {
  useStepKeys(ask);
  return <span className={classes.place}>Loading…</span>;
}

/** The questions before and after this one in the list that the reader came from. */
export function QuestionPager({ position, query }: QuestionPagerProps) {
  useStepKeys(take);
  useEffect(() => {
    if (asked !== null) take(asked);
    asked = null;
  }, []);
  if (position.place === null)
    return <span className={classes.place}>Not in the current list</span>;
  return (
    <>
      {position.previous !== null && (
        <Link
          href={withQuery(`/questions/${position.previous}`, query)}
          data-way="previous"
          rel="prev"
        >
          <IconChevronLeft size={15} aria-hidden />
          Previous
        </Link>
      )}
      <span className={classes.place}>
        {formatCount(position.place)} of {formatCount(position.total)}
      </span>
      {position.next !== null && (
        <Link href={withQuery(`/questions/${position.next}`, query)} data-way="next" rel="next">
          Next
          <IconChevronRight size={15} aria-hidden />
        </Link>
      )}
    </>
  );
}
