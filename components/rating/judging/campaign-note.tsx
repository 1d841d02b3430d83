import { memo, useState } from "react";
import { formatDay } from "@/lib/platform/format";
import classes from "./campaign-note.module.css";

interface CampaignNoteProps {
  instructions: string;
  /** ISO day on which all responses were written; null: not told. */
  ranOn: string | null;
}

/** More than this may not fit: the note is folded, to be unfolded. Characters. */
const FITS = { wide: 280, narrow: 60 };

/** What a campaign tells its raters, always in sight, and of which day its responses are. */
export const CampaignNote = memo(function CampaignNote({ instructions, ranOn }: CampaignNoteProps) {
  const [whole, setWhole] = useState(false);
  if (instructions === "" && ranOn === null) return null;
  const lines = instructions.split("\n").length;
  const long =
    instructions.length > FITS.wide || lines > 2
      ? "always"
      : instructions.length > FITS.narrow || lines > 1
        ? "narrow"
        : undefined;
  return (
    <section className={classes.note} aria-label="Instructions" data-long={long}>
      {instructions !== "" && (
        <p className={classes.text} data-whole={whole}>
          {instructions}
        </p>
      )}
      {long !== undefined && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Show less" : "Show all"}
        </button>
      )}
      {ranOn !== null && <p className={classes.day}>Responses written on {formatDay(ranOn)}</p>}
    </section>
  );
});
