import { codePoint, findInvisible } from "@/lib/platform/invisible";
import classes from "./marked-text.module.css";

/**
 * A text in which invisible characters, and marks and overrides of the writing direction, are marked by their code points
 * where they stand. They stay in the text, so that what is copied is what is there, and turn nothing around.
 */
export function MarkedText({ text }: { text: string }) {
  const pieces = findInvisible(text);
  if (pieces === null) return text;
  return (
    <bdi>
      {pieces.map(({ text: piece, invisible }, index) =>
        invisible ? (
          <span
            key={index}
            className={classes.mark}
            data-code={codePoint(piece)}
            role="img"
            aria-label={`invisible character ${codePoint(piece)}`}
          >
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </bdi>
  );
}
