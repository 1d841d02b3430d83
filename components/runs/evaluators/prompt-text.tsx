import classes from "./prompt-text.module.css";

/** A long text as it is sent, which scrolls inside itself. */
export function PromptText({ label, text }: { label: string; text: string }) {
  return (
    <pre className={classes.prompt} role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
