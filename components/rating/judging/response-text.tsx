"use client";

import { Fragment, useState, type ReactNode } from "react";
import type { Rich } from "@/lib/rating/judging/markdown";
import classes from "./response-text.module.css";
import { formatCount } from "@/lib/platform/format";

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
}

/** A model's response. Images are not loaded; links open in a new tab that knows nothing of this one. */
export function ResponseText({ text, rich, raw, unfolded, onUnfold }: ResponseTextProps) {
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
          <RichParts parts={rich} />
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

function RichParts({ parts }: { parts: readonly Rich[] }): ReactNode {
  return parts.map((part, index) => (
    <Fragment key={index}>
      <RichPart part={part} />
    </Fragment>
  ));
}

function RichPart({ part }: { part: Rich }): ReactNode {
  const inner = "of" in part && <RichParts parts={part.of} />;
  switch (part.is) {
    case "text":
      return part.text;
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
      return (
        <p className={classes.heading} data-level={part.level}>
          {inner}
        </p>
      );
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
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer" title={part.href}>
          {inner}
        </a>
      );
  }
}
