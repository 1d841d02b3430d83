"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { answerExampleSchema } from "./schema";

export const answerExample = action(answerExampleSchema, (actor, input) =>
  commands.answerExample(actor, input),
);
