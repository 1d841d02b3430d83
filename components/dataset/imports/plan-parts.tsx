import { Link } from "@/components/ui/link";
import type { PlanCounts } from "@/lib/dataset/imports/schema";
import classes from "./plan-parts.module.css";
import { formatCount } from "@/lib/platform/format";
import { type PlanPart, type PlanRowsState } from "@/lib/dataset/imports/address";

interface PlanPartsProps {
  /** The address of a part's rows; called on the server. */
  href: (rows: Partial<PlanRowsState>) => string;
  counts: PlanCounts;
  current: PlanPart;
}

/** A plan in numbers; each is a link to its rows. */
export function PlanParts({ href, counts, current }: PlanPartsProps) {
  return (
    <nav aria-label="Parts of the preview">
      <ul className={classes.parts}>
        {partsOf(counts).map(({ part, label, count, note }) => (
          <li key={part}>
            <Link
              href={href({ part })}
              scroll={false}
              className={classes.part}
              aria-current={part === current ? "page" : undefined}
              data-alarm={(part === "bad" && count > 0) || undefined}
            >
              <span className={classes.label}>{label}</span>
              <span className={classes.count}>{formatCount(count)}</span>
              <span className={classes.note}>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function partsOf(
  counts: PlanCounts,
): { part: PlanPart; label: string; count: number; note: string }[] {
  const equal = counts.exact + counts.normalized;
  return [
    {
      part: "unchanged",
      label: "Unchanged",
      count: counts.unchanged,
      note: equal > 0 ? `of ${formatCount(equal)} with identical text` : "same text and content",
    },
    {
      part: "changed",
      label: "Changed",
      count: counts.changed,
      note: "same question, other fields",
    },
    ...(counts.conflicts > 0
      ? [
          {
            part: "conflicts" as const,
            label: "Conflicts",
            count: counts.conflicts,
            note:
              counts.conflictsOpen > 0
                ? `${formatCount(counts.conflictsOpen)} undecided`
                : "here and in the file",
          },
        ]
      : []),
    ...(counts.changedHere > 0
      ? [
          {
            part: "here" as const,
            label: "Edited here",
            count: counts.changedHere,
            note: "not in the file, kept",
          },
        ]
      : []),
    { part: "reworded", label: "Reworded", count: counts.reworded, note: rewordingNote(counts) },
    {
      part: "new",
      label: "New",
      count: counts.new,
      note:
        counts.rewordingsRejected > 0
          ? `and ${formatCount(counts.rewordingsRejected)} rejected rewordings`
          : "no matching question",
    },
    { part: "missing", label: "Missing", count: counts.missing, note: "in dataset, not in file" },
    {
      part: "bad",
      label: "Problems",
      count: counts.bad + counts.suspect + counts.unreadable,
      note: badNote(counts),
    },
  ];
}

function rewordingNote(counts: PlanCounts): string {
  if (counts.rewordingsOpen > 0) return `${formatCount(counts.rewordingsOpen)} undecided`;
  return counts.reworded > 0
    ? `${formatCount(counts.rewordingsAccepted)} accepted, ${formatCount(counts.rewordingsRejected)} rejected${counts.rewordingsReplaced > 0 ? `, ${formatCount(counts.rewordingsReplaced)} replaced` : ""}`
    : "none proposed";
}

function badNote(counts: PlanCounts): string {
  const parts = [
    ...(counts.bad > 0 ? [`${formatCount(counts.bad)} with errors`] : []),
    ...(counts.suspect > 0 ? [`${formatCount(counts.suspect)} with warnings`] : []),
    ...(counts.unreadable > 0 ? [`${formatCount(counts.unreadable)} unreadable`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "no errors";
}
