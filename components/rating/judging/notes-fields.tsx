import type { Ref } from "react";
import { COMMENT_MAX_CHARACTERS } from "@/lib/rating/judging/vocabulary";
import { FORM_KEYS, NOTES_KEYS } from "./form-keys";
import type { ItemForm } from "./item-form";
import classes from "./verdict-form.module.css";

interface NotesFieldsProps {
  form: ItemForm;
  note: (notes: Partial<ItemForm>) => void;
  /** Shows the letters of the keys. */
  keys: boolean;
  comment?: Ref<HTMLTextAreaElement> | undefined;
  /** An adjudicator has no doubts, and the comment is the reason. */
  adjudicating?: boolean;
  /** False where raters do not see the correct answers. */
  flags?: boolean;
}

/** What is noted beside a rating: comment, doubt, and that the correct answer looks wrong. */
export function NotesFields({
  form,
  note,
  keys,
  comment,
  adjudicating = false,
  flags = true,
}: NotesFieldsProps) {
  return (
    <>
      <label className={classes.comment}>
        <span>
          {adjudicating ? "Rationale (visible to raters and in reports)" : "Comment"}
          {keys && <kbd>{FORM_KEYS.comment.keys}</kbd>}
        </span>
        <textarea
          ref={comment}
          rows={2}
          maxLength={COMMENT_MAX_CHARACTERS}
          value={form.comment}
          onChange={(event) => note({ comment: event.currentTarget.value })}
        />
      </label>
      {!adjudicating && (
        <div className={classes.doubts}>
          <button
            type="button"
            className={classes.toggle}
            aria-pressed={form.lowConfidence}
            onClick={() => note({ lowConfidence: !form.lowConfidence })}
          >
            Not sure{keys && <kbd>{NOTES_KEYS.notSure.keys}</kbd>}
          </button>
          {flags && (
            <button
              type="button"
              className={classes.toggle}
              aria-pressed={form.flagged}
              title="Notifies the maintainers, with your comment"
              onClick={() => note({ flagged: !form.flagged })}
            >
              Flag answer as wrong{keys && <kbd>{NOTES_KEYS.flag.keys}</kbd>}
            </button>
          )}
        </div>
      )}
    </>
  );
}
