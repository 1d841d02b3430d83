"use client";

import { createContext, useContext } from "react";

/** The panel beside a list of questions. */
export interface Beside {
  /** The question that it shows; null: it is closed. */
  id: number | null;
  /** Shows a question; closes the panel where it shows that one already. */
  toggle: (id: number) => void;
  /** The cursor is at another question: an open panel goes along. @param near ids that are likely next */
  follow: (id: number, near?: readonly number[]) => void;
  close: () => void;
}

/** Lies with the list, which tells it where the cursor is; the panel provides it. */
export const BesideContext = createContext<Beside>({
  id: null,
  toggle: () => {},
  follow: () => {},
  close: () => {},
});

export const useBeside = (): Beside => useContext(BesideContext);
