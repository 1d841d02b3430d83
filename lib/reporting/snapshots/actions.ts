"use server";

import { z } from "zod";
import { action } from "@/lib/people/access/action";
import * as queries from "./queries";

/** The state as it is now, for a report's permanent address. */
export const currentSnapshot = action(z.object({}), (actor) => queries.currentSnapshot(actor));
