"use client";

import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { later } from "./later";
import { NOT_LOADED } from "./not-loaded";

/**
 * Parts of a page that most visits never open: a dialog, a form of filters. They are drawn, and their script is fetched, from
 * the first time on that they are wanted; then they stay, so that they can close as they opened.
 */
export function WhenWanted({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [ever, setEver] = useState(wanted);
  if (wanted && !ever) setEver(true);
  useFocusBack(wanted);
  // What pages of the server hand in may be on its way, too.
  return ever && <Suspense>{children}</Suspense>;
}

/** So much later than a dialog of the UI kit, which returns the focus itself, but not if it was open when it was first drawn. */
const FOCUS_BACK_MS = 20;

/** Returns the focus to where it was before the part was wanted, if closing the part has left it nowhere. */
function useFocusBack(wanted: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (wanted) before.current = document.activeElement;
  }, [wanted]);
  useEffect(() => {
    const back = before.current;
    if (wanted || !(back instanceof HTMLElement)) return;
    const timer = setTimeout(() => {
      const now = document.activeElement;
      if (now === null || now === document.body || now.closest("[role=dialog]") !== null)
        back.focus({ preventScroll: true });
    }, FOCUS_BACK_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
}

/**
 * Such a part. Nothing is shown until its script is here; where that does not come, a line says so. It is a component around
 * the lazy one, which a page of the server could not show: to it, that is lazy twice (React’s error 306).
 */
export function part<P extends object>(load: Parameters<typeof later<P>>[0]) {
  const { Part } = later(load, NotLoaded);
  return function ComesWhenDrawn(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

function NotLoaded() {
  return <p role="alert">{NOT_LOADED}</p>;
}
