import Link from "next/link";
import { DUE_SECTIONS, queueHref, type DueCounts, type DueSection, type QueueState } from "@/lib/review-schedule/schema";
import { formatCount } from "../ui/format";
import classes from "./queue-tabs.module.css";

const SECTION_WORDS: Record<DueSection, string> = { overdue: "Overdue", week: "Due this week", upcoming: "Upcoming", none: "No due day" };

/** The parts of the queue and how many questions each holds. */
export function QueueTabs({ counts, state }: { counts: DueCounts; state: QueueState }) {
  return (
    <nav aria-label="Parts of the queue" className={classes.tabs}>
      {DUE_SECTIONS.map((section) => (
        <Link key={section} href={queueHref("/review", { ...state, when: section, day: null, page: 1 })} className={classes.tab} data-section={section} scroll={false}
          aria-current={state.day === null && state.when === section ? "page" : undefined}>
          {SECTION_WORDS[section]} <span className={classes.count}>{formatCount(counts[section])}</span>
        </Link>
      ))}
    </nav>
  );
}
