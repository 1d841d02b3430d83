import { FormattedResponse } from "./response-text";
import classes from "./response-text.module.css";
import type { Rich } from "@/lib/rating/judging/markdown";

interface SampleResponseProps {
  /** Tells it from the others of the list. */
  name: string;
  text: string;
  /** Its Markdown read; null: it is shown as it came. */
  rich: readonly Rich[] | null;
}

/** The beginning of a response in a list, formatted as raters see it. */
export function SampleResponse({ name, text, rich }: SampleResponseProps) {
  return (
    <div className={classes.sample} tabIndex={0} role="region" aria-label={name}>
      {rich === null ? (
        <pre className={classes.raw}>{text}</pre>
      ) : (
        <FormattedResponse parts={rich} />
      )}
    </div>
  );
}
