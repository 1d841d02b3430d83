import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 500;
const AGAIN_MS = 300;
const ANSWER_MS = 8_000;

/** What raters were told, and how long they waited. */
export class Told {
  /** Client keys of ratings that the server said are stored, and when it said so. */
  readonly stored = new Map<string, number>();
  /** Answers that did not come, or said that the server is away: the desk sent the same again. */
  repeated = 0;
  /** Refusals, by their code: the item was no longer theirs, say. */
  readonly refused = new Map<string, number>();
  longestMs = 0;
}

interface Item {
  taskId: number;
  revisionId: number;
}

/** A desk without its window: rates, and sends each rating under its key again until it has an answer. */
export class Rater {
  private readonly visit = randomUUID();

  constructor(
    private readonly origin: string,
    private readonly raterId: number,
    private readonly campaignId: number,
    private readonly cookie: string,
    private readonly told: Told,
  ) {}

  /** @param clock says when to stop */
  async work(clock: { end: number }): Promise<void> {
    const judged = new Set<number>();
    while (performance.now() < clock.end) {
      const said = await this.ask("next", {
        campaignId: this.campaignId,
        count: 8,
        held: [],
        progress: false,
      });
      const items = ((said as { items?: Item[] } | null)?.items ?? []).filter(
        ({ taskId }) => !judged.has(taskId),
      );
      if (items.length === 0) await pause(EVERY_MS);
      for (const { taskId, revisionId } of items) {
        if (performance.now() >= clock.end) return;
        judged.add(taskId);
        const clientKey = randomUUID();
        const stored = await this.ask("judge", {
          taskId,
          revisionId,
          verdict: { relaxed: true, strict: true },
          comment: "",
          lowConfidence: false,
          flagged: false,
          activeMs: EVERY_MS,
          enteredAt: new Date().toISOString(),
          clientKey,
        });
        if (stored !== null) this.told.stored.set(clientKey, Date.now());
        await pause(EVERY_MS);
      }
    }
  }

  /** Sends it until the server says yes or no; null: no. */
  private async ask(step: string, input: object): Promise<unknown> {
    const body = JSON.stringify({ ...input, visit: this.visit, raterId: this.raterId });
    const start = performance.now();
    for (;;) {
      try {
        const answer = await fetch(`${this.origin}/api/ratings/${step}`, {
          method: "POST",
          headers: { "content-type": "application/json", cookie: this.cookie },
          body,
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        const said = (await answer.json()) as { code?: string; refusal?: { code: string } };
        if (answer.status < 500) {
          this.told.longestMs = Math.max(this.told.longestMs, performance.now() - start);
          if (answer.ok) return said;
          const code = `${step}: ${said.refusal?.code ?? said.code ?? answer.status}`;
          this.told.refused.set(code, (this.told.refused.get(code) ?? 0) + 1);
          return null;
        }
      } catch {
        // No answer: it may have been stored or not.
      }
      this.told.repeated++;
      await pause(AGAIN_MS);
    }
  }
}
