import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { PLAIN_PAGE_POLICY, plainPage } from "@/lib/platform/plain-page";

/** An answer that the server gives itself, without the pages: a refusal, or that something is down. */
export interface PlainAnswer {
  status: number;
  /** For programs. */
  code: string;
  /** For people: one line, and what to do. */
  title: string;
  message: string;
  headers?: OutgoingHttpHeaders;
  /** Replaces the page that is made of title and message. */
  page?: { html: string; policy: string };
}

/** Sends it as a page, or to the API's callers as `{ refusal }` in JSON. */
export function sendPlainAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PlainAnswer,
): void {
  const { body, headers } = bodyOf(request, answer);
  response.writeHead(answer.status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** How long a client may go on sending after it was refused: one that is cut off at once does not read why. */
const LINGER_MS = 2_000;

/**
 * Refuses a request whose body is not wanted: sends the answer, throws away what still comes for a moment, and closes the
 * connection. Whatever the handler of the request writes afterwards goes nowhere.
 */
export function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PlainAnswer,
): void {
  const { socket } = request;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  const { body, headers } = bodyOf(request, answer);
  const send = takeOver(response, answer.status, {
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  const finish = () => {
    clearTimeout(timer);
    send.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  response.once("close", () => clearTimeout(timer));
  request.once("end", finish);
  // All of the answer is there, so that the client may close by itself; the end of it comes later.
  send.write(body);
  request.resume();
}

/**
 * Takes the response from whoever was to write it, and writes its head: they may go on and are not heard.
 * Returns the way to write the body.
 */
export function takeOver(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
): { write(text: string): void; end(text?: string): void } {
  const own = response as unknown as Record<string, unknown>;
  for (const name of WRITING) delete own[name];
  for (const name of response.getHeaderNames()) if (!KEPT.has(name)) response.removeHeader(name);
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  response.writeHead(status, headers);
  for (const name of WRITING) {
    own[name] = (...given: unknown[]) => {
      const callback = given.at(-1);
      if (typeof callback === "function") process.nextTick(callback);
      return name === "write" ? true : response;
    };
  }
  return {
    write: (text) => void write(text),
    end: (text) => void (text === undefined ? end() : end(text)),
  };
}

const WRITING = [
  "writeHead",
  "setHeader",
  "setHeaders",
  "appendHeader",
  "removeHeader",
  "flushHeaders",
  "write",
  "end",
];

/** Set by the server for every answer. */
const KEPT = new Set(["x-request-id", "strict-transport-security"]);

const HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
};

/** Returns body and headers of an answer: a page, or JSON for the API's callers. */
export function bodyOf(
  request: IncomingMessage,
  { code, title, message, headers, page }: PlainAnswer,
): { body: string; headers: OutgoingHttpHeaders } {
  if ((request.url ?? "").startsWith("/api/")) {
    return {
      body: JSON.stringify({ refusal: { code, message } }),
      headers: { ...HEADERS, "Content-Type": "application/json", ...headers },
    };
  }
  return {
    body:
      page?.html ??
      plainPage(title, `<p>${message}</p>\n<p><a href="/">Go to the home page</a></p>`),
    headers: {
      ...HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": page?.policy ?? PLAIN_PAGE_POLICY,
      ...headers,
    },
  };
}
