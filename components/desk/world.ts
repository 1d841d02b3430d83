import type { Result } from "@/lib/platform/result";
import { newClientKey } from "@/components/ui/client-key";
import { postJson, tellJson } from "./post";

/** The world as a visit to a desk needs it; tests bring their own. */
export interface VisitWorld<Waiting> {
  /** Sends one step; null when the server was not reached or could not answer. */
  post: (step: string, body: Record<string, unknown>) => Promise<Result<unknown> | null>;
  /** Sends without waiting for an answer, also while the page goes away. */
  tell: (step: string, body: Record<string, unknown>) => void;
  /** What still waits to be sent. */
  outbox: Waiting;
  uuid: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs something later and returns how to prevent it. */
  later: (run: () => void, ms: number) => () => void;
}

/**
 * The world of a page.
 * @param address where the steps are sent, each under its name.
 * @param person what every message says of who sent it: another account may be signed in by then.
 */
export function visitWorld<Waiting>(
  address: string,
  outbox: Waiting,
  person: Record<string, unknown> = {},
): VisitWorld<Waiting> {
  return {
    post: (step, body) => postJson(`${address}/${step}`, { ...body, ...person }),
    tell: (step, body) => tellJson(`${address}/${step}`, { ...body, ...person }),
    outbox,
    uuid: newClientKey,
    now: () => Date.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
