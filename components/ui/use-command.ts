"use client";

import { notifications, type Message as CornerMessage } from "./notifications";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { answerOf, UNKNOWN_OUTCOME, UNREACHABLE } from "@/lib/platform/lost-answers";
import type { LostCode, PageCode, RefusalCode } from "@/lib/platform/refusal-codes";
import type { Refusal, Result } from "@/lib/platform/result";
import { newClientKey } from "./client-key";
import { IDLE, step, underway, type CommandEvent, type CommandState } from "./command-state";
import { notifyRefusal } from "./notify-refusal";

/** An input without the key that the edge gives it. */
export type Unkeyed<Input> = Input extends unknown ? Omit<Input, "clientKey"> : never;

/** The same each time, so that what is drawn by it is not drawn again. */
const NOTHING: Readonly<Record<string, string>> = {};

/** A message in the corner: one sentence, or a title with a message. */
type Message = string | Pick<CornerMessage, "title" | "message" | "color">;

interface CommandOptions<Said, T, C extends RefusalCode> {
  /** What was not done, as the title of its refusals: "Campaign not saved". Not said where no one knows. */
  title?: string;
  /** What is said in the corner once it is done. */
  done?: Message | ((value: T, input: Said) => Message);
  onDone?: (value: T, input: Said) => void;
  onRefused?: (refusal: Refusal<C>, input: Said) => void;
  /** Loads the page's data again once it is done; the command is pending until they are there. */
  refresh?: boolean;
  /** Shows refusals in the corner, where there is no place for a RefusalAlert. */
  notify?: boolean;
  /** The form that shows the words for single fields beside them. */
  form?: { setErrors: (errors: Record<string, string>) => void };
  /** The form's draft on the device, which is gone once it is done. */
  kept?: { saved: () => void };
  /** Nothing is changed, so that a lost answer leaves nothing unknown, and no key is sent: previews and questions. */
  reads?: boolean;
  /** What makes two inputs the same submission, where not all of it does: the time of entry never does. */
  identity?: (input: Said) => unknown;
  /** Said where no answer came, instead of the usual. */
  lost?: Refusal<LostCode>;
}

/** A command of the server as a component uses it. */
export interface Command<Said = never, T = unknown, C extends RefusalCode = RefusalCode> {
  /**
   * Sends an input. Answers null where the same input is under way already, else what the server said; whoever only
   * shows it need not look at that.
   * @param key the one to send it under, where a draft has kept one; by default a new one. Repeats keep theirs anyway.
   */
  run: (input: Said, key?: string) => Promise<Result<T, C> | null>;
  /** Whether an answer, or what `refresh` loads, is still to come. */
  pending: boolean;
  /** The input whose answer is to come; of several the last. */
  pendingInput: Said | null;
  refusal: Refusal<C> | null;
  /** Words for single fields of the input, by the field's path; empty where nothing is refused. */
  fields: Readonly<Record<string, string>>;
  /** Shows a refusal of the component's own, because of which nothing is sent. */
  refuse: (message: string) => void;
  /** Puts the refusal away. */
  dismiss: () => void;
  /** The title of its refusals. */
  title: string;
  /** Of several commands, the one with the greatest was tried last. */
  turn: number;
}

/** Grows with each submission in this window. */
let turns = 0;

/**
 * Connects a form or a button with a command (a server action), and tells where it stands: pending, refused by field or
 * as a whole, unreachable, outcome unknown. What becomes of what was typed is the form's: it empties itself in `onDone`
 * alone. Keys against doing twice are its own, see command-state.ts.
 *
 * `onDone` runs also after the component has left the page; a refusal is then shown in the corner.
 * @example
 * const save = useCommand(updateCampaign, { title: "Campaign not saved", onDone: (campaign) => router.push(…) });
 * <form onSubmit={form.onSubmit((values) => void save.run(values))}>
 *   <RefusalAlert of={save} />
 *   <Button type="submit" loading={save.pending}>Save changes</Button>
 */
export function useCommand<Input, T, C extends RefusalCode>(
  command: (input: Input) => Promise<Result<T, C>>,
  options: CommandOptions<Unkeyed<Input>, T, C | PageCode> = {},
): Command<Unkeyed<Input>, T, C | PageCode> {
  type Said = Unkeyed<Input>;
  type Codes = C | PageCode;
  const { title = "Something went wrong", reads = false } = options;
  const router = useRouter();
  const [refreshing, startTransition] = useTransition();
  /** What the machine knows; `shown` follows it, and is what a page is rendered from. */
  const machine = useRef<CommandState<Said, C>>(IDLE);
  const [shown, setShown] = useState<CommandState<Said, C>>(IDLE);

  const tell = (event: CommandEvent<Said, T, C>) => {
    const [next, effect] = step(machine.current, event);
    machine.current = next;
    setShown(next);
    return effect;
  };
  useEffect(() => {
    const set = (type: "mounted" | "unmounted") => {
      [machine.current] = step(machine.current, { type });
    };
    set("mounted");
    return () => set("unmounted");
  }, []);

  const finish = (value: T, input: Said) => {
    const said = typeof options.done === "function" ? options.done(value, input) : options.done;
    if (said !== undefined)
      notifications.show({
        color: "green",
        ...(typeof said === "string" ? { message: said } : said),
      });
    options.onDone?.(value, input);
    options.kept?.saved();
    if (options.refresh) startTransition(() => router.refresh());
  };
  const run = async (input: Said, key = newClientKey()): Promise<Result<T, Codes> | null> => {
    const said = JSON.stringify(options.identity?.(input) ?? input);
    const send = tell({ type: "submitted", said, input, freshKey: key, turn: ++turns });
    if (send?.type !== "send") return null;
    const whole = (reads ? input : { ...input, clientKey: send.clientKey }) as Input;
    const lost = options.lost ?? (reads ? UNREACHABLE : UNKNOWN_OUTCOME);
    const result = await answerOf(command(whole), lost);
    const effect = tell({ type: "answered", said, result });
    switch (effect?.type) {
      case "done":
        finish(effect.value, input);
        return { ok: true, value: effect.value };
      case "refused":
      case "refused-unseen": {
        const { refusal } = effect;
        options.form?.setErrors(refusal.fields ?? {});
        if (options.notify || effect.type === "refused-unseen") notifyRefusal(title, refusal);
        options.onRefused?.(refusal, input);
        return { ok: false, refusal };
      }
      default:
        return null;
    }
  };

  const pendingInput = underway(shown);
  return {
    run,
    pending: pendingInput !== null || refreshing,
    pendingInput,
    refusal: shown.refusal,
    fields: shown.refusal?.fields ?? NOTHING,
    refuse: (message) =>
      void tell({ type: "refused", refusal: { code: "not-sent", message }, turn: ++turns }),
    dismiss: () => void tell({ type: "dismissed" }),
    title,
    turn: shown.turn,
  };
}
