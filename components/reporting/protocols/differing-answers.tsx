import classes from "@/components/reporting/accuracy/accuracy.module.css";
import { SeenResponse, type ReadMarkdown } from "@/components/reporting/shared/seen-response";
import { LinkAnchor } from "@/components/ui/links";
import { countOf, formatCount } from "@/lib/platform/format";
import type { DifferingAnswers, DifferingAnswersSide } from "@/lib/reporting/protocols/schema";
import type { ChoiceQuestion } from "@/lib/rating/protocols/vocabulary";

interface DifferingListProps {
  list: DifferingAnswers;
  question: ChoiceQuestion;
  /** The systems' names, the first one's before the other's. */
  systems: readonly [string, string];
  /** Called on the server. */
  read: ReadMarkdown;
}

/** The questions on which two systems differ, both responses beside each other, with what raters said of them. */
export function DifferingList({ list, question, systems, read }: DifferingListProps) {
  return (
    <ul className={classes.differing}>
      {list.questions.map(({ questionId, text, answer, first, second }) => (
        <li key={questionId}>
          <LinkAnchor href={`/questions/${questionId}`} inherit fw={600}>
            {text}
          </LinkAnchor>
          <div className={classes.truth}>
            Ground truth: <b>{answer || "none"}</b>
          </div>
          <div className={classes.sides}>
            {[first, second].map((side, at) => (
              <Side
                key={at}
                name={systems[at]!}
                to={`Q${questionId}`}
                side={side}
                question={question}
                read={read}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface SideProps {
  name: string;
  /** The question, in short. */
  to: string;
  side: DifferingAnswersSide;
  question: ChoiceQuestion;
  read: ReadMarkdown;
}

function Side({ name, to, side: { chosen, text, ratings }, question, read }: SideProps) {
  const { levels } = question;
  return (
    <div>
      <div className={classes.verdicts}>
        <b>{name}</b>{" "}
        {levels
          .flatMap(({ label }, at) =>
            chosen[at] === 0
              ? []
              : `${label}${chosen[at] === 1 ? "" : ` × ${formatCount(chosen[at]!)}`}`,
          )
          .join(", ")}
      </div>
      <div
        className={classes.response}
        tabIndex={0}
        role="region"
        aria-label={`Response of ${name} to ${to}`}
      >
        <SeenResponse text={text} read={read} />
      </div>
      {ratings.length > 0 && (
        <details className={classes.behind}>
          <summary>{countOf(ratings.length, "rating")}</summary>
          <ul>
            {ratings.map(({ by, value, comment }, at) => (
              <li key={at}>
                <b>{by}</b>:{" "}
                {value === null
                  ? "cannot tell"
                  : (levels.find((level) => level.value === value)?.label ?? value)}
                {comment !== "" && ` – ${comment}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
