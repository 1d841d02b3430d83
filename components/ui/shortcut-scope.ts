/**
 * True when a bare key may act as a shortcut: no one is typing, no dialog or menu is open, and it belongs to no
 * chord of the browser.
 */
export function mayActOnKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  const target = event.target instanceof Element ? event.target : null;
  if (
    target?.closest(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog]",
    )
  )
    return false;
  return document.querySelector("[role=dialog], [role=menu]") === null;
}
