import { pino, type Logger } from "pino";
import { environment } from "./env";

export type { Logger };

let root: Logger | undefined;

/** The log of this process: one JSON object a line on standard output, times in UTC. */
export function log(): Logger {
  return (root ??= pino({
    level: environment().LOG_LEVEL,
    base: { app: "freshqa" },
    timestamp: pino.stdTimeFunctions.isoTime,
    // What must never be written down, wherever it turns up in a logged object.
    redact: {
      paths: [
        "password",
        "*.password",
        "token",
        "*.token",
        "secret",
        "*.secret",
        "headers.cookie",
        "headers.authorization",
        'headers["api-key"]',
        'headers["x-api-key"]',
        'headers["x-goog-api-key"]',
        'headers["x-subscription-token"]',
      ],
      censor: "[removed]",
    },
  }));
}

/** A log whose lines all carry the request's id, so that one request can be followed through them. */
export function requestLog(requestId: string | null | undefined): Logger {
  return requestId ? log().child({ requestId }) : log();
}
