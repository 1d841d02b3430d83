import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { goldItemPage } from "./address";

/** An item of a protocol: a response or one of its references. */
const goldItem = z.object({
  responseId: z.number(),
  referencePlace: z.number().nullable(),
  protocolId: z.number(),
  protocol: z.string(),
});

function itemInWords({ responseId, referencePlace }: z.output<typeof goldItem>): string {
  return referencePlace === null
    ? `Response ${responseId}`
    : `Reference ${referencePlace} of response ${responseId}`;
}

export const goldAnswersSet = auditEvent("gold-answers.set", {
  label: "Gold answers set",
  // Without the answers: who reads the log may have to rate the item.
  data: goldItem.extend({ questions: z.number() }),
  text: (data) =>
    `${itemInWords(data)} is gold under “${data.protocol}”: ${countOf(data.questions, "question")}`,
  href: ({ responseId, protocolId, referencePlace }) =>
    goldItemPage.href({ responseId, protocol: protocolId, reference: referencePlace }),
});

export const goldAnswersWithdrawn = auditEvent("gold-answers.withdrawn", {
  label: "Gold answers removed",
  data: goldItem,
  text: (data) => `${itemInWords(data)} is no longer gold under “${data.protocol}”`,
});
