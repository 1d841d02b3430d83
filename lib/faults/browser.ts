import { readFileSync } from "node:fs";
import { encode } from "next-auth/jwt";
import type { Answer } from "./ledger";

/** An answer that takes longer than this is none. */
const PATIENCE_MS = 60_000;

/** Where the build says which id a server action has, and on which pages it is. */
const MANIFEST = ".next/server/server-reference-manifest.json";
interface Manifest {
  node: Record<
    string,
    { workers: Record<string, unknown>; filename: string; exportedName: string }
  >;
}
let manifest: Manifest | undefined;

/** A person's browser: sends what pages send, and says what came back. */
export class Browser {
  private constructor(
    readonly userId: number,
    private readonly cookie: string,
    private readonly origin: () => string,
  ) {}

  /** @param origin where the product is served at this moment */
  static async signedIn(userId: number, secret: string, origin: () => string): Promise<Browser> {
    const session = await encode({ token: { userId, sessionVersion: 1 }, secret, maxAge: 86_400 });
    return new Browser(userId, `next-auth.session-token=${session}`, origin);
  }

  /** What a desk or a page that fetches sends: JSON. */
  post(path: string, body: object): Promise<Answer> {
    return this.send(path, JSON.stringify(body), { "content-type": "application/json" });
  }

  /** A file, as it is. */
  upload(path: string, text: string): Promise<Answer> {
    return this.send(path, text, { "content-type": "text/csv" });
  }

  /** What a form sends: a server action, in React's own form of a call. */
  async act(file: string, name: string, input: object): Promise<Answer> {
    const { id, page } = actionOf(file, name);
    const answer = await this.send(page, JSON.stringify([input]), {
      "content-type": "text/plain;charset=UTF-8",
      accept: "text/x-component",
      "next-action": id,
    });
    return answer;
  }

  async get(path: string): Promise<unknown> {
    const answer = await this.request(path, {});
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  private async send(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
    try {
      const answer = await this.request(path, { method: "POST", body, headers });
      return readAnswer(answer.status, await answer.text());
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error };
      return { is: "unknown", why: cause?.message ?? message };
    }
  }

  private request(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.origin() + path, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, cookie: this.cookie },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }
}

function actionOf(file: string, name: string): { id: string; page: string } {
  manifest ??= JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest;
  for (const [id, { filename, exportedName, workers }] of Object.entries(manifest.node)) {
    if (filename !== file || exportedName !== name) continue;
    // A page without parts that would have to be filled in.
    const page = Object.keys(workers).find((path) => !path.includes("["));
    if (page !== undefined)
      return { id, page: page.replace(/^app|\/page$|\/\([a-z]+\)/g, "") || "/" };
  }
  throw new Error(`The build has no action ${name} of ${file}. Run npm run build.`);
}

/** The answer to an action is a line of React's stream; all others are JSON. */
function readAnswer(status: number, text: string): Answer {
  const result = /^[0-9a-f]+:(\{"ok":(?:true|false)[^\n]*)$/m.exec(text)?.[1];
  const json = parse(result ?? text);
  if (typeof json !== "object" || json === null)
    return { is: "unknown", why: `${status} ${text.slice(0, 200)}` };
  const { ok, value, refusal } = json as {
    ok?: boolean;
    value?: unknown;
    refusal?: { code?: string };
  };
  if (refusal?.code !== undefined)
    return refusal.code === "unknown-outcome"
      ? { is: "unknown", why: "said to be unknown" }
      : { is: "refused", code: refusal.code };
  if (status >= 300) return { is: "unknown", why: `${status} ${text.slice(0, 200)}` };
  return { is: "acknowledged", value: result !== undefined && ok ? (value ?? null) : json };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
