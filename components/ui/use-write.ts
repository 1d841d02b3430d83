import { useState } from "react";
import { answerOf, UNKNOWN_OUTCOME } from "@/lib/platform/lost-answers";
import type { Result } from "@/lib/platform/result";
import { newClientKey } from "./client-key";

type Unkeyed<Input> = Input extends unknown ? Omit<Input, "clientKey"> : never;

/** Sends an input to a command (a server action) and returns its answer, or UNKNOWN_OUTCOME where the answer was lost. */
export type Write = <Input, T>(
  command: (input: Input) => Promise<Result<T>>,
  input: NoInfer<Unkeyed<Input>>,
) => Promise<Result<T>>;

/**
 * Makes a Write. Until a command has succeeded, the same input carries the same client key, so that a repeat after a lost
 * answer does nothing twice; another input, or the same once more after a success, is another submission.
 */
export function createWrite(): Write {
  const sent = new Map<unknown, { said: string; clientKey: string }>();
  return async <Input, T>(command: (input: Input) => Promise<Result<T>>, input: Unkeyed<Input>) => {
    const said = JSON.stringify(input);
    const last = sent.get(command);
    const clientKey = last?.said === said ? last.clientKey : newClientKey();
    sent.set(command, { said, clientKey });
    const result = await answerOf(command({ ...input, clientKey } as Input), UNKNOWN_OUTCOME);
    if (result.ok) sent.delete(command);
    return result;
  };
}

/** Returns the Write of a component, which every form and button uses to change data. */
export function useWrite(): Write {
  return useState(createWrite)[0];
}
