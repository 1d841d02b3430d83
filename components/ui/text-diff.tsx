import { VisuallyHidden } from "@mantine/core";
import { Diff, wordsWithSpaceDiff, type ChangeObject } from "diff";
import { MarkedText } from "./marked-text";
import classes from "./text-diff.module.css";

interface TextDiffProps {
  before: string;
  after: string;
}

/** How long a comparison may take, in milliseconds; two very different long texts are shown one after the other instead. */
const PATIENCE = 100;

/** A date, a time or a number with separators in it: "2026-11-30", "11/30/2026", "1,200.50". */
const VALUE = /(?<![\p{L}\p{N}])\p{N}+(?:[-/.,:]\p{N}+)+(?![\p{L}\p{N}])/gu;

/** Words, spaces and signs as the library parts them, with dates and numbers in one piece: half of one says nothing. */
class WordsAndValues extends Diff<string, string> {
  override tokenize(text: string): string[] {
    const pieces: string[] = [];
    let from = 0;
    for (const { 0: value, index } of text.matchAll(VALUE)) {
      pieces.push(...words(text.slice(from, index)), value);
      from = index + value.length;
    }
    return [...pieces, ...words(text.slice(from))];
  }
}

const words = (text: string): string[] => wordsWithSpaceDiff.tokenize(text);
const wordsAndValues = new WordsAndValues();

/**
 * Two versions of a text in one, word by word, dates and numbers whole: what went is struck through, what came is underlined, so that colour is
 * never alone. Spaces and line ends that changed by themselves are shown as signs, invisible characters are marked.
 */
export function TextDiff({ before, after }: TextDiffProps) {
  const parts = readable(
    wordsAndValues.diff(before, after, { timeout: PATIENCE }) ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ],
  );
  return (
    <span className={classes.text}>
      {parts.map((part, index) => {
        if (part.removed)
          return (
            <del key={index} className={classes.removed}>
              <VisuallyHidden> removed: </VisuallyHidden>
              <MarkedText text={shown(part.value)} />
            </del>
          );
        if (part.added)
          return (
            <ins key={index} className={classes.added}>
              <VisuallyHidden> added: </VisuallyHidden>
              <MarkedText text={shown(part.value)} />
            </ins>
          );
        return (
          <span key={index}>
            <MarkedText text={part.value} />
          </span>
        );
      })}
      {before !== after && after === "" && <span className={classes.empty}> (empty)</span>}
    </span>
  );
}

type Part = Pick<ChangeObject<string>, "value" | "removed" | "added">;

/** Joins replaced words that only a space parts: "this year → in 2023", not "this → in, year → 2023". */
function readable(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  let run: Part[] = [];
  const end = () => {
    const side = (name: "removed" | "added") =>
      run
        .filter((part) => part[name] || !(part.removed || part.added))
        .map((part) => part.value)
        .join("");
    const removed = side("removed");
    const added = side("added");
    // Additions or removals alone keep their spaces as they are.
    if (run.length > 2 && removed.trim() !== "" && added.trim() !== "")
      result.push(
        { value: removed, removed: true, added: false },
        { value: added, removed: false, added: true },
      );
    else result.push(...run);
    run = [];
  };
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    const changed = part.removed || part.added;
    if (
      changed ||
      (run.length > 0 &&
        part.value.trim() === "" &&
        next !== undefined &&
        (next.removed || next.added))
    ) {
      run.push(part);
    } else {
      end();
      result.push(part);
    }
  });
  end();
  return result;
}

const SIGNS: Record<string, string> = {
  " ": "␣",
  "\t": "⇥",
  "\r": "␍",
  "\n": "␊\n",
  "\u00a0": "⍽",
};

function shown(text: string): string {
  return text.trim() === "" ? text.replace(/[ \t\r\n\u00a0]/g, (space) => SIGNS[space]!) : text;
}
