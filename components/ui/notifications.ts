import type { ReactNode } from "react";

/** A message in the corner. */
export interface Message {
  title?: ReactNode;
  message: ReactNode;
  color?: "green" | "red" | "orange" | "yellow";
  /** Milliseconds until it goes by itself; false: it stays until it is closed. */
  autoClose?: number | false;
}

export interface ShownMessage extends Message {
  id: number;
}

/** As many are shown at once; the others wait. */
const MOST = 5;

let messages: readonly ShownMessage[] = [];
let shown: readonly ShownMessage[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly ShownMessage[]): void {
  messages = next;
  shown = next.slice(0, MOST);
  for (const listener of listeners) listener();
}

/**
 * Messages in the corner. They are part of every page's script, and a small one: the message that the server cannot be
 * reached must not have to be fetched from it.
 */
export const notifications = {
  show(message: Message): number {
    last += 1;
    set([...messages, { ...message, id: last }]);
    return last;
  },
  hide(id: number): void {
    set(messages.filter((message) => message.id !== id));
  },
};

export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownMessages(): readonly ShownMessage[] {
  return shown;
}
