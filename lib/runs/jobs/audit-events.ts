import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { jobPage } from "./address";

const job = z.object({ jobId: z.number() });
const href = ({ jobId }: z.output<typeof job>) => jobPage.href({ id: jobId });

const aboutItems = {
  data: job.extend({ count: z.number() }),
  text: ({ jobId, count }: { jobId: number; count: number }) =>
    `Job ${jobId}: ${countOf(count, "item")}`,
  href,
};

export const jobCreated = auditEvent("job.created", {
  label: "Job started",
  /** `kind`: generate, judge, repeat or compare; `by`: the method or the evaluator. */
  data: job.extend({
    runId: z.number(),
    kind: z.string(),
    by: z.string(),
    items: z.number(),
    leftOut: z.number(),
    spendingLimit: z.number().nullable(),
  }),
  text: ({ jobId, runId, kind, by, items, spendingLimit }) =>
    `Job ${jobId} (${kind}) for run ${runId} by ${by}: ${countOf(items, "item")}${spendingLimit === null ? "" : `, up to US$${spendingLimit}`}`,
  href,
});

export const jobPaused = auditEvent("job.paused", {
  label: "Job paused",
  data: job,
  text: ({ jobId }) => `Job ${jobId} by hand`,
  href,
});

export const jobResumed = auditEvent("job.resumed", {
  label: "Job resumed",
  data: job.extend({ spendingLimit: z.number().nullable() }),
  text: ({ jobId, spendingLimit }) =>
    `Job ${jobId}, ${spendingLimit === null ? "without a spending limit" : `up to US$${spendingLimit}`}`,
  href,
});

export const jobCancelled = auditEvent("job.cancelled", {
  label: "Job canceled",
  data: job.extend({ open: z.number() }),
  text: ({ jobId, open }) => `Job ${jobId}: ${countOf(open, "item")} not done`,
  href,
});

export const jobFailuresAccepted = auditEvent("job.failures-accepted", {
  ...aboutItems,
  label: "Failed items accepted",
});

export const jobRetried = auditEvent("job.retried", {
  ...aboutItems,
  label: "Failed items retried",
});
