import { REASONS } from "@/lib/rating/judging/vocabulary";
import classes from "./rating-guide.module.css";

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

/** The guidelines with the reasons for no credit: beside the form, and as a page of Help. */
export function GuidelinesText({ heading: Heading }: { heading: "h2" | "h3" }) {
  return (
    <div className={classes.guide}>
      <Heading>Rating guidelines</Heading>
      <Protocol />
      <Heading>Reasons</Heading>
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
    </div>
  );
}
