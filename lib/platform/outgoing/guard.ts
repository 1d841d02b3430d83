import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import {
  Agent,
  buildConnector,
  fetch as undiciFetch,
  Headers,
  type RequestInit,
  type Response as UndiciResponse,
} from "undici";
import { isPublicAddress } from "./addresses";

/** Why a request was not made, or not finished. */
export type OutgoingTrouble =
  /** Not http or https, or a URL with a user name. */
  | "not-http"
  /** An address that is not public, of a host that no admin has allowed. */
  | "address-refused"
  /** More than MAX_REDIRECTS, or one where none is expected. */
  | "redirected"
  /** More bytes than the caller takes. */
  | "too-large"
  /** Nothing, or not all, within the time. */
  | "timed-out"
  /** No connection, or it broke. */
  | "unreachable";

/** A request of ours that did not come to its end. The message names host and remedy, never headers or a body. */
export class OutgoingError extends Error {
  constructor(
    readonly trouble: OutgoingTrouble,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "OutgoingError";
  }
}

interface OutgoingLimits {
  /** For all of it, the last byte included. */
  timeoutMs: number;
  /** Of the body, as it is after decompression. */
  maxBytes: number;
  /** "follow" is for pages; an API that redirects is asked at the wrong URL, and would be handed the key again. */
  redirects: "refuse" | "follow";
}

export interface OutgoingGuard {
  /**
   * Sends a request; the answer's body fails with OutgoingError where a limit is passed. The answer's `url` is where it came
   * from in the end.
   */
  fetch(url: string | URL, init?: RequestInit, limits?: Partial<OutgoingLimits>): Promise<Response>;
  close(): Promise<void>;
}

export const MAX_REDIRECTS = 5;
const DEFAULTS: OutgoingLimits = {
  timeoutMs: 120_000,
  maxBytes: 10_000_000,
  redirects: "refuse",
};
/** What belongs to the first host alone. */
const CREDENTIALS =
  /^(authorization|proxy-authorization|cookie|x-api-key|api-key|x-goog-api-key|x-subscription-token)$/i;

/**
 * The one way out: every request of the product to another server goes through it.
 * An address is checked where the connection is made, so that a name which resolves to something else a moment later, a
 * redirect, or an odd spelling of an address gains nothing.
 * @param allows whether an admin has allowed a host ("name:port") although its address is not public; asked at each request
 * and each redirect, with nothing kept in between.
 * @param resolve how names become addresses; tests bring their own.
 * @param own the addresses of this computer: a public one of them leads past the firewall in front of it.
 */
export function outgoingGuard({
  allows,
  resolve = systemLookup,
  own = systemAddresses,
}: {
  allows: (hostAndPort: string) => boolean | Promise<boolean>;
  resolve?: typeof systemLookup;
  own?: () => string[];
}): OutgoingGuard {
  const agents = {
    // Two pools: a connection that was made while a host was allowed is not used once it is not.
    checked: agent((address) => isPublicAddress(address) && !isAmong(own(), address), resolve),
    allowed: agent(() => true, resolve),
  };

  async function hop(url: URL, init: RequestInit): Promise<UndiciResponse> {
    if ((url.protocol !== "http:" && url.protocol !== "https:") || url.username || url.password)
      throw new OutgoingError(
        "not-http",
        `Only http and https URLs without a user name are requested; this one is ${url.protocol}//${url.host}.`,
      );
    return undiciFetch(url, {
      ...init,
      redirect: "manual",
      dispatcher: (await allows(hostAndPort(url))) ? agents.allowed : agents.checked,
    });
  }

  async function follow(
    first: URL,
    init: RequestInit,
    redirects: OutgoingLimits["redirects"],
  ): Promise<UndiciResponse> {
    let url = first;
    let request = init;
    for (let hops = 0; ; hops++) {
      const answer = await hop(url, request);
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status > 399 || location === null) return answer;
      await answer.body?.cancel();
      if (redirects === "refuse")
        throw new OutgoingError(
          "redirected",
          `${url.host} sends the request elsewhere. Enter the final URL instead.`,
        );
      if (hops === MAX_REDIRECTS)
        throw new OutgoingError(
          "redirected",
          `${first.host} redirects more than ${MAX_REDIRECTS} times.`,
        );
      const next = new URL(location, url);
      const headers = new Headers(request.headers);
      if (next.origin !== url.origin)
        for (const name of [...headers.keys()]) if (CREDENTIALS.test(name)) headers.delete(name);
      // As browsers do: only 307 and 308 send the body again.
      request =
        answer.status === 307 || answer.status === 308
          ? { ...request, headers }
          : { ...request, headers, method: "GET", body: undefined };
      url = next;
    }
  }

  return {
    async fetch(target, init = {}, limits = {}) {
      const { timeoutMs, maxBytes, redirects } = { ...DEFAULTS, ...limits };
      const url = new URL(target);
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
      const explain = (error: unknown) =>
        init.signal?.aborted ? error : troubleOf(error, url, limit.aborted ? timeoutMs : null);
      try {
        const answer = await follow(url, { ...init, signal }, redirects);
        return limited(answer as unknown as Response, maxBytes, url.host, explain);
      } catch (error) {
        throw explain(error);
      }
    },
    async close() {
      await Promise.all([agents.checked.destroy(), agents.allowed.destroy()]);
    },
  };
}

/** "name:port" with the port written out, as hosts are allowed. */
function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** Connects only to addresses that pass: each that a name resolves to, and one that is written out. */
function agent(passes: (address: string) => boolean, resolve: typeof systemLookup): Agent {
  const refused = (host: string, address: string) =>
    new OutgoingError(
      "address-refused",
      `${host} is at ${address}, which is not a public address of another computer. An administrator can allow this host under Connections.`,
    );
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, "");
      // One that does not pass is enough: which of them is tried is not ours to say.
      const wrong = found.find(({ address }) => !passes(address));
      if (wrong) return done(refused(host, wrong.address), "");
      if (options.all) return done(null, found);
      return done(null, found[0]!.address, found[0]!.family);
    });
  };
  const connect = buildConnector({ lookup, timeout: 15_000 });
  return new Agent({
    headersTimeout: 0, // the caller's limit is for all of it
    bodyTimeout: 0,
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) && !passes(host)) return done(refused(host, host), null);
      return connect(options, done);
    },
  });
}

function systemAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (interfaces) => interfaces?.map(({ address }) => address) ?? [],
  );
}

/** Whether an address is one of these, however it is spelled. */
function isAmong(addresses: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const one of addresses) list.addAddress(one.replace(/%.*/, ""), familyOf(one));
  return list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}

/** The answer with a body that ends with an error once more than `maxBytes` of it have come. */
function limited(
  answer: Response,
  maxBytes: number,
  host: string,
  explain: (error: unknown) => unknown,
): Response {
  if (answer.body === null) return answer;
  const reader = answer.body.getReader();
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes > maxBytes) {
          await reader.cancel();
          throw new OutgoingError("too-large", `${host} answers with more than ${maxBytes} bytes.`);
        }
        controller.enqueue(value);
      } catch (error) {
        controller.error(explain(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const made = new Response(body, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
  return Object.defineProperty(made, "url", { value: answer.url });
}

/** The trouble behind an error of undici's; those of ours may be its cause. */
function troubleOf(error: unknown, url: URL, passedMs: number | null): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutgoingError) return cause;
  if (passedMs !== null)
    return new OutgoingError(
      "timed-out",
      `${url.host} did not answer completely within ${Math.round(passedMs / 1000)} seconds.`,
      { cause: error },
    );
  return new OutgoingError("unreachable", `${url.host} could not be reached.`, { cause: error });
}
