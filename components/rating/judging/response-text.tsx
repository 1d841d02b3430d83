"use client";

import { Fragment, useState, type ReactNode } from "react";
import { MarkLinks, markId } from "@/components/runs/references/cited-text";
import { Link } from "@/components/ui/link";
import type { Rich } from "@/lib/rating/judging/markdown";
import { readMarks } from "@/lib/runs/references/marks";
import classes from "./response-text.module.css";
import { formatCount } from "@/lib/platform/format";
import { PICTURE_SIZE, pictureFile, THEMES } from "@/lib/platform/pictures";

/** Longer responses are folded, so that the verdict form stays in view. */
const FOLDED_FROM_CHARACTERS = 1_600;

interface ResponseTextProps {
  /** As it came, unchanged. */
  text: string;
  /** Its Markdown read; null: shown as it is. */
  rich: readonly Rich[] | null;
  /** Shows the text unchanged, without rendering its Markdown. */
  raw: boolean;
  /** Whether a long text is shown in full; without it the text folds and unfolds by itself. */
  unfolded?: boolean;
  onUnfold?: () => void;
  /** Links its citation marks; without it they are text. */
  cited?: Cited;
}

/** The references that a response cites. */
export interface Cited {
  places: ReadonlySet<number>;
  /** Before the ids of the references. */
  prefix: string;
}

/** A model's response. Images are not loaded; links open in a new tab that knows nothing of this one. */
export function ResponseText({ text, rich, raw, unfolded, onUnfold, cited }: ResponseTextProps) {
  const [own, setOwn] = useState(false);
  const folds = text.length > FOLDED_FROM_CHARACTERS || text.split("\n").length > 30;
  const open = unfolded ?? own;
  if (text.trim() === "") return <p className={classes.nothing}>Empty response</p>;
  return (
    <div className={classes.response}>
      <div className={classes.text} data-folded={folds && !open} data-response>
        {raw || rich === null ? (
          <pre className={classes.raw}>{text}</pre>
        ) : (
          <RichParts parts={rich} cited={cited} />
        )}
      </div>
      {folds && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={open}
          onClick={() => (onUnfold ? onUnfold() : setOwn(!own))}
        >
          {open ? "Show less" : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </div>
  );
}

/** A response's Markdown, drawn as at the desk, in the place of its text. */
export function FormattedResponse({ parts, cited }: { parts: readonly Rich[]; cited?: Cited }) {
  return (
    <div className={classes.text} data-response>
      <RichParts parts={parts} cited={cited} />
    </div>
  );
}

/** A text of our own, drawn as a response is, with headings of the page and links within it. */
export function OurText({ parts }: { parts: readonly Rich[] }) {
  return (
    <div className={classes.text} data-ours>
      <RichParts parts={parts} cited={undefined} ours />
    </div>
  );
}

/** A page as it looks in the reader's theme, at its full size where it is opened. One of the two is shown, and only that is loaded. */
function Picture({ name, alt }: { name: string; alt: string }) {
  return (
    <>
      {THEMES.map((theme) => (
        <a
          key={theme}
          href={`/pictures/${pictureFile(name, theme)}`}
          target="_blank"
          rel="noopener"
          className={classes.picture}
          title="Full size, in a new tab"
          data-theme={theme}
        >
          {/* eslint-disable-next-line @next/next/no-img-element -- as small as it gets, and loaded when it is seen */}
          <img
            src={`/pictures/${pictureFile(name, theme)}`}
            alt={alt}
            loading="lazy"
            {...PICTURE_SIZE}
          />
        </a>
      ))}
    </>
  );
}

function RichParts({
  parts,
  cited,
  ours = false,
}: {
  parts: readonly Rich[];
  cited: Cited | undefined;
  ours?: boolean;
}): ReactNode {
  return parts.map((part, index) => (
    <Fragment key={index}>
      <RichPart part={part} cited={cited} ours={ours} />
    </Fragment>
  ));
}

/** Text with its citation marks linked. */
function MarkedText({
  text,
  located = [],
  cited,
}: {
  text: string;
  located?: readonly (number | null)[] | undefined;
  cited: Cited;
}): ReactNode {
  const marks = readMarks(text);
  return (
    <>
      {marks.map((mark, index) => (
        <Fragment key={mark.from}>
          {text.slice(marks[index - 1]?.to ?? 0, mark.from)}
          <MarkLinks
            {...((located[index] ?? null) !== null && { id: markId(located[index]!) })}
            mark={text.slice(mark.from, mark.to)}
            {...cited}
          />
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  );
}

function RichPart({
  part,
  cited,
  ours,
}: {
  part: Rich;
  cited: Cited | undefined;
  ours: boolean;
}): ReactNode {
  // No link holds another one.
  const inner = "of" in part && (
    <RichParts parts={part.of} cited={part.is === "link" ? undefined : cited} ours={ours} />
  );
  switch (part.is) {
    case "text":
      return cited === undefined ? (
        part.text
      ) : (
        <MarkedText text={part.text} located={part.marks} cited={cited} />
      );
    case "code":
      return <code>{part.text}</code>;
    case "block":
      return <pre className={classes.block}>{part.text}</pre>;
    case "rule":
      return <hr />;
    case "break":
      return <br />;
    case "paragraph":
      return <p>{inner}</p>;
    case "strong":
      return <strong>{inner}</strong>;
    case "emphasis":
      return <em>{inner}</em>;
    case "deleted":
      return <del>{inner}</del>;
    case "quote":
      return <blockquote>{inner}</blockquote>;
    case "bullets":
      return <ul>{inner}</ul>;
    case "numbered":
      return <ol start={part.from}>{inner}</ol>;
    case "item":
      return <li>{inner}</li>;
    // The headings of the page are ours.
    case "heading":
      if (ours)
        return part.level === 2 ? <h2 id={part.id}>{inner}</h2> : <h3 id={part.id}>{inner}</h3>;
      return (
        <p className={classes.heading} data-level={part.level}>
          {inner}
        </p>
      );
    case "picture":
      return ours && <Picture name={part.name} alt={part.alt} />;
    case "table":
      return (
        <div className={classes.table}>
          <table>
            <tbody>{inner}</tbody>
          </table>
        </div>
      );
    case "row":
      return <tr>{inner}</tr>;
    case "cell":
      return <td>{inner}</td>;
    case "note":
      return <span className={classes.note}>{inner}</span>;
    case "link":
      if (part.href.startsWith("/")) return <Link href={part.href}>{inner}</Link>;
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer" title={part.href}>
          {inner}
        </a>
      );
  }
}
