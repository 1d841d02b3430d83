import type { ReactNode } from "react";
import { MarkedText } from "@/components/ui/marked-text";
import { renderEffectiveYear } from "@/lib/dataset/questions/cells";
import { FORM_ORDER, QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import { nextReviewText } from "@/lib/dataset/questions/rules";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Category, Field } from "@/lib/dataset/questions/vocabulary";
import { CategoryBadge, HopsBadge, SplitBadge } from "./badges";
import classes from "./field-views.module.css";
import { FACT_TYPE_WORDS } from "./labels";

/*
 * How each field of a question reads, on its page, in the panel beside a list and at the refresh desk: a field that has no
 * entry here does not compile.
 */

/** What a view of a field may need. */
export interface Shown {
  content: Content;
  category: Category;
  /** The raw next-review cell. */
  reviewCell: string;
}

interface FieldView {
  /** A mark, a fact of one line, or a text of its own. */
  as: "badge" | "fact" | "text";
  /** What it is called, where it is not called as the field. */
  term?: string;
  /** null: there is nothing to say. */
  show: (of: Shown) => ReactNode;
}

const FIELD_VIEWS: Record<Field, FieldView | "each page in its own way"> = {
  question: "each page in its own way",
  answers: "each page in its own way",
  sources: "each page in its own way",
  // The category says whether the premise is valid, and the fact type where it is.
  falsePremise: {
    as: "badge",
    term: "Category",
    show: ({ category }) => <CategoryBadge category={category} />,
  },
  factType: {
    as: "badge",
    show: ({ content }) =>
      content.falsePremise ? (
        <span className={classes.plain}>{FACT_TYPE_WORDS[content.factType]}</span>
      ) : null,
  },
  hops: { as: "badge", show: ({ content }) => <HopsBadge hops={content.hops} /> },
  split: { as: "badge", show: ({ content }) => <SplitBadge split={content.split} /> },
  effectiveYear: { as: "fact", show: ({ content }) => yearWords(content.effectiveYear) },
  nextReview: {
    as: "fact",
    show: ({ content, reviewCell }) => reviewWords(content.nextReview, reviewCell),
  },
  note: { as: "text", show: ({ content }) => content.note || null },
};

/** The fields of one kind that have something to say, in the order of the form. */
export function viewsOf(
  kind: FieldView["as"],
  of: Shown,
): { field: Field; term: string; shown: ReactNode }[] {
  return FORM_ORDER.flatMap((field) => {
    const view = FIELD_VIEWS[field];
    if (typeof view === "string" || view.as !== kind) return [];
    const shown = view.show(of);
    return shown === null
      ? []
      : [{ field, term: view.term ?? QUESTION_FIELDS[field].label, shown }];
  });
}

/** "before 2022", "2024". */
export function yearWords(year: Content["effectiveYear"]): string {
  return renderEffectiveYear(year) || "Not set";
}

/** A review policy or date; of a text that names no day, that text. */
function reviewWords(review: Content["nextReview"], cell: string): string {
  if (review.policy === "unrecognized")
    return cell.trim() === "" ? "Not set" : `“${cell.trim()}” (no date)`;
  return nextReviewText(review);
}

/** The answers, the primary one first. */
export function AnswerList({
  answers,
  className = "",
}: {
  answers: readonly string[];
  className?: string | undefined;
}) {
  if (answers.length === 0) return <p className={`${classes.nothing} ${className}`}>No answer</p>;
  return (
    <ol className={`${classes.answers} ${className}`}>
      {answers.map((answer, index) => (
        <li key={index}>
          <MarkedText text={answer} />
          {index === 0 && <span className={classes.primary}>primary</span>}
        </li>
      ))}
    </ol>
  );
}

/** A text with its line breaks. */
export function FieldText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}
