import pg from "pg";
import { environment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { CHANNEL, readMessage, type LiveMessage } from "./messages";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A connection that answers nothing for so long is given up. */
const ANSWER_MS = 10_000;

/**
 * The connection of a server on which it is told what changed, opened anew whenever it breaks. It goes past a pooler,
 * which would keep no LISTEN. https://www.postgresql.org/docs/current/sql-listen.html
 */
export class Listener {
  private client: pg.Client | null = null;
  private listening = false;
  private stopped = false;
  private waitMs = FIRST_WAIT_MS;
  private timer: NodeJS.Timeout | null = null;

  /** @param on.ready called each time it listens, also after it did not for a while: what was said in between is lost */
  constructor(private readonly on: { message: (message: LiveMessage) => void; ready: () => void }) {
    void this.connect();
  }

  /** A connection takes one statement after the other. */
  private telling = Promise.resolve();

  /** Tells all servers, this one included. Lost where there is no connection: whoever connects begins by telling all. */
  tell(payloads: readonly string[]): Promise<void> {
    if (payloads.length > 0) this.telling = this.telling.then(() => this.send(payloads));
    return this.telling;
  }

  private async send(payloads: readonly string[]): Promise<void> {
    const { client, listening } = this;
    if (client === null || !listening) return;
    try {
      // One statement, so that the parts of a message come together.
      await client.query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload", [
        CHANNEL,
        payloads,
      ]);
    } catch (error) {
      this.lost(client, error);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => {});
  }

  private async connect(): Promise<void> {
    const { DATABASE_DIRECT_URL, DATABASE_URL } = environment();
    const client = new pg.Client({
      connectionString: DATABASE_DIRECT_URL ?? DATABASE_URL,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: "freshqa live",
    });
    client.on("error", (error) => this.lost(client, error));
    client.on("end", () => this.lost(client, null));
    client.on("notification", ({ payload }) => {
      const message = readMessage(payload ?? "");
      if (message !== null && this.client === client) this.on.message(message);
    });
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      return this.lost(client, error);
    }
    if (this.client !== client) return;
    this.waitMs = FIRST_WAIT_MS;
    this.listening = true;
    this.on.ready();
  }

  /** Opens another connection in a while. A broken one tells so more than once. */
  private lost(client: pg.Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    this.listening = false;
    void client.end().catch(() => {});
    if (this.stopped) return;
    log().warn({ err: error ?? undefined, retryMs: this.waitMs }, "live updates are interrupted");
    this.timer = setTimeout(() => void this.connect(), this.waitMs);
    this.timer.unref();
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
  }
}
