import { z } from "zod";
import { excerpt, noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";
import { countOf, formatCount } from "@/lib/platform/format";
import { jobPage } from "./address";

const jobData = z.object({ jobId: id, job: excerpt });
const aboutJob = {
  label: "Job",
  subject: ({ jobId }: z.output<typeof jobData>) => `job:${jobId}`,
  lines: ({ job }: z.output<typeof jobData>) => [job],
  href: ({ jobId }: z.output<typeof jobData>) => jobPage.href({ id: jobId }),
};

/** A job that the reader started is over. */
export const jobEndedNotice = noticeKind("job-ended", {
  ...aboutJob,
  data: jobData.extend({
    done: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
  }),
  title: ({ jobId, done, failed }) =>
    `Job ${jobId} is done: ${countOf(done, "item")}${failed > 0 ? `, ${formatCount(failed)} failed` : ""}`,
});

const PAUSED_BECAUSE: Record<string, string> = {
  "spending-limit": "it reached its spending limit",
  "key-refused": "the service refused the key",
  "quota-exhausted": "the account has no quota or credit left at the service",
  "not-allowed": "the host isn't allowed",
  restored: "a backup was restored",
  failures: "several items failed in a row",
};

/** It is paused by itself: `because` as in vocabulary.ts. */
export const jobPausedNotice = noticeKind("job-paused", {
  ...aboutJob,
  data: jobData.extend({ because: z.string() }),
  title: ({ jobId, because }) =>
    `Job ${jobId} paused: ${PAUSED_BECAUSE[because] ?? "it couldn’t go on"}`,
});
