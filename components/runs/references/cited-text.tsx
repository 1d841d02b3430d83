import type { Segment } from "@/lib/runs/references/marks";
import classes from "./references.module.css";

interface CitedTextProps {
  /** Unchanged. */
  text: string;
  segments: readonly Segment[];
  /** Places that have a reference. */
  places: ReadonlySet<number>;
}

/** An answer whose citation marks lead to their references: those of place n to `#reference-n`. */
export function CitedText({ text, segments, places }: CitedTextProps) {
  return (
    <p className={classes.text} data-response>
      {segments.map((segment) => (
        <span key={segment.from}>
          {text.slice(segment.from, segment.end)}
          {segment.marks.map((mark, index) => (
            <span key={mark.from}>
              {text.slice(segment.marks[index - 1]?.to ?? segment.end, mark.from)}
              <MarkLinks
                id={markId(mark.from)}
                mark={text.slice(mark.from, mark.to)}
                places={places}
              />
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}

/** Of a citation mark by where it begins in the answer; references lead back to it. */
export function markId(from: number): string {
  return `mark-${from}`;
}

/** Of a reference by its place; marks lead to it. */
export function referenceId(place: number, prefix = ""): string {
  return `${prefix}reference-${place}`;
}

interface MarkLinksProps {
  id?: string;
  /** As it stands in the answer: "[1, 2]". */
  mark: string;
  /** Places that have a reference. */
  places: ReadonlySet<number>;
  prefix?: string;
}

/** A citation mark, each of its places a link to its reference. */
export function MarkLinks({ id, mark, places, prefix }: MarkLinksProps) {
  return (
    <span id={id} className={classes.mark} tabIndex={-1}>
      {(mark.includes(",") ? mark.split(/(\d+)/) : ["", mark]).map((part, index) => {
        if (index % 2 === 0) return part;
        const place = Number(/\d+/.exec(part));
        return places.has(place) ? (
          <a key={index} href={`#${referenceId(place, prefix)}`} aria-label={`Reference ${place}`}>
            {part}
          </a>
        ) : (
          <span key={index} className={classes.loose} title="No such reference">
            {part}
          </span>
        );
      })}
    </span>
  );
}
