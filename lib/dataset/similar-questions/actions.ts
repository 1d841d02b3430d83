"use server";

import { action } from "@/lib/people/access/action";
import { ok } from "@/lib/platform/result";
import { findNeighbours as find } from "./queries";
import { findNeighboursSchema } from "./schema";

export const findNeighbours = action(findNeighboursSchema, async (actor, input) =>
  ok(await find(actor, input)),
);
