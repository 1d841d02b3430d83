import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Drafts } from "@/components/desk/drafts";
import type { Desk } from "@/components/desk/runtime";
import { useFromDevice } from "@/components/desk/use-from-device";
import type { FormKind, ItemForm, Kept } from "./item-form";
import type { JudgingDesk, JudgingScreen, PassStep, Submitted } from "./rating-rules";
import { useWorkClock } from "./use-work-clock";

interface ItemFormOptions<
  I extends { taskId: number; revisionId: number; question: string },
  F extends ItemForm,
  S extends Submitted<F>,
> {
  screen: JudgingScreen<I, S>;
  desk: Desk<JudgingDesk<I, S>>;
  drafts: Drafts<Kept<F>>;
  item: I;
  kind: FormKind<I, F, S>;
}

/**
 * The form of the item at hand: what was typed before, the time at work on it, and its submission. Another item has its
 * own form at once, in the same paint.
 */
export function useItemForm<
  I extends { taskId: number; revisionId: number; question: string },
  F extends ItemForm,
  S extends Submitted<F>,
>({ screen, desk, drafts, item, kind }: ItemFormOptions<I, F, S>) {
  const { entered } = screen;
  const clock = useWorkClock(screen.facts.campaign.idleSeconds * 1_000);
  const before = entered === null ? kind.empty(item) : kind.entered(entered.input);
  const place = `${item.taskId} ${entered?.clientKey ?? ""}`;
  const [shown, setShown] = useState(place);
  const [form, setForm] = useState<F>(
    () => (desk.begun && drafts.read(item.taskId)?.form) || before,
  );
  const [tried, setTried] = useState(false);
  const [raw, setRaw] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const top = useRef<HTMLDivElement>(null);
  if (shown !== place) {
    setShown(place);
    setForm(drafts.read(item.taskId)?.form ?? before);
    setTried(false);
    setRaw(false);
    setUnfolded(false);
  }
  useFromDevice(desk.begun, () => drafts.read(item.taskId)?.form ?? null, setForm);
  useLayoutEffect(() => {
    clock.restart(drafts.read(item.taskId)?.activeMs ?? 0);
  }, [clock, drafts, item.taskId]);
  const first = useRef(true);
  useEffect(() => {
    // Keys and the screen reader go to the new item; a page that has just come leaves the focus where it is.
    if (!first.current || document.activeElement === document.body)
      top.current?.focus({ preventScroll: true });
    if (!first.current) window.scrollTo({ top: 0 });
    first.current = false;
  }, [place]);

  const keep = useCallback(
    (next: F) => drafts.write(item.taskId, { form: next, activeMs: clock.read() }),
    [drafts, item.taskId, clock],
  );
  const change = (next: F) => {
    setForm(next);
    keep(next);
  };
  // The time at work on an item that is left half done is not lost.
  useEffect(() => {
    const away = () => keep(form);
    window.addEventListener("pagehide", away);
    return () => window.removeEventListener("pagehide", away);
  }, [keep, form]);

  const toggleRaw = useCallback(() => setRaw((was) => !was), []);
  const toggleUnfolded = useCallback(() => setUnfolded((was) => !was), []);
  const unchanged = entered !== null && !kind.differs(form, before);
  return {
    form,
    change,
    note: (notes: Partial<ItemForm>) => change({ ...form, ...notes }),
    /** A submission was tried and is not complete. */
    tried,
    raw,
    toggleRaw,
    unfolded,
    toggleUnfolded,
    comment,
    top,
    /** The item was rated in this visit, and the form says the same. */
    unchanged,
    /** @param said null: it is not complete */
    submit: (said: Omit<S, keyof Submitted<F>> | null) => {
      if (said === null) return setTried(true);
      if (unchanged) return desk.forward();
      comment.current?.blur();
      // In the outbox before the draft goes: at no moment does the device hold neither.
      desk.act("judge", { ...said, form, activeMs: clock.read() } as unknown as S);
      drafts.write(item.taskId, null);
    },
    pass: (step: PassStep) => {
      if (entered !== null) return;
      keep(form);
      desk.act(step, undefined);
    },
  };
}
