import { Suspense, type ReactNode, type Ref } from "react";
import { FORM_KEYS, PASS_KEYS } from "./form-keys";
import type { ItemForm } from "./item-form";
import type { PassStep } from "./rating-rules";
import classes from "./rating-desk.module.css";

interface ItemPageProps {
  taskId: number;
  top: Ref<HTMLDivElement>;
  /** What is rated. */
  item: ReactNode;
  /** What is said of it. */
  fields: ReactNode;
  /** It was rated in this visit: submitting again corrects that. */
  again: boolean;
  unchanged: boolean;
  form: ItemForm;
  note: (notes: Partial<ItemForm>) => void;
  submit: () => void;
  pass: (step: PassStep) => void;
  /** Null: closed. */
  guide: ReactNode;
}

/** The item with its form. It stays mounted from item to item, so that the next one is a change of text. */
export function ItemPage({
  taskId,
  top,
  item,
  fields,
  again,
  unchanged,
  form,
  note,
  submit,
  pass,
  guide,
}: ItemPageProps) {
  return (
    <div className={classes.columns} data-item={taskId}>
      <article className={classes.item} aria-labelledby="rated-question" ref={top} tabIndex={-1}>
        {item}
      </article>
      <section className={classes.side} aria-label="Rating">
        <div className={classes.fields}>
          {again && (
            <p className={classes.again} role="status">
              You&apos;ve already rated this. Submitting again corrects your rating.
            </p>
          )}
          {fields}
          {again && (
            <label className={classes.why}>
              Reason for correction
              <input
                value={form.correction}
                placeholder="Corrected while rating"
                maxLength={500}
                onChange={(event) => note({ correction: event.currentTarget.value })}
              />
            </label>
          )}
        </div>
        <div className={classes.submit}>
          <button type="button" className={classes.primary} onClick={submit}>
            {!again ? "Submit" : unchanged ? "Cancel" : "Save correction"}{" "}
            <kbd>{FORM_KEYS.submitNow.keys}</kbd>
          </button>
          {Object.entries(PASS_KEYS).map(([step, { keys, does }]) => (
            <button
              key={step}
              type="button"
              className={classes.tool}
              disabled={again}
              onClick={() => pass(step as PassStep)}
            >
              {does} <kbd>{keys}</kbd>
            </button>
          ))}
        </div>
      </section>
      {guide !== null && (
        // Its scroll is its own: whoever uses the keyboard has to reach it.
        <aside className={classes.guide} aria-label="Guidelines" tabIndex={0}>
          <Suspense fallback={null}>{guide}</Suspense>
        </aside>
      )}
    </div>
  );
}
