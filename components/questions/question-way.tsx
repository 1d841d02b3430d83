import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import Link from "next/link";
import { formatCount } from "@/components/ui/format";
import { withQuery } from "@/lib/questions/grid";
import classes from "./question-page.module.css";

interface QuestionWayProps {
  neighbours: { previous: number | null; next: number | null; place: number | null; total: number };
  query: string;
}

/** The questions before and after this one in the list that the reader came from. */
export function QuestionWay({ neighbours, query }: QuestionWayProps) {
  if (neighbours.place === null) return <span className={classes.place}>Not in the list that you came from</span>;
  return (
    <>
      {neighbours.previous !== null && <Link href={withQuery(`/questions/${neighbours.previous}`, query)} prefetch={false} data-way="previous" rel="prev"><IconChevronLeft size={15} aria-hidden />Previous</Link>}
      <span className={classes.place}>{formatCount(neighbours.place)} of {formatCount(neighbours.total)}</span>
      {neighbours.next !== null && <Link href={withQuery(`/questions/${neighbours.next}`, query)} data-way="next" rel="next">Next<IconChevronRight size={15} aria-hidden /></Link>}
    </>
  );
}
