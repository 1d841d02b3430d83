import type { GivenAnswer } from "@/lib/rating/protocols/vocabulary";
import classes from "./protocol-form.module.css";

interface AnswerListProps {
  answers: readonly GivenAnswer[];
  /** Where some are given, the keys of the questions that stand out. */
  marked?: readonly string[];
}

/** Answers to a protocol's questions in words. */
export function AnswerList({ answers, marked }: AnswerListProps) {
  return (
    <dl className={classes.given}>
      {answers.map(({ key, label, words }) => (
        <div key={key} data-quiet={marked !== undefined && !marked.includes(key)}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
