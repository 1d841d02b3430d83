import { problemsOf, type Checked } from "@/components/dataset/questions/check-values";
import { contentOf, isSameValue, valuesOf } from "@/components/dataset/questions/form-values";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Field } from "@/lib/dataset/questions/vocabulary";
import { dateHasPassed } from "@/lib/refreshing/rules";
import { refreshChangeSchema, type RefreshChange, type RefreshKind } from "@/lib/refreshing/schema";
import { verifies, type DeskValues } from "./desk-draft";

/**
 * The fields that a change of each kind sends: the first ones always, the others where someone has changed them; and whether
 * it says that the answers were looked at too.
 */
const SENT: Record<
  RefreshKind,
  { always: readonly Field[]; changed: readonly Field[]; verified: boolean }
> = {
  answer: {
    always: ["answers"],
    changed: ["effectiveYear", "sources", "nextReview"],
    verified: false,
  },
  reclassify: {
    always: ["falsePremise", "factType", "hops"],
    changed: ["nextReview"],
    verified: true,
  },
  schedule: { always: ["nextReview"], changed: [], verified: true },
  evidence: { always: ["sources"], changed: ["nextReview"], verified: true },
  retire: { always: [], changed: [], verified: false },
};

/**
 * The change that the form means, checked by the server's own schema. Errors are keyed by field ("answers.2"). A form that
 * verifies needs a next date after today: any other would be settled by it, and the question never due again.
 * @param today ISO day in the dataset's time zone.
 */
export function checkDeskValues(
  kind: RefreshKind,
  values: DeskValues,
  content: Content,
  today: string,
): Checked<RefreshChange> {
  const said = contentOf(values);
  const saved = valuesOf(content);
  const looked = verifies(kind, values);
  const isChanged = (field: Field) =>
    field === "effectiveYear" ? !values.yearFollows : looked && !isSameValue(field, values, saved);
  const { always, changed, verified } = SENT[kind];
  const { data, error } = refreshChangeSchema.safeParse({
    kind,
    ...(verified && { verified: values.verified }),
    ...Object.fromEntries(
      [...always, ...changed.filter(isChanged)].map((field) => [field, said[field]]),
    ),
  });
  const errors: Record<string, string> = {
    ...(kind === "retire" &&
      values.comment.trim() === "" && { comment: "Enter a reason for retiring." }),
    ...problemsOf(error, values),
  };
  const { policy, on } = values.nextReview;
  if (
    looked &&
    on !== "" &&
    dateHasPassed({ nextReview: { policy: policy || "never", on } }, today)
  )
    errors["nextReview.on"] = "Choose a date after today.";
  return { value: Object.keys(errors).length === 0 ? (data ?? null) : null, errors };
}
