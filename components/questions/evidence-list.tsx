import { readEvidence, type Passage } from "@/lib/questions/evidence";
import classes from "./question-page.module.css";

/** Evidence as people read it: where it is, and the passage that the address quotes. */
export function EvidenceList({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return <p className={classes.nothing}>No evidence is given.</p>;
  return (
    <ol className={classes.evidence}>
      {sources.map((source, index) => {
        const evidence = readEvidence(source);
        return (
          <li key={index}>
            {evidence.linkable
              ? <a href={evidence.url} target="_blank" rel="noopener noreferrer" title={evidence.url} data-evidence={index + 1}><b>{evidence.host}</b>{pathOf(evidence.url)}</a>
              : <span><span className={classes.raw}>{evidence.url}</span> <span className={classes.nothing}>(not a web address, so not a link)</span></span>}
            {evidence.passages.map((passage, place) => <blockquote key={place} className={classes.passage}>{quoted(passage)}</blockquote>)}
          </li>
        );
      })}
    </ol>
  );
}

function quoted(passage: Passage): string {
  return passage.end === null ? `“${passage.start}”` : `“${passage.start} … ${passage.end}”`;
}

/** The readable rest of an address: without scheme, host and fragment. */
function pathOf(url: string): string {
  const rest = /^https?:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? "";
  let text = rest === "/" ? "" : rest;
  try {
    text = decodeURI(text);
  } catch {
    // A broken escape is shown as it is.
  }
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
