import type { IncomingMessage } from "node:http";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { CELLS_BYTES } from "@/lib/dataset/sheet/vocabulary";
import { MAX_RATINGS_BYTES } from "@/lib/reporting/ratings-file/schema";
import type { PlainAnswer } from "./plain-answer";

/** What a form of a stranger may have: sign-in, invitations, reset links. In bytes, as all limits here. */
export const STRANGER_BYTES = 64_000;
/** JSON for the API. */
const JSON_BYTES = 1_000_000;
/** A server action; next.config.ts says the same to Next. The largest that is sent names 200,000 questions. */
const ACTION_BYTES = 2_000_000;

/** How long a client may be silent while it sends a body, and how long a small body may take in all, in milliseconds. */
export interface BodyTimes {
  silence: number;
  small: number;
}
export const BODY_TIMES: BodyTimes = { silence: 30_000, small: 60_000 };

/** Returns how many bytes the body of a request may have. Decided by the address alone, so that nothing is read before. */
export function bodyLimitOf(method: string, path: string): number {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return STRANGER_BYTES;
  if (/^\/api\/(imports|runs\/logs|runs\/[^/]+\/imports)\/?$/.test(path)) return DEFAULT_MAX_BYTES;
  if (/^\/api\/reports\/agreement-file\/?$/.test(path)) return MAX_RATINGS_BYTES;
  if (/^\/api\/questions\/cells\/[^/]+\/?$/.test(path)) return CELLS_BYTES;
  if (/^\/(api\/auth|sign-in|invitation|reset|public)(\/|$)/.test(path)) return STRANGER_BYTES;
  return path.startsWith("/api/") ? JSON_BYTES : ACTION_BYTES;
}

/** Returns the answer to a body that is announced to be larger than `limit`, or null. */
export function announcedTooLarge(request: IncomingMessage, limit: number): PlainAnswer | null {
  const announced = Number(request.headers["content-length"] ?? 0);
  return announced > limit ? tooLarge(limit) : null;
}

/**
 * Counts the bytes of a body as they come, before anyone reads them, and watches that they do come.
 * @param refuse called once, when the body is too large or too slow; nothing more of it is handed on then.
 */
export function watchBody(
  request: IncomingMessage,
  limit: number,
  times: BodyTimes,
  refuse: (answer: PlainAnswer) => void,
): void {
  if (
    request.headers["transfer-encoding"] === undefined &&
    Number(request.headers["content-length"] ?? 0) === 0
  )
    return;
  let bytes = 0;
  let over = false;
  const push = request.push.bind(request);
  const giveUp = (answer: PlainAnswer) => {
    if (over) return;
    over = true;
    stop();
    refuse(answer);
  };
  const silence = setTimeout(() => {
    // What has come and was not read yet is our own slowness.
    if (request.readableLength > 0) silence.refresh();
    else giveUp(TOO_SLOW);
  }, times.silence).unref();
  const whole =
    limit > ACTION_BYTES ? null : setTimeout(() => giveUp(TOO_SLOW), times.small).unref();
  const stop = () => {
    clearTimeout(silence);
    if (whole !== null) clearTimeout(whole);
  };
  request.once("close", stop);
  // Whoever reads on after a while asks for more just now: the client's silence begins with that.
  const readMore = request._read.bind(request);
  request._read = (size) => {
    silence.refresh();
    readMore(size);
  };
  // The parser hands every piece to push(); a listener would set the stream flowing, and a stream between would be no request.
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) {
      stop();
      return push(null);
    }
    // Thrown away: the rest of what was refused.
    if (over) return true;
    bytes += (chunk as Uint8Array).length;
    if (bytes > limit) {
      giveUp(tooLarge(limit));
      return true;
    }
    silence.refresh();
    return push(chunk, encoding);
  };
}

function tooLarge(limit: number): PlainAnswer {
  const most = limit >= 1e6 ? `${limit / 1e6} MB` : `${limit / 1e3} kB`;
  return {
    status: 413,
    code: "too-large",
    title: "Too large",
    message: `This is too large: ${most} maximum. Nothing was saved. Send less at once.`,
  };
}

const TOO_SLOW: PlainAnswer = {
  status: 408,
  code: "too-slow",
  title: "Connection too slow",
  message:
    "The request did not arrive completely in time. Nothing was saved. Check your connection, then try again.",
};
