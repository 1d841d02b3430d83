import { useEffect } from "react";

/** What a desk does when someone comes to it and goes. Stable between renders (a session, or memoized). */
interface Visit {
  /** Once the page is shown, and again when the browser brings it back from its memory. */
  start(): void;
  /** When the page is left or closed: what was held is given back. */
  leave(): void;
  /** The connection is back. */
  retry?(): void;
  /** The window is looked at again. */
  seen?(): void;
  /** Another window of this browser has changed what the device keeps. */
  stored?(): void;
}

/** Tells a desk when its page comes and goes, however that happens. */
export function useVisit(visit: Visit): void {
  useEffect(() => {
    visit.start();
    const leave = () => visit.leave();
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) visit.start();
    };
    const online = () => visit.retry?.();
    const visible = () => {
      if (document.visibilityState === "visible") visit.seen?.();
    };
    const stored = () => visit.stored?.();
    window.addEventListener("storage", stored);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", back);
    window.addEventListener("online", online);
    document.addEventListener("visibilitychange", visible);
    return () => {
      window.removeEventListener("storage", stored);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", back);
      window.removeEventListener("online", online);
      document.removeEventListener("visibilitychange", visible);
      leave();
    };
  }, [visit]);
}

/** Asks before the window is closed. @param atRisk something waits to be sent that the device would not keep */
export function useLeaveWarning(atRisk: boolean): void {
  useEffect(() => {
    if (!atRisk) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [atRisk]);
}
