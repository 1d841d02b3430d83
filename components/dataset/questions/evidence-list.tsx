import { quotePassage, readablePath, readEvidence } from "@/lib/dataset/questions/evidence";
import classes from "./question-page.module.css";

/** Evidence as people read it: where it is, and the passage that the address quotes. */
export function EvidenceList({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return <p className={classes.nothing}>No evidence</p>;
  return (
    <ol className={classes.evidence}>
      {sources.map((source, index) => {
        const evidence = readEvidence(source);
        return (
          <li key={index}>
            {evidence.linkable ? (
              <a
                href={evidence.url}
                target="_blank"
                rel="noopener noreferrer"
                title={evidence.url}
                data-evidence={index + 1}
              >
                <b>{evidence.host}</b>
                {readablePath(evidence.url, 90)}
              </a>
            ) : (
              <span>
                <span className={classes.raw}>{evidence.url}</span>{" "}
                <span className={classes.nothing}>(not a URL)</span>
              </span>
            )}
            {evidence.passages.map((passage, place) => (
              <blockquote key={place} className={classes.passage}>
                {quotePassage(passage)}
              </blockquote>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
