import { memo } from "react";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { EvidenceList } from "@/components/dataset/questions/evidence-list";
import { FACT_TYPE_WORDS } from "@/components/dataset/questions/labels";
import type { RatingItem } from "@/lib/rating/judging/queries";
import { AnswersHeading } from "./answers-heading";
import { ResponseText } from "./response-text";
import { VERDICT_KEYS } from "./verdict-keys";
import classes from "./rating-desk.module.css";
import { MarkedText } from "@/components/ui/marked-text";

interface RatingItemViewProps {
  item: RatingItem;
  raw: boolean;
  onRaw?: () => void;
  unfolded: boolean;
  onUnfold: () => void;
  /** Shows the letters of the keys. */
  keys: boolean;
}

/**
 * What a verdict is about: question, correct answers, the response, and the evidence behind the answers. A key that
 * changes the form renders nothing of it again.
 */
export const RatingItemView = memo(function RatingItemView({
  item,
  raw,
  onRaw,
  unfolded,
  onUnfold,
  keys,
}: RatingItemViewProps) {
  return (
    <>
      <div className={classes.badges}>
        <CategoryBadge category={item.category} />
        {item.category === "false-premise" && (
          <span className={classes.quiet}>{FACT_TYPE_WORDS[item.factType]}</span>
        )}
        <HopsBadge hops={item.hops} />
        <span className={classes.quiet}>
          Q{item.questionId}
          {item.effectiveYear !== null &&
            ` · effective ${item.effectiveYear.before ? "before " : ""}${item.effectiveYear.year}`}
        </span>
      </div>
      <h2 className={classes.question} id="rated-question">
        <MarkedText text={item.question} />
      </h2>
      <section aria-label="Correct answers" className={classes.answers}>
        <AnswersHeading {...item} />
        {item.answers.map((answer, index) => (
          <span key={index} className={classes.answer} data-primary={index === 0}>
            <MarkedText text={answer} />
          </span>
        ))}
        {item.note !== "" && <p className={classes.note}>Note: {item.note}</p>}
      </section>
      <section aria-label="Response" className={classes.response}>
        <div className={classes.responseHead}>
          <h3>Response</h3>
          {onRaw && (
            <button type="button" className={classes.link} aria-pressed={raw} onClick={onRaw}>
              {raw ? "Formatted" : "Raw text"}
              {keys && <kbd>{VERDICT_KEYS.raw.keys}</kbd>}
            </button>
          )}
        </div>
        <ResponseText
          text={item.response}
          rich={item.rich}
          raw={raw}
          unfolded={unfolded}
          onUnfold={onUnfold}
        />
      </section>
      <section aria-label="Evidence" className={classes.evidence}>
        <h3>Evidence</h3>
        <EvidenceList sources={item.sources} />
      </section>
    </>
  );
});
