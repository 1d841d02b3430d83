import { Fragment } from "react";
import { guideOf } from "@/components/desk/keys";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { REASONS } from "@/lib/rating/judging/vocabulary";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import classes from "./rating-guide.module.css";
import { DESK_KEYS, ITEM_KEYS } from "./rating-keys";
import { VerdictBadges } from "./verdict-labels";

const CREDIT_NEEDS = [
  "A confident, definitive answer, or one from which the correct answer can be obviously inferred.",
  "The primary or final answer, standing alone, is accurate.",
  "What is added neither contradicts the primary answer nor reshapes how one understands it.",
  "A false premise is explicitly pointed out. An answer such as “zero” does not rebut it.",
  "Names are complete or commonly recognized.",
  "Numbers are exact, unless an approximate one is among the correct answers.",
];

/** Rating guidelines in short: what credit needs in either mode, and where the modes differ. */
export function Protocol() {
  return (
    <>
      <p>For credit in either mode, all of these must be true:</p>
      <ol>
        {CREDIT_NEEDS.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ol>
      <p>
        <b>Relaxed</b> asks only whether the primary answer is correct. It accepts ill-formed
        responses, other languages too, and made-up or outdated additions that do not significantly
        affect the primary answer.
      </p>
      <p>
        <b>Strict</b> accepts none of that: no hallucination however minor, nothing outdated, an
        explicit and well-formed statement. A caveat such as “as of my knowledge cutoff” is fine
        only where it is evident that the knowledge has not changed. Strict credit implies Relaxed
        credit.
      </p>
    </>
  );
}

/** Rating guidelines, the reasons and the fifteen calibration examples, to be looked at beside the form. */
export default function RatingGuide({
  examples,
  instructions,
}: {
  examples: readonly CalibrationExample[];
  instructions: string;
}) {
  return (
    <div className={classes.guide}>
      <p className={classes.keys}>
        {guideOf(ITEM_KEYS, DESK_KEYS).map(({ keys, does }, at) => (
          <Fragment key={does}>
            {at > 0 && " · "}
            {keys.map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{" "}
              </Fragment>
            ))}
            {does}
          </Fragment>
        ))}
      </p>
      {instructions !== "" && (
        <>
          <h3>This campaign</h3>
          <p className={classes.instructions}>{instructions}</p>
        </>
      )}
      <h3>Rating guidelines</h3>
      <Protocol />
      <h3>Reasons</h3>
      <dl>
        {REASONS.map((reason) => (
          <div key={reason.code}>
            <dt>
              <kbd>{reason.key}</kbd> {reason.words}
              {reason.strictOnly && <small> Strict mode only</small>}
            </dt>
            <dd>{reason.meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>Training examples</h3>
      {examples.map((example) => (
        <details key={example.number}>
          <summary>
            {example.number}. {example.question} <VerdictBadges verdict={example} />
          </summary>
          <ExampleText example={example} />
          <p>{example.explanation}</p>
        </details>
      ))}
    </div>
  );
}

/** What an example's verdict is about. */
export function ExampleText({
  example,
}: {
  example: Pick<CalibrationExample, "category" | "answer" | "response">;
}) {
  return (
    <div className={classes.example}>
      <p>
        <CategoryBadge category={example.category} /> Correct answer: <b>{example.answer}</b>
      </p>
      <blockquote>{example.response}</blockquote>
    </div>
  );
}
