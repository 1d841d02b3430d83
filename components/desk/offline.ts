import { TIME_FOR_PARTS } from "@/components/ui/later";
import { clearShelves } from "./shelf";

const WORKER = "/desk-worker.js";
const SCOPE = "/rate/";
const ASSETS = "/_next/static/";
/** The first item comes before all this. */
const BEGIN_MS = 1_500;

/** Parts that the desk shows later come long behind its first view. */
const PARTS_MS = 5_000;

/** Only where the browser has one: on https, and on this machine. */
const workers = () =>
  typeof navigator !== "undefined" && "serviceWorker" in navigator ? navigator.serviceWorker : null;

/** Someone signs out: nothing is kept any more. */
let forgotten = false;

/** Lets the worker keep the desk's scripts, also those that come later, so that it opens where no server is reached. */
export function keepDeskOffline(): () => void {
  const container = workers();
  if (container === null || process.env.NODE_ENV !== "production") return () => {};
  let observer: PerformanceObserver | null = null;
  let ended = false;
  let partsAsked = false;
  let partsTimer: ReturnType<typeof setTimeout> | undefined;
  const begin = async () => {
    if (forgotten) return;
    await container.register(WORKER, { scope: SCOPE });
    const { active } = await container.ready;
    if (ended || active === null) return;
    // Nothing is loaded twice for it: what a build made is kept by the browser.
    const told = new Set<string>();
    const tell = (names: string[]) => {
      const assets = names.filter((name) => name.includes(ASSETS) && !told.has(name));
      for (const asset of assets) told.add(asset);
      if (assets.length === 0 || forgotten) return;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const { dataset } = document.documentElement;
        dataset.offline = partsAsked ? "whole" : "ready";
        channel.port1.close();
        partsTimer ??= setTimeout(() => {
          partsAsked = true;
          window.dispatchEvent(new Event(TIME_FOR_PARTS));
        }, PARTS_MS);
      };
      active.postMessage({ build: process.env.WORKBENCH_BUILD, assets }, [channel.port2]);
    };
    observer = new PerformanceObserver((list) => tell(list.getEntries().map(({ name }) => name)));
    observer.observe({ type: "resource", buffered: true });
  };
  // The desk works without it.
  const timer = setTimeout(() => void begin().catch(() => {}), BEGIN_MS);
  return () => {
    ended = true;
    clearTimeout(timer);
    clearTimeout(partsTimer);
    observer?.disconnect();
  };
}

/** Takes everything of the desk off this device but what waits to be sent: someone signs out. */
export async function forgetDesks(): Promise<void> {
  forgotten = true;
  const registration = await workers()
    ?.getRegistration(SCOPE)
    .catch(() => undefined);
  const names = "caches" in window ? await caches.keys().catch(() => []) : [];
  await Promise.allSettled([
    registration?.unregister(),
    ...names.filter((name) => name.startsWith("desk-")).map((name) => caches.delete(name)),
    clearShelves(),
  ]);
}
