import { VisuallyHidden } from "@mantine/core";
import { diffWordsWithSpace } from "diff";
import classes from "./text-diff.module.css";

interface TextDiffProps {
  before: string;
  after: string;
}

/** How long a comparison may take, in milliseconds; two very different long texts are shown one after the other instead. */
const PATIENCE = 100;

/**
 * Two versions of a text in one, word by word: what went is struck through, what came is underlined, so that colour is
 * never alone. Spaces and line ends that changed by themselves are shown as signs.
 */
export function TextDiff({ before, after }: TextDiffProps) {
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE })
    ?? [{ value: before, removed: true, added: false }, { value: after, removed: false, added: true }];
  return (
    <span className={classes.text}>
      {parts.map((part, index) => {
        if (part.removed) return <del key={index} className={classes.removed}><VisuallyHidden> removed: </VisuallyHidden>{shown(part.value)}</del>;
        if (part.added) return <ins key={index} className={classes.added}><VisuallyHidden> added: </VisuallyHidden>{shown(part.value)}</ins>;
        return <span key={index}>{part.value}</span>;
      })}
      {before !== after && after === "" && <span className={classes.empty}> (now empty)</span>}
    </span>
  );
}

const SIGNS: Record<string, string> = { " ": "␣", "\t": "⇥", "\r": "␍", "\n": "␊\n", "\u00a0": "⍽" };

function shown(text: string): string {
  return text.trim() === "" ? text.replace(/[ \t\r\n\u00a0]/g, (space) => SIGNS[space]!) : text;
}
