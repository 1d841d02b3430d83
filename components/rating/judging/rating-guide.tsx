import { CategoryBadge } from "@/components/dataset/questions/badges";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import { GuideKeys } from "./guide-parts";
import { GuidelinesText } from "./guidelines-text";
import classes from "./rating-guide.module.css";
import { ITEM_KEYS } from "./rating-keys";
import { DESK_KEYS } from "./form-keys";
import { VerdictBadges } from "./verdict-labels";

/** Rating guidelines, the reasons and the fifteen calibration examples, to be looked at beside the form. */
export default function RatingGuide({ examples }: { examples: readonly CalibrationExample[] }) {
  return (
    <div className={classes.guide}>
      <GuideKeys tables={[ITEM_KEYS, DESK_KEYS]} />
      <GuidelinesText heading="h3" />
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
