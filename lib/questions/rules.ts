import type { BulkChange, NextReview } from "./schema";

/** "1 question", "12 questions". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A bulk change as one line for the notification and the history: "Retired 12 questions". */
export function describeBulkChange(change: BulkChange, count: number): string {
  const questions = countOf(count, "question");
  switch (change.kind) {
    case "schedule":
      return `Set the next review of ${questions} to ${describeNextReview(change.nextReview)}`;
    case "split":
      return change.split === null ? `Took ${questions} out of their split` : `Moved ${questions} to ${change.split}`;
    case "retire":
      return `Retired ${questions}`;
    case "restore":
      return `Restored ${questions}`;
  }
}

const POLICY_WORDS: Record<Exclude<NextReview["policy"], "on_date">, string> = {
  never: "never",
  hardly_ever: "hardly ever",
  occasionally: "occasionally",
  frequently: "frequently",
  every_time: "at every release",
  unrecognized: "no day",
};

/** A schedule in words: "never", "at every release", "21 Nov 2026". */
export function describeNextReview(review: NextReview): string {
  return review.policy === "on_date" ? describeDay(review.on!) : POLICY_WORDS[review.policy];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** An ISO day as people of any country read it alike: "21 Nov 2026". */
export function describeDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** The id in an address: "17" or "Q17"; null when it is neither. */
export function readQuestionId(text: string): number | null {
  const id = /^q?([1-9]\d{0,9})$/i.exec(text)?.[1];
  return id === undefined || Number(id) > 2_147_483_647 ? null : Number(id);
}
