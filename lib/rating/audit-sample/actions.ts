"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { auditSampleSchema } from "./schema";

export const changeAuditRate = action(auditSampleSchema, commands.changeAuditRate);
