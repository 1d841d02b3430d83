import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { BODY_LENGTH } from "@/lib/platform/json-answer";
import type { Logger } from "@/lib/platform/log";
import { forgetTrouble, notedTrouble } from "@/lib/platform/unavailable";
import {
  announcedTooLarge,
  BODY_TIMES,
  bodyLimitOf,
  watchBody,
  type BodyTimes,
} from "./body-limit";
import { LaunchError } from "./launch-error";
import { refuseBody, sendPlainAnswer } from "./plain-answer";
import { hostOf, ownHosts, requestProblem, type Reach } from "./request-check";
import { answerUnavailable } from "./unavailable-answer";

export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

export interface HttpServerOptions {
  host: string;
  port: number;
  handler: RequestHandler;
  log: Logger;
  /** How many reverse proxies of ours stand in front and add to X-Forwarded-For. Default: none, and the header is not believed. */
  trustedProxies?: number;
  /** The address that people use, where it is known; with https they are told to stay there. */
  address?: string;
  /** How long a client may take to send a body. */
  bodyTimes?: BodyTimes;
  /** How long a client may take to send a head, and how often that is looked at, milliseconds. */
  headTimes?: { whole: number; looked: number };
}

/** Ids of others are taken over only when they can do no harm in a log. */
const SANE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Uploads of 200 MB over a slow line take longer than Node's five minutes. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;
/** Headers are small: whoever needs longer for them keeps a connection from others. */
const HEAD_TIMES = { whole: 20_000, looked: 5_000 };
/** A year of nothing but https, as browsers understand it. Other hosts of the domain are not ours to speak for. */
const STAY_ON_HTTPS = "max-age=31536000";

/**
 * The id a request is followed by: the one it came with when that is harmless, else a new one.
 */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && SANE_ID.test(header) ? header : randomUUID();
}

/**
 * Returns who is asking, for limits on attempts and the audit log: the socket's other end, or, behind `trustedProxies`
 * proxies, what the outermost of them wrote into X-Forwarded-For. What a client writes there itself stands further left
 * and is never read. An entry that is no IP address, or is missing, leaves the socket's other end.
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: number,
): string {
  const hops = [forwardedFor ?? []].flat().join(",").split(",");
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  return plainAddress(forwarded) ?? plainAddress(socketAddress) ?? "unknown";
}

/** An IP address without what may be written around it: brackets, a port, the zone, IPv4's place in IPv6; null for no address. */
function plainAddress(written: string | undefined): string | null {
  const text = written?.trim() ?? "";
  const address = (
    /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ??
    (/^[^:]*:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text)
  )
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .toLowerCase();
  return isIP(address) === 0 ? null : address;
}

/** The path as the log may keep it: without the query, which may hold what people searched for, and without one-time tokens. */
export function loggedPath(url: string | undefined): string {
  return (url ?? "/").split("?", 1)[0]!.replace(/[A-Za-z0-9_-]{32,}/g, "…");
}

/**
 * Takes the headers of a route's answer from Next as they were meant. `x-body-length` becomes Content-Length, which Next
 * would drop: whoever downloads a file wants to see how far it is, and whether it is whole. And Next sets each header as a
 * list, also of one, in which what compresses its answers finds no content type: JSON and CSV would be sent as they are.
 */
function mendHeaders(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    set(
      name.toLowerCase() === BODY_LENGTH ? "Content-Length" : name,
      typeof value === "object" && value.length === 1 ? value[0]! : value,
    );
}

/** The product's HTTP server: ids, one log line a request, and an end that lets requests finish. */
export class HttpServer {
  private readonly server: Server;
  private underWay = 0;
  private stopping = false;
  private idle: (() => void) | null = null;
  private readonly reach: Reach;
  private readonly secure: boolean;

  constructor(private readonly options: HttpServerOptions) {
    const { whole, looked } = options.headTimes ?? HEAD_TIMES;
    this.server = createServer(
      {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: whole,
        connectionsCheckingInterval: looked,
        keepAliveTimeout: 65_000,
      },
      (request, response) => this.handle(request, response),
    );
    // Whoever asks before sending a large body is told before it is sent.
    this.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
      this.handle(request, response, true),
    );
    this.reach = {
      host: options.address === undefined ? null : hostOf(options.address),
      trustedProxies: options.trustedProxies ?? 0,
    };
    this.secure = options.address?.startsWith("https:") ?? false;
  }

  /**
   * Begins to listen.
   * @throws LaunchError when the port is taken, not allowed, or the host is not this machine's.
   */
  async listen(): Promise<void> {
    const { host, port } = this.options;
    await listenOrExplain(this.server, host, port);
  }

  /** Takes no new requests, waits for those under way (at most `graceMs`), then closes every connection. */
  async stop(graceMs: number): Promise<{ unfinished: number }> {
    this.stopping = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    if (this.underWay > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        this.idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const unfinished = this.underWay;
    this.server.closeAllConnections();
    // Connections that were upgraded are not the server's any more; they must not keep us waiting.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500).unref())]);
    return { unfinished };
  }

  private handle(request: IncomingMessage, response: ServerResponse, asksFirst = false): void {
    const begin = performance.now();
    const id = requestIdOf(request.headers["x-request-id"]);
    request.headers["x-request-id"] = id;
    request.headers["x-client-address"] = clientAddressOf(
      request.socket.remoteAddress,
      request.headers["x-forwarded-for"],
      this.reach.trustedProxies,
    );
    response.setHeader("X-Request-Id", id);
    if (this.secure) response.setHeader("Strict-Transport-Security", STAY_ON_HTTPS);
    if (this.stopping) response.setHeader("Connection", "close");
    mendHeaders(response);
    const path = loggedPath(request.url);
    this.underWay++;
    response.once("close", () => {
      this.underWay--;
      forgetTrouble(id);
      const finished = response.writableFinished;
      this.options.log.info(
        {
          requestId: id,
          method: request.method,
          path,
          status: finished ? response.statusCode : 499,
          ms: Math.round((performance.now() - begin) * 10) / 10,
        },
        finished ? "request" : "request given up by the client",
      );
      if (this.stopping && this.underWay === 0) this.idle?.();
    });
    if (!this.admit(request, response, asksFirst)) return;
    answerUnavailable(request, response, () => notedTrouble(id));
    Promise.resolve()
      .then(() => this.options.handler(request, response))
      .catch((error: unknown) => {
        // A body that was refused on its way fails whoever was reading it.
        if (response.headersSent && response.statusCode < 500) return;
        this.options.log.error({ requestId: id, err: error }, "request failed");
        if (!response.headersSent)
          response.writeHead(500, {
            "Content-Type": "text/plain; charset=utf-8",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
          });
        response.end(
          `Something went wrong. Try again; if it keeps happening, contact an administrator with error ID ${id}.`,
        );
      });
  }

  /** Refuses what is not to be passed on, and sets the limits for what is. Returns whether the handler is to answer. */
  private admit(request: IncomingMessage, response: ServerResponse, asksFirst: boolean): boolean {
    const { method = "", url = "", headers } = request;
    const limit = bodyLimitOf(method, url.split("?", 1)[0]!);
    const problem =
      requestProblem({ method, url, headers }, this.reach) ?? announcedTooLarge(request, limit);
    if (problem !== null) {
      if (hasBody(request)) refuseBody(request, response, problem);
      else sendPlainAnswer(request, response, problem);
      return false;
    }
    // Next compares the origin of an action with this header, whoever wrote it: it gets what requestProblem has found.
    const origin = headers.origin === undefined ? null : hostOf(headers.origin);
    if (origin !== null && ownHosts(headers, this.reach).includes(origin))
      headers["x-forwarded-host"] = origin;
    else if (this.reach.trustedProxies === 0) delete headers["x-forwarded-host"];
    watchBody(request, limit, this.options.bodyTimes ?? BODY_TIMES, (answer) =>
      refuseBody(request, response, answer),
    );
    if (asksFirst) response.writeContinue();
    return true;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Finds out early, before minutes of work, whether the address can be listened on.
 * @throws LaunchError like HttpServer.listen.
 */
export async function checkListenAddress(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listenOrExplain(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

async function listenOrExplain(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    throw new LaunchError(
      explainListen((error as NodeJS.ErrnoException).code, host, port, (error as Error).message),
    );
  }
}

function explainListen(
  code: string | undefined,
  host: string,
  port: number,
  message: string,
): string {
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is already in use. Stop the other program or set PORT (for example PORT=${port < 65535 ? port + 1 : 3001} npm start).`;
  if (code === "EACCES")
    return `Port ${port} requires elevated privileges. Set PORT to a number above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST=${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all interfaces.`;
  return `Cannot listen on ${host}:${port} (${message}). Check HOST and PORT.`;
}
