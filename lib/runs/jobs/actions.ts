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

export const previewJobAction = action(jobInputSchema, (actor, input) => dryRun(actor, input));
export const createGenerationJobAction = action(generationJobSchema, (actor, input) =>
  commands.createGenerationJob(actor, input),
);
export const createJudgingJobAction = action(judgingJobSchema, (actor, input) =>
  commands.createJudgingJob(actor, input),
);
export const createRepeatJobAction = action(repeatJobSchema, (actor, input) =>
  commands.createRepeatJob(actor, input),
);
export const createComparisonJobAction = action(comparisonJobSchema, (actor, input) =>
  commands.createComparisonJob(actor, input),
);
export const pauseJobAction = action(jobSchema, (actor, input) => commands.pauseJob(actor, input));
export const resumeJobAction = action(resumeJobSchema, (actor, input) =>
  commands.resumeJob(actor, input),
);
export const cancelJobAction = action(jobSchema, (actor, input) =>
  commands.cancelJob(actor, input),
);
export const acceptFailuresAction = action(jobSchema, (actor, input) =>
  commands.acceptFailures(actor, input),
);
export const retryFailedAction = action(jobSchema, (actor, input) =>
  commands.retryFailed(actor, input),
);
