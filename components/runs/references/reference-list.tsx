import { readablePath, readEvidence } from "@/lib/dataset/questions/evidence";
import { formatCount } from "@/lib/platform/format";
import type { Segment } from "@/lib/runs/references/marks";
import type { Reference } from "@/lib/runs/references/vocabulary";
import { markId, referenceId } from "./cited-text";
import classes from "./references.module.css";

/** Longer texts are folded behind so many characters. */
const FOLDED_FROM = 700;
const SHOWN = 500;

interface ReferenceListProps {
  references: readonly Reference[];
  /** Of the answer that cites them; null: what cites them is not said. */
  segments: readonly Segment[] | null;
  /** Before their ids, where a page has several lists. */
  prefix?: string;
}

/** References in the order of their places, each with the marks that cite it. */
export function ReferenceList({ references, segments, prefix = "" }: ReferenceListProps) {
  return (
    <ol className={classes.references}>
      {references.map((reference) => (
        <li
          key={reference.place}
          id={referenceId(reference.place, prefix)}
          className={classes.reference}
        >
          <span className={classes.place}>[{reference.place}]</span>
          <div className={classes.body}>
            {reference.title !== null && <b>{reference.title}</b>}
            {reference.url !== null && <Address url={reference.url} />}
            <ReferenceText text={reference.text} />
            {segments !== null && <CitedBy place={reference.place} segments={segments} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A link in a tab that knows nothing of this one; what is no web address is text. */
function Address({ url }: { url: string }) {
  const { linkable, host } = readEvidence(url);
  return (
    <div className={classes.address}>
      {linkable ? (
        <a href={url} target="_blank" rel="noopener noreferrer" title={url}>
          {host}
          {readablePath(url, 60)}
        </a>
      ) : (
        url
      )}
    </div>
  );
}

function ReferenceText({ text }: { text: string }) {
  if (text === "") return <p className={classes.nothing}>No text</p>;
  if (text.length <= FOLDED_FROM) return <p className={classes.words}>{text}</p>;
  // Not between the halves of a character.
  const beginning = text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, "");
  return (
    <details className={classes.long}>
      <summary>
        <span className={classes.words}>{beginning} …</span>{" "}
        <span className={classes.more}>Show all {formatCount(text.length)} characters</span>
        <span className={classes.less}>Show less</span>
      </summary>
      <p className={classes.words}>{text}</p>
    </details>
  );
}

function CitedBy({ place, segments }: { place: number; segments: readonly Segment[] }) {
  const marks = segments.flatMap((segment) =>
    segment.marks.filter(({ places }) => places.includes(place)),
  );
  if (marks.length === 0) return <p className={classes.nothing}>Not cited</p>;
  return (
    <p className={classes.cited}>
      Cited{" "}
      {marks.map((mark, index) => (
        <a
          key={mark.from}
          href={`#${markId(mark.from)}`}
          aria-label={`Citation ${index + 1} of reference ${place}`}
        >
          {index + 1}
        </a>
      ))}
    </p>
  );
}
