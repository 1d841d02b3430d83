"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { saveLayoutSchema } from "./schema";

/** Renders no page: the browser that sends it shows the layout already. */
export const saveLayout = action(saveLayoutSchema, (actor, input) =>
  commands.saveLayout(actor, input),
);
