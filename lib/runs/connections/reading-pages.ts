import { createHash } from "node:crypto";
import { formatBytes } from "@/lib/platform/format";
import { OutgoingError, type OutgoingGuard } from "@/lib/platform/outgoing/guard";
import { paragraphsOfHtml, paragraphsOfText, type PageText } from "./page-text";

/*
 * The one way to read a page of the web: within limits of size, type and time, through the guard, which looks at each
 * redirect's address again.
 */

/** Of the body after decompression. A larger page is not read: its beginning says little of what it is about. */
const MOST_BYTES = 2_000_000;

const TYPES = ["text/html", "application/xhtml+xml", "text/plain"];
/** As robots.txt files and logs may call us. */
const USER_AGENT = "FreshQA-Workbench";

/** A page that could not be read. The message names its host, and nothing that the page says. */
export class PageError extends Error {
  override readonly name = "PageError";
  constructor(
    message: string,
    /** Whether another attempt may succeed. */
    readonly passing: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface PageRead extends PageText {
  finalUrl: string;
  contentType: string;
  /** Of the body after decompression, with its SHA-256, hex. */
  bytes: number;
  sha256: string;
  /** Until its last byte was there, and for finding its paragraphs. */
  durationMs: number;
  extractMs: number;
}

/**
 * Reads a page and finds its paragraphs; at least one.
 * @param timeoutMs for all of it, redirects included.
 * @param signal ends the request; its reason is thrown.
 * @throws PageError
 */
export async function readPage(
  url: string,
  timeoutMs: number,
  guard: OutgoingGuard,
  signal: AbortSignal,
): Promise<PageRead> {
  const begun = performance.now();
  const host = hostOf(url);
  try {
    const answer = await guard.fetch(
      url,
      {
        signal,
        headers: { accept: `${TYPES[0]}, ${TYPES[2]};q=0.8`, "user-agent": USER_AGENT },
      },
      { timeoutMs, maxBytes: MOST_BYTES, redirects: "follow" },
    );
    const refused = refusal(host, answer);
    if (refused !== null) {
      await answer.body?.cancel();
      throw refused;
    }
    const body = new Uint8Array(await answer.arrayBuffer());
    const durationMs = Math.round(performance.now() - begun);
    const contentType = answer.headers.get("content-type")!;
    const text = decoded(body, contentType);
    const parsing = performance.now();
    const found =
      typeOf(contentType) === "text/plain" ? paragraphsOfText(text) : paragraphsOfHtml(text);
    if (found.paragraphs.length === 0)
      throw new PageError(`${host} sent a page without a paragraph of text.`, false);
    return {
      ...found,
      finalUrl: answer.url,
      contentType: contentType.slice(0, 200),
      bytes: body.byteLength,
      sha256: createHash("sha256").update(body).digest("hex"),
      durationMs,
      extractMs: Math.round(performance.now() - parsing),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof OutgoingError ? pageErrorOf(error, host) : error;
  }
}

function refusal(host: string, { ok, status, headers }: Response): PageError | null {
  if (!ok) return new PageError(`${host} answered ${status}.`, status === 429 || status >= 500);
  const type = typeOf(headers.get("content-type") ?? "");
  if (TYPES.includes(type)) return null;
  const sent = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? type.slice(0, 80) : "something";
  return new PageError(`${host} sent ${sent}, which is no page of text.`, false);
}

function pageErrorOf(error: OutgoingError, host: string): PageError {
  const made = (words: string, passing = false) => new PageError(words, passing, { cause: error });
  switch (error.trouble) {
    case "too-large":
      return made(`${host} sent more than ${formatBytes(MOST_BYTES)}.`);
    case "address-refused":
      // Where it leads is not for everyone to read.
      return made(
        `${host} has, or leads to, an address that is not public. An administrator can allow pages of a host under Connections.`,
      );
    case "timed-out":
    case "unreachable":
      return made(error.message, true);
    case "not-http":
    case "redirected":
      return made(error.message);
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "The page";
}

const typeOf = (contentType: string) => contentType.split(";")[0]!.trim().toLowerCase();

/** A body as text: by its byte order mark, by what its header or its beginning says, else as UTF-8. */
function decoded(body: Uint8Array, contentType: string): string {
  const marked =
    body[0] === 0xfe && body[1] === 0xff
      ? "utf-16be"
      : body[0] === 0xff && body[1] === 0xfe
        ? "utf-16le"
        : undefined;
  const beginning = new TextDecoder("latin1").decode(body.subarray(0, 2_048));
  const labels = [
    marked,
    /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1],
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(beginning)?.[1],
  ];
  for (const label of labels) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // A label that no one knows.
    }
  }
  return new TextDecoder().decode(body);
}
