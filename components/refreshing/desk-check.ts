import type { Content } from "@/lib/dataset/questions/schema";
import { dateHasPassed } from "@/lib/refreshing/rules";
import { refreshChangeSchema, type RefreshChange } from "@/lib/refreshing/schema";
import { verifies, type DeskForm } from "./desk-draft";

/**
 * The change that the form means, checked by the server's own schema. Errors are keyed by field ("answers.2"). A form that
 * verifies needs a next date after today: any other would be settled by it, and the question never due again.
 * @param today ISO day in the dataset's time zone.
 */
export function checkDeskForm(
  form: DeskForm,
  content: Content,
  today: string,
): { change: RefreshChange | null; errors: Record<string, string> } {
  const filled = form.sources.filter((source) => source.text.trim() !== "");
  const sources = filled.map((source) => source.text);
  const nextReview = { policy: form.policy, on: form.policy === "on_date" ? form.on : null };
  const otherSources =
    sources.length !== content.sources.length ||
    sources.some((source, i) => source.trim() !== content.sources[i]);
  const otherReview =
    nextReview.policy !== content.nextReview.policy || nextReview.on !== content.nextReview.on;
  const change = (() => {
    switch (form.kind) {
      case "answer":
        return {
          kind: form.kind,
          answers: form.answers.map((answer) => answer.text),
          ...(form.year !== null && {
            effectiveYear:
              form.year.text.trim() === ""
                ? null
                : {
                    year: /^\d+$/.test(form.year.text.trim()) ? Number(form.year.text) : Number.NaN,
                    before: form.year.before,
                  },
          }),
          ...(otherSources && { sources }),
          ...(otherReview && { nextReview }),
        };
      case "reclassify":
        return {
          kind: form.kind,
          falsePremise: form.falsePremise,
          factType: form.factType,
          hops: form.hops,
          verified: form.verified,
          ...(otherReview && verifies(form) && { nextReview }),
        };
      case "schedule":
        return { kind: form.kind, nextReview, verified: form.verified };
      case "evidence":
        return {
          kind: form.kind,
          sources,
          verified: form.verified,
          ...(otherReview && verifies(form) && { nextReview }),
        };
      case "retire":
        return { kind: form.kind };
    }
  })();
  const errors: Record<string, string> =
    form.kind === "retire" && form.comment.trim() === ""
      ? { comment: "Enter a reason for retiring." }
      : {};
  if (verifies(form) && dateHasPassed({ nextReview }, today) && nextReview.on !== "")
    errors["nextReview.on"] = "Choose a date after today.";
  const parsed = refreshChangeSchema.safeParse(change);
  for (const issue of parsed.error?.issues ?? []) {
    // Empty evidence lines were left out before the check: error numbers count the others.
    const path =
      issue.path[0] === "sources" && typeof issue.path[1] === "number"
        ? ["sources", form.sources.indexOf(filled[issue.path[1]]!)]
        : issue.path;
    const key = path.join(".");
    errors[key] ??= key.startsWith("effectiveYear") ? "Enter a four-digit year." : issue.message;
  }
  return { change: Object.keys(errors).length === 0 ? (parsed.data ?? null) : null, errors };
}
