import { z } from "zod";
import { auditEvent, listed } from "@/lib/people/audit-log/audit-event";
import { evaluatorPage } from "./address";

const evaluator = z.object({ evaluatorId: z.number(), name: z.string() });
const evaluatorHref = ({ evaluatorId }: z.output<typeof evaluator>) =>
  evaluatorPage.href({ id: evaluatorId });

/** A version of an evaluator of our own; one that files bring is part of their import. */
export const evaluatorCreated = auditEvent("evaluator.created", {
  label: "Evaluator added",
  data: evaluator,
  text: ({ name }) => `Evaluator “${name}”`,
  href: evaluatorHref,
});

export const evaluatorEdited = auditEvent("evaluator.edited", {
  label: "Evaluator edited",
  data: evaluator.extend({ changed: z.array(z.string()) }),
  text: ({ name, changed }) => `Evaluator “${name}”: ${listed(changed, "nothing changed")}`,
  href: evaluatorHref,
});
