import { FormattedResponse } from "./response-text";
import classes from "./response-text.module.css";
import type { Rich } from "@/lib/rating/judging/markdown";

interface SampleResponseProps {
  text: string;
  /** Its Markdown read; null: it is shown as it came. */
  rich: readonly Rich[] | null;
}

/** The beginning of a response in a list, formatted as raters see it. */
export function SampleResponse({ text, rich }: SampleResponseProps) {
  return (
    <div className={classes.sample} tabIndex={0} role="region" aria-label="Response">
      {rich === null ? (
        <pre className={classes.raw}>{text}</pre>
      ) : (
        <FormattedResponse parts={rich} />
      )}
    </div>
  );
}
