"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import { previewSelectionSchema } from "@/lib/dataset/releases/schema";
import * as queries from "./queries";

export const previewPublishing = action(previewSelectionSchema, async (actor, { selection }) =>
  ok(await queries.previewPublishing(actor, selection)),
);
