import type { Category, Hops, Split, Status } from "@/lib/dataset/questions/vocabulary";
import classes from "./badges.module.css";
import { CATEGORY_WORDS, HOPS_WORDS, SPLIT_WORDS, STATUS_WORDS } from "./labels";

/** Plain elements, not the kit's badges: a page of the grid holds hundreds of them. */
function Mark({ tone, children }: { tone: string; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}

export function CategoryBadge({ category }: { category: Category }) {
  return <Mark tone={category}>{CATEGORY_WORDS[category]}</Mark>;
}

export function HopsBadge({ hops }: { hops: Hops }) {
  return <Mark tone={hops}>{HOPS_WORDS[hops]}</Mark>;
}

export function SplitBadge({ split }: { split: Split | null }) {
  return split === null ? (
    <span className={classes.none}>No split</span>
  ) : (
    <Mark tone="plain">{SPLIT_WORDS[split]}</Mark>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  return <Mark tone={status}>{STATUS_WORDS[status]}</Mark>;
}

export function OverdueBadge() {
  return <Mark tone="overdue">Overdue</Mark>;
}
