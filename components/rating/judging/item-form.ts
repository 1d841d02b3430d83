/** What the form of every item holds, whatever its campaign asks. */
export interface ItemForm {
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  /** Why an earlier rating is corrected. */
  correction: string;
}

export const NOTHING_NOTED: ItemForm = {
  comment: "",
  lowConfidence: false,
  flagged: false,
  correction: "",
};

/** An unsubmitted form, with the milliseconds at work on it. */
export interface Kept<F> {
  form: F;
  activeMs: number;
}

/** How a desk deals with the forms of its items. */
export interface FormKind<I, F extends ItemForm, S> {
  empty: (item: I) => F;
  /** As it was submitted in this visit. */
  entered: (submission: S) => F;
  differs: (form: F, before: F) => boolean;
}
