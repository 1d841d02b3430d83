"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { dryRun } from "./planning-queries";
import {
  comparisonJobSchema,
  generationJobSchema,
  jobInputSchema,
  jobSchema,
  judgingJobSchema,
  repeatJobSchema,
  resumeJobSchema,
} from "./schema";

export const previewJob = action(jobInputSchema, (actor, input) => dryRun(actor, input));
export const createGenerationJob = action(generationJobSchema, (actor, input) =>
  commands.createGenerationJob(actor, input),
);
export const createJudgingJob = action(judgingJobSchema, (actor, input) =>
  commands.createJudgingJob(actor, input),
);
export const createRepeatJob = action(repeatJobSchema, (actor, input) =>
  commands.createRepeatJob(actor, input),
);
export const createComparisonJob = action(comparisonJobSchema, (actor, input) =>
  commands.createComparisonJob(actor, input),
);
export const pauseJob = action(jobSchema, (actor, input) => commands.pauseJob(actor, input));
export const resumeJob = action(resumeJobSchema, (actor, input) =>
  commands.resumeJob(actor, input),
);
export const cancelJob = action(jobSchema, (actor, input) => commands.cancelJob(actor, input));
export const acceptFailures = action(jobSchema, (actor, input) =>
  commands.acceptFailures(actor, input),
);
export const retryFailed = action(jobSchema, (actor, input) => commands.retryFailed(actor, input));
