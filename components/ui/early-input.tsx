/** What one types into, ticks or chooses from. React notes the value that it knows of the first two: once it has them. */
type Field = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & {
  _valueTracker?: { getValue: () => string; setValue: (value: string) => void } | null;
};

/** A form that was sent, and by what. */
interface Sent {
  form: HTMLFormElement;
  button: HTMLElement | null;
}

/**
 * Keeps what is typed, filled in by the browser, ticked, chosen or sent while the page's scripts are still coming. React
 * would put each field back to the value that the server sent, and the browser would send the form as an address; instead
 * the fields are filled again, with their event, once React listens, and the form is sent then.
 *
 * Runs in the page before anything else, from its text: it may name nothing outside itself.
 */
function keepEarlyInput(): void {
  /**
   * In the order in which they were last changed. was: the value that the server sent; caret: where the next key goes;
   * told: how often React heard of it.
   */
  const early = new Map<
    Field,
    { value: string; was: string; caret: number | null; told: number }
  >();
  let sent: Sent | undefined;
  let composing = false;
  /** Whether what happens is of our doing. */
  let ours = false;
  let waiting = false;
  let tries = 0;

  const isField = (target: unknown): target is Field =>
    (target instanceof HTMLInputElement && target.type !== "file") ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  const isTick = (field: Field): field is HTMLInputElement =>
    field.type === "checkbox" || field.type === "radio";
  const valueOf = (field: Field) => (isTick(field) ? String(field.checked) : field.value);
  const sentValueOf = (field: Field) =>
    field instanceof HTMLSelectElement
      ? ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])
          ?.value
      : isTick(field)
        ? String(field.defaultChecked)
        : field.defaultValue;
  const isTaken = (field: Field) =>
    field instanceof HTMLSelectElement
      ? Object.keys(field).some((key) => key.startsWith("__reactProps$"))
      : Boolean(field._valueTracker);
  // React watches who sets the property of the element itself; what a person does sets that of its kind.
  const setAsAPerson = (field: Field, name: "value" | "checked", value: string | boolean) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, value);
  const listens = () => document.documentElement.dataset.hydrated !== undefined;
  // One that names where it goes needs no script.
  const goes = (form: HTMLFormElement) =>
    form.hasAttribute("action") || form.hasAttribute("method");
  /** Whether React has still to hear of something in the form. */
  const isAwaited = (form: HTMLFormElement) =>
    [...early.keys()].some((field) => field.form === form);

  function restore(field: Field): void {
    const kept = early.get(field);
    if (!kept || composing || !isTaken(field)) return;
    const shown = valueOf(field);
    // Something newer is there: a draft that was kept on the device.
    if (shown !== kept.value && shown !== kept.was) return void early.delete(field);
    // React listens to an event only if the value is another than the one it knows.
    const unknown = `not ${kept.value}`;
    field._valueTracker?.setValue(unknown);
    ours = true;
    if (isTick(field)) {
      setAsAPerson(field, "checked", kept.value !== "true");
      field.click();
    } else {
      if (shown !== kept.value) {
        setAsAPerson(field, "value", kept.value);
        if (document.activeElement === field && kept.caret !== null)
          (field as HTMLTextAreaElement).setSelectionRange(kept.caret, kept.caret);
      }
      const event = field instanceof HTMLSelectElement ? "change" : "input";
      field.dispatchEvent(new Event(event, { bubbles: true }));
    }
    ours = false;
    // React knows no more than before: it did not hear of it.
    if (field._valueTracker?.getValue() === unknown) return;
    // It heard, whatever it made of it (a unit behind the number, a refusal), or was only now taking the field over, and
    // emptied it.
    kept.told++;
    const emptied = valueOf(field) === kept.was && kept.value !== kept.was;
    if (!emptied || kept.told > 5) early.delete(field);
  }

  function again(): void {
    waiting = false;
    for (const [field, kept] of [...early]) {
      // One that was drawn anew keeps its name.
      const now = field.isConnected ? field : document.getElementById(field.id);
      if (now !== field) early.delete(field);
      if (now !== field && isField(now)) early.set(now, kept);
      if (isField(now)) restore(now);
    }
    if (sent && listens() && !isAwaited(sent.form)) send(sent);
    // Who does not listen three seconds after all has come never will.
    if (listens() && document.readyState === "complete") tries++;
    if (tries < 60) return wait();
    early.clear();
    if (sent && goes(sent.form)) send(sent);
    sent = undefined;
  }
  function wait(): void {
    if (waiting || (early.size === 0 && !sent)) return;
    waiting = true;
    setTimeout(again, 50);
  }

  function remember({ target, type }: Event): void {
    if (ours || !isField(target)) return;
    // Who goes on after sending has not meant what was sent.
    if (type === "input" && sent && target.form === sent.form) sent = undefined;
    const kept = early.get(target);
    if (!kept && isTaken(target)) return;
    // Of a group only one is chosen.
    if (target.type === "radio")
      for (const other of early.keys())
        if (other.type === "radio" && other.name === target.name && other.form === target.form)
          early.delete(other);
    early.delete(target);
    early.set(target, {
      value: valueOf(target),
      was: kept?.was ?? sentValueOf(target) ?? "",
      // A field for an address has none.
      caret: "selectionEnd" in target ? target.selectionEnd : null,
      told: 0,
    });
    tries = 0;
    wait();
  }
  addEventListener("input", remember, true);
  addEventListener("change", remember, true);
  // The next key comes after what was typed, not into the field that React has just emptied.
  const catchUp = ({ target }: Event) => isField(target) && restore(target);
  addEventListener("beforeinput", catchUp, true);
  addEventListener("compositionstart", (event) => (catchUp(event), (composing = true)), true);
  for (const end of ["compositionend", "focusin"])
    addEventListener(end, () => (composing = false), true);
  function send({ form, button }: Sent): void {
    // Where nobody answers to it, it is kept again.
    sent = undefined;
    if (!form.isConnected) return;
    ours = true;
    form.requestSubmit(button?.isConnected ? button : null);
    ours = false;
  }
  function sendLater(event: SubmitEvent): void {
    event.preventDefault();
    sent = { form: event.target as HTMLFormElement, button: event.submitter };
    wait();
  }
  // Before React, which listens by now but has not heard of all that is in the form: it would find a field empty.
  addEventListener(
    "submit",
    (event) => {
      if (ours) return;
      tries = 0;
      const form = event.target as HTMLFormElement;
      if (goes(form) && !listens()) return;
      if (!isAwaited(form)) return;
      event.stopImmediatePropagation();
      sendLater(event);
    },
    true,
  );
  // After React, which answers to it on the document.
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const taken =
      listens() && [...form.elements].every((field) => !isField(field) || isTaken(field));
    if (!event.defaultPrevented && !taken && !goes(form)) return sendLater(event);
    if (sent?.form === form) sent = undefined;
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
