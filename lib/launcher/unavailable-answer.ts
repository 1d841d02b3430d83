import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TROUBLE_WORDS, type DatabaseTrouble } from "@/lib/platform/database-trouble";
import { plainPage } from "@/lib/platform/plain-page";
import { bodyOf, takeOver, type PlainAnswer } from "./plain-answer";

/** The Retry-After header, in seconds. */
const RETRY_AFTER = 5;

/**
 * Makes 503 of a page's 500 where the database is to blame, with a page of its own that says so and goes back by itself.
 * What the browser fetches for a page that it shows already keeps its body: the page there knows what to do.
 * @param trouble asked at the moment at which the answer begins.
 */
export function answerUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  trouble: () => DatabaseTrouble | null,
): void {
  const own = response as unknown as Record<string, (...given: unknown[]) => unknown>;
  let begun = false;
  for (const name of ["writeHead", "write", "end", "flushHeaders"] as const) {
    const original = own[name]!.bind(response);
    own[name] = (...given) => {
      if (begun || response.headersSent) return original(...given);
      begun = true;
      const status = name === "writeHead" ? given[0] : response.statusCode;
      const why = status === 500 ? trouble() : null;
      if (why === null) return original(...given);
      if (isPartOfPage(request)) {
        response.statusCode = 503;
        if (name === "writeHead") given[0] = 503;
        return original(...given);
      }
      const { body, headers } = bodyOf(request, unavailable(why));
      takeOver(response, 503, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(
        request.method === "HEAD" ? undefined : body,
      );
      return name === "write" ? true : response;
    };
  }
}

function isPartOfPage({ headers }: IncomingMessage): boolean {
  return headers.rsc !== undefined || headers["next-action"] !== undefined;
}

/** Returns the response while the database is unavailable. */
function unavailable(trouble: DatabaseTrouble): PlainAnswer {
  const nonce = randomBytes(16).toString("base64");
  const title = TROUBLE_WORDS[trouble].replace(/\.$/, "");
  const content = `<p>No saved data is lost. This page reloads automatically when the database is back.</p>
<p><small>If this takes long, contact an administrator.</small></p>
<script nonce="${nonce}">
setInterval(async () => {
  try {
    const state = await (await fetch("/api/health/ready", { cache: "no-store" })).json();
    if (state.database !== "unreachable") location.replace(location.href);
  } catch {
    // The server is down, too.
  }
}, 2000);
</script>`;
  return {
    status: 503,
    code: "unavailable",
    title,
    message: `${TROUBLE_WORDS[trouble]} Try again in a moment.`,
    headers: { "Retry-After": RETRY_AFTER },
    page: {
      html: plainPage(
        title,
        content,
        `<noscript><meta http-equiv="refresh" content="10"></noscript>\n`,
      ),
      policy: `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  };
}
