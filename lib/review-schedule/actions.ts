"use server";

import { action } from "@/lib/access/action";
import * as commands from "./commands";
import { claimNextSchema, releaseClaimsSchema, renewClaimsSchema, skipQuestionSchema } from "./schema";

export const claimNext = action(claimNextSchema, (actor, input) => commands.claimNext(actor, input));

export const renewClaims = action(renewClaimsSchema, (actor, input) => commands.renewClaims(actor, input));

export const releaseClaims = action(releaseClaimsSchema, (actor, input) => commands.releaseClaims(actor, input));

export const skipQuestion = action(skipQuestionSchema, (actor, input) => commands.skipQuestion(actor, input));

export const undoSkip = action(skipQuestionSchema, (actor, input) => commands.undoSkip(actor, input));
