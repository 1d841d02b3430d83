"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import * as commands from "./commands";
import * as queries from "./queries";
import { previewSelectionSchema, publishReleaseSchema } from "./schema";

export const publishRelease = action(publishReleaseSchema, commands.publishRelease);

export const previewSelection = action(previewSelectionSchema, async (actor, { selection }) =>
  ok(await queries.previewSelection(actor, selection)),
);
