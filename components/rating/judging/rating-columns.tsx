import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ListColumn } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import type { OwnJudgment } from "@/lib/rating/judging/queries";
import { durationWords } from "@/lib/rating/judging/rules";
import { Said } from "./said";

/** A rating as a line of a list, one's own or another's. */
interface ListedRating extends Pick<OwnJudgment, "answers" | "verdict"> {
  judgedAt: string;
  activeMs: number;
  flagged: boolean;
  lowConfidence: boolean;
  corrections: number;
  comment: string;
}

/** The columns of a list of ratings. */
export function ratingColumns<Row extends ListedRating>(
  Question: (props: { row: Row }) => ReactNode,
  Notes: (props: { row: Row }) => ReactNode,
): ListColumn<Row>[] {
  return [
    { title: "Question", as: "text", cell: (row) => <Question row={row} /> },
    { title: "Rating", cell: (row) => <Said of={row} /> },
    { title: "Notes", small: true, minWidth: 176, cell: (row) => <Notes row={row} /> },
    { title: "Rated", as: "line", small: true, cell: (row) => <LocalTime iso={row.judgedAt} /> },
    { title: "Time", as: "line", small: true, cell: (row) => durationWords(row.activeMs) },
  ];
}

interface NotesOfRatingProps {
  row: ListedRating;
  /** Badges before and behind those that every rating can have. */
  before?: ReactNode;
  behind?: ReactNode;
  /** Between the badges and the comment. */
  children?: ReactNode;
}

/** What is remarkable about a rating, and its comment. */
export function NotesOfRating({ row, before, behind, children }: NotesOfRatingProps) {
  const { flagged, lowConfidence, corrections, comment } = row;
  return (
    <>
      <Group gap={4}>
        {before}
        {flagged && <Badge color="orange">Answer flagged</Badge>}
        {lowConfidence && <Badge color="yellow">Not sure</Badge>}
        {corrections > 0 && (
          <Badge color="blue">
            {corrections === 1 ? "Corrected" : `Corrected ${corrections} times`}
          </Badge>
        )}
        {behind}
      </Group>
      {children}
      {comment !== "" && (
        <Text fz="xs" c="dimmed" lineClamp={3}>
          {comment}
        </Text>
      )}
    </>
  );
}
