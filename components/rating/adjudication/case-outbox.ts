import { hasFields } from "@/components/ui/has-fields";
import { isKept, type Kept } from "@/components/desk/kept";
import { Outbox } from "@/components/desk/outbox";
import type { Keeping } from "@/components/ui/device-storage";
import type { Verdict } from "@/lib/rating/judging/vocabulary";

/** A final verdict, or a correction of one, that is not saved yet. Its body is what is sent, but for the visit's token. */
export interface PendingCase extends Kept {
  step: "settle" | "correct";
  taskId: number;
  body: {
    taskId: number;
    clientKey: string;
    verdict: Verdict;
    reason: string;
    /** The client key of the own verdict that a correction replaces. */
    supersedes?: string;
  };
}

function isPendingCase(value: unknown): value is PendingCase {
  return (
    isKept(value) &&
    (value.step === "settle" ||
      (value.step === "correct" && hasFields(value.body, { supersedes: "string" }))) &&
    hasFields(value, { taskId: "number" }) &&
    hasFields(value.body, {
      taskId: "number",
      clientKey: "string",
      verdict: "object",
      reason: "string",
    }) &&
    hasFields(value.body.verdict, { relaxed: "boolean", strict: "boolean" })
  );
}

/** What an adjudicator has still to send. It stays through a sign-out: it is theirs, whoever uses the device meanwhile. */
export class CaseOutbox extends Outbox<PendingCase> {
  constructor(storage: Keeping | null, userId: number) {
    super(storage, `freshqa.adjudicate.${userId}.pending.`, isPendingCase);
  }
}
