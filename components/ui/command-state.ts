import type { PageCode, RefusalCode } from "@/lib/platform/refusal-codes";
import type { Refusal, Result } from "@/lib/platform/result";

/** A submission that is not known to be done. */
interface Sent<Input> {
  /** What makes it the same submission: the input as JSON, without its key. */
  said: string;
  input: Input;
  clientKey: string;
  /** Whether its answer is still to come. */
  underway: boolean;
}

/** Where a command of a component stands. Changes by step() alone. */
export interface CommandState<Input = unknown, C extends RefusalCode = RefusalCode> {
  sent: readonly Sent<Input>[];
  /** Why it was not done, or not known to be; null once it is tried again. */
  refusal: Refusal<C | PageCode> | null;
  /** Grows with each submission of whatever command: of several, the greatest was tried last. */
  turn: number;
  /** Whether the component is on the page, to show a refusal. */
  mounted: boolean;
}

export const IDLE: CommandState<never, never> = { sent: [], refusal: null, turn: 0, mounted: true };

export type CommandEvent<Input, T, C extends RefusalCode> =
  /** A person submits. `freshKey` is used unless these very words were sent before, without success. */
  | { type: "submitted"; said: string; input: Input; freshKey: string; turn: number }
  /** The answer to a submission, or what is said where none came. */
  | { type: "answered"; said: string; result: Result<T, C | PageCode> }
  /** The component itself refuses before anything is sent. */
  | { type: "refused"; refusal: Refusal<PageCode>; turn: number }
  | { type: "dismissed" }
  | { type: "mounted" }
  | { type: "unmounted" };

/** What has to be done after an event. */
export type CommandEffect<T, C extends RefusalCode> =
  | { type: "send"; clientKey: string }
  | { type: "done"; value: T }
  | { type: "refused"; refusal: Refusal<C | PageCode> }
  /** As `refused`, but the component that would show it has left the page. */
  | { type: "refused-unseen"; refusal: Refusal<C | PageCode> };

/**
 * Answers what becomes of a command, and what has to be done (null: nothing).
 *
 * A submission keeps its key until it is known to be done, so that a repeat after a lost answer does nothing twice; the
 * same words after a success are another submission. The same words while their answer is to come (a double click) are
 * not sent again. Other words forget what was refused or lost before them, and leave alone what is under way.
 */
export function step<Input, T, C extends RefusalCode>(
  state: CommandState<Input, C>,
  event: CommandEvent<Input, T, C>,
): [CommandState<Input, C>, CommandEffect<T, C> | null] {
  switch (event.type) {
    case "submitted": {
      const before = state.sent.find((one) => one.said === event.said);
      if (before?.underway) return [state, null];
      const { said, input, freshKey, turn } = event;
      const clientKey = before?.clientKey ?? freshKey;
      const others = state.sent.filter((one) => one.underway);
      const sent = [...others, { said, input, clientKey, underway: true }];
      return [
        { ...state, sent, refusal: null, turn },
        { type: "send", clientKey },
      ];
    }
    case "answered": {
      const { said, result } = event;
      if (result.ok) {
        const sent = state.sent.filter((one) => one.said !== said);
        return [
          { ...state, sent },
          { type: "done", value: result.value },
        ];
      }
      const { refusal } = result;
      const sent = state.sent.map((one) => (one.said === said ? { ...one, underway: false } : one));
      return [
        { ...state, sent, refusal },
        { type: state.mounted ? "refused" : "refused-unseen", refusal },
      ];
    }
    case "refused":
      return [{ ...state, refusal: event.refusal, turn: event.turn }, null];
    case "dismissed":
      return [state.refusal === null ? state : { ...state, refusal: null }, null];
    case "mounted":
    case "unmounted":
      return [{ ...state, mounted: event.type === "mounted" }, null];
  }
}

/** Returns the input of the submission under way that was sent last; null where nothing is. */
export function underway<Input>(state: CommandState<Input>): Input | null {
  return state.sent.findLast((one) => one.underway)?.input ?? null;
}
