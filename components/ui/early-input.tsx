/** A field that one types into or ticks, with React's own note of the value it knows: there once React has it. */
type Field = (HTMLInputElement | HTMLTextAreaElement) & {
  _valueTracker?: { getValue: () => string; setValue: (value: string) => void } | null;
};

/**
 * Keeps what is typed, filled in by the browser, ticked or sent while the page's scripts are still coming. React would
 * put each field back to the value that the server sent, and the browser would send the form as an address; instead the
 * fields are filled again, with their event, once React listens, and the form is sent then.
 *
 * Runs in the page before anything else, from its text: it may name nothing outside itself.
 */
function keepEarlyInput(): void {
  const early = new Map<Field, { value: string; caret: [number | null, number | null] }>();
  let sent: { form: HTMLFormElement; button: HTMLElement | null } | undefined;
  let composing = false;
  let restoring = false;
  let waiting = false;
  let tries = 0;

  const isField = (target: EventTarget | null): target is Field =>
    (target instanceof HTMLInputElement && target.type !== "file") ||
    target instanceof HTMLTextAreaElement;
  const isTick = (field: Field): field is HTMLInputElement =>
    field.type === "checkbox" || field.type === "radio";
  const valueOf = (field: Field) => (isTick(field) ? String(field.checked) : field.value);
  // React watches who sets the property of the element itself; what a person does sets that of its kind.
  const setAsAPerson = (field: Field, name: "value" | "checked", value: string | boolean) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, value);

  function restore(field: Field): void {
    const tracker = field._valueTracker;
    const kept = early.get(field);
    if (!tracker || !kept || composing) return;
    // React listens to an event only if the value is another than the one it knows.
    tracker.setValue(`not ${kept.value}`);
    restoring = true;
    if (isTick(field)) {
      setAsAPerson(field, "checked", kept.value !== "true");
      field.click();
    } else {
      setAsAPerson(field, "value", kept.value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (document.activeElement === field)
        try {
          field.setSelectionRange(...kept.caret);
        } catch {
          // A field for an address or a number has no caret to set.
        }
    }
    restoring = false;
    if (tracker.getValue() === kept.value) early.delete(field);
  }

  function again(): void {
    waiting = false;
    for (const field of [...early.keys()])
      if (field.isConnected) restore(field);
      else early.delete(field);
    if (early.size === 0 && sent) {
      const { form, button } = sent;
      sent = undefined;
      if (form.isConnected) form.requestSubmit(button);
    }
    // Who does not listen three seconds after the page does never will.
    if (document.documentElement.dataset.hydrated === undefined || ++tries < 60) wait();
  }
  function wait(): void {
    if (waiting || (early.size === 0 && !sent)) return;
    waiting = true;
    setTimeout(again, 50);
  }

  function remember({ target }: Event): void {
    if (restoring || !isField(target) || (target._valueTracker && !early.has(target))) return;
    const caret: [number | null, number | null] = isTick(target)
      ? [null, null]
      : [target.selectionStart, target.selectionEnd];
    early.set(target, { value: valueOf(target), caret });
    tries = 0;
    wait();
  }
  addEventListener("input", remember, true);
  addEventListener("change", remember, true);
  // The next key comes after what was typed, not into the field that React has just emptied.
  addEventListener("beforeinput", ({ target }) => isField(target) && restore(target), true);
  addEventListener("compositionstart", () => (composing = true), true);
  addEventListener("compositionend", () => (composing = false), true);
  // After React, which answers to it on the document.
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.hasAttribute("action") || form.hasAttribute("method"))
      return;
    event.preventDefault();
    sent = { form, button: event.submitter };
    wait();
  });
}

/** What is typed before the page's scripts have come is kept for them (see above). */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: `(${String(keepEarlyInput)})()` }}
    />
  );
}
