import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Logger } from "@/lib/platform/log";
import { LaunchError } from "./launch-error";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface HttpServerOptions {
  host: string;
  port: number;
  handler: RequestHandler;
  log: Logger;
  /** How many reverse proxies of ours stand in front and add to X-Forwarded-For. Default: none, and the header is not believed. */
  trustedProxies?: number;
}

/** Ids of others are taken over only when they can do no harm in a log. */
const SANE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Uploads of 300 MB over a slow line take longer than Node's five minutes. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;

/**
 * The id a request is followed by: the one it came with when that is harmless, else a new one.
 */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && SANE_ID.test(header) ? header : randomUUID();
}

/**
 * Who is asking, for the limits on attempts: the socket's other end, or, behind `trustedProxies` proxies, what the
 * outermost of them wrote into X-Forwarded-For. What a client writes there itself stands further left and is never read.
 */
export function clientAddressOf(socketAddress: string | undefined, forwardedFor: string | string[] | undefined, trustedProxies: number): string {
  const hops = [forwardedFor ?? []].flat().join(",").split(",").map((hop) => hop.trim()).filter(Boolean);
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  return (forwarded ?? socketAddress ?? "unknown").replace(/^::ffff:/, "");
}

/** The path as the log may keep it: without the query, which may hold what people searched for, and without one-time tokens. */
export function loggedPath(url: string | undefined): string {
  return (url ?? "/").split("?", 1)[0]!.replace(/[A-Za-z0-9_-]{32,}/g, "…");
}

/**
 * Turns the `x-body-length` of a route's answer into Content-Length, which Next would drop: whoever downloads a file
 * wants to see how far it is, and whether it is whole.
 */
function announceBodyLength(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => set(name.toLowerCase() === "x-body-length" ? "Content-Length" : name, value);
}

/** The product's HTTP server: ids, one log line a request, and an end that lets requests finish. */
export class HttpServer {
  private readonly server: Server;
  private underWay = 0;
  private stopping = false;
  private idle: (() => void) | null = null;

  constructor(private readonly options: HttpServerOptions) {
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: 65_000 }, (request, response) => this.handle(request, response));
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

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const begin = performance.now();
    const id = requestIdOf(request.headers["x-request-id"]);
    request.headers["x-request-id"] = id;
    request.headers["x-client-address"] = clientAddressOf(request.socket.remoteAddress, request.headers["x-forwarded-for"], this.options.trustedProxies ?? 0);
    response.setHeader("X-Request-Id", id);
    if (this.stopping) response.setHeader("Connection", "close");
    announceBodyLength(response);
    const path = loggedPath(request.url);
    this.underWay++;
    response.once("close", () => {
      this.underWay--;
      const finished = response.writableFinished;
      this.options.log.info(
        { requestId: id, method: request.method, path, status: finished ? response.statusCode : 499, ms: Math.round((performance.now() - begin) * 10) / 10 },
        finished ? "request" : "request given up by the client",
      );
      if (this.stopping && this.underWay === 0) this.idle?.();
    });
    Promise.resolve()
      .then(() => this.options.handler(request, response))
      .catch((error: unknown) => {
        this.options.log.error({ requestId: id, err: error }, "request failed");
        if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
        response.end(`Something went wrong. Please try again; if it stays, tell your administrator the request ${id}.`);
      });
  }
}

/**
 * Finds out early, before minutes of work, whether the address can be listened on.
 * @throws LaunchError like HttpServer.listen.
 */
export async function checkAddress(host: string, port: number): Promise<void> {
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
    throw new LaunchError(explainListen((error as NodeJS.ErrnoException).code, host, port, (error as Error).message));
  }
}

function explainListen(code: string | undefined, host: string, port: number, message: string): string {
  if (code === "EADDRINUSE") return `Port ${port} on ${host} is taken by another program: end it, or choose another with PORT (for example PORT=${port < 65535 ? port + 1 : 3001} npm start).`;
  if (code === "EACCES") return `Port ${port} needs special rights: choose one above 1023 with PORT.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") return `HOST=${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`;
  return `Cannot listen on ${host}:${port} (${message}): check HOST and PORT.`;
}
