"use client";

import { notifications } from "./notifications";
import { answerOf, isUnknown, titleOf, UNKNOWN_OUTCOME } from "@/lib/platform/lost-answers";
import type { AnyResult } from "@/lib/platform/result";
import { newClientKey } from "./client-key";
import classes from "./notify-undoable.module.css";
import { notifyRefusal } from "./notify-refusal";
import { PlainButton } from "./plain-button";
import type { Unkeyed } from "./use-command";

/** Words in the corner. */
interface Words {
  title: string;
  message: string | undefined;
}

/** How something is undone. */
export interface Undo<Input, T> {
  command: (input: Input) => Promise<AnyResult<T>>;
  input: Unkeyed<Input>;
  /** What is said once it is undone. */
  undone: (value: T) => Words;
  onUndone: () => void;
}

/** Long enough to read and to reach by keyboard. */
const UNDO_MS = 20_000;

/** Says what was done, and offers to undo it. @param undo null: it only says it */
export function notifyUndoable<Input, T>(words: Words, undo: Undo<Input, T> | null): void {
  if (undo === null) notifications.show({ ...words, color: "green", autoClose: UNDO_MS });
  else offer("green", words, "Undo", UNDO_MS, () => void undoNow(undo));
}

/**
 * Undoes something and says how it went. Where no one knows, it can be tried again under the same key, so that nothing
 * is undone twice.
 */
export async function undoNow<Input, T>(
  undo: Undo<Input, T>,
  clientKey = newClientKey(),
): Promise<void> {
  const sent = undo.command({ ...undo.input, clientKey } as Input);
  const result = await answerOf(sent, UNKNOWN_OUTCOME);
  if (result.ok) {
    notifications.show({ ...undo.undone(result.value), color: "green" });
    return undo.onUndone();
  }
  const { refusal } = result;
  if (!isUnknown(refusal)) return notifyRefusal("Not undone", refusal);
  const words = { title: titleOf(refusal, "Not undone"), message: refusal.message };
  offer("red", words, "Retry undo", false, () => void undoNow(undo, clientKey));
}

/** Shows words with a button, which closes them. */
function offer(
  color: "green" | "red",
  { title, message }: Words,
  label: string,
  autoClose: number | false,
  act: () => void,
): void {
  const id = notifications.show({
    title,
    color,
    autoClose,
    message: (
      <div className={classes.offer}>
        <p>{message}</p>
        <PlainButton
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            act();
          }}
        >
          {label}
        </PlainButton>
      </div>
    ),
  });
}
