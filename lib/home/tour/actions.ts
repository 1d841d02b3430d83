"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { endToursSchema } from "./schema";

/** Renders no page: the browser that sends it has put the tour away already. */
export const endTours = action(endToursSchema, (actor, input) => commands.endTours(actor, input));
