import { throughBreaks } from "@/lib/platform/breaks";
import { now } from "@/lib/platform/clock";
import { withoutUnusable } from "@/lib/platform/plain-fields";
import { connectionPrices, type ModelAccess } from "@/lib/runs/connections/access";
import type { Message, ModelReply, TokenUsage } from "@/lib/runs/connections/models";
import { costOf, priceOn } from "@/lib/runs/connections/prices";
import type { Reply, Taken } from "@/lib/runs/connections/procedure";
import { ServiceError } from "@/lib/runs/connections/troubles";
import type { CallKind } from "@/lib/runs/connections/vocabulary";
import { heed, permitted, type Signals } from "./turns";
import { storeCall, type CallRecord, type Claimed } from "./writes";

/** A call that is to be made: what it sends, what it may cost, and how. */
export interface Call {
  kind: CallKind;
  step: number;
  messages: readonly Message[] | null;
  requested: CallRecord["requested"];
  /** The most tokens that it can be charged for. */
  most: TokenUsage;
  /** How a judge's reply is read. */
  read: ((reply: Reply) => "parsed" | "unparsed" | "truncated") | null;
  send: () => Promise<ModelReply>;
}

/**
 * Makes a call under the job's limit and in the connection's turn, and stores what became of it and what it cost.
 * @throws Halted, or the halt's reason, where it may not be made now; ServiceError where it brought nothing
 */
export async function callModel(
  claimed: Claimed,
  servedModelId: number,
  access: ModelAccess,
  signals: Signals,
  call: Call,
): Promise<Taken> {
  const price = priceOn(
    await connectionPrices(access.connectionId),
    access.apiName,
    now().toISOString().slice(0, 10),
  );
  const most = costOf(price, call.most);
  await permitted(claimed, access.connectionId, most, signals);
  const { kind, step, messages, requested } = call;
  const startedAt = now();
  const begun = performance.now();
  const record = (outcome: CallRecord["outcome"], cost: number | null): CallRecord => ({
    kind,
    step,
    servedModelId,
    messages,
    requested,
    sent: "sent" in outcome ? outcome.sent : null,
    startedAt,
    durationMs: Math.round(performance.now() - begun),
    cost,
    most,
    outcome,
  });
  // What an answer cost is paid: it waits for a database that is away.
  const store = (kept: CallRecord) =>
    throughBreaks((again) => storeCall(claimed, kept, again), signals.cut);
  let reply: ModelReply;
  try {
    reply = await call.send();
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      if (signals.cut.aborted)
        await store(record({ state: "unanswered", error: CUT, received: null }, null));
      throw error;
    }
    const { received, sent } = error.details;
    await store({
      ...record({ state: error.trouble, error: error.message, received }, null),
      sent,
    });
    await heed(access, error);
    throw error;
  }
  reply = { ...reply, text: withoutUnusable(reply.text) };
  const taken = await store({
    ...record(
      { state: "answered", reply, reading: call.read === null ? null : call.read(reply) },
      costOf(price, reply.usage),
    ),
    sent: reply.sent,
  });
  return taken!;
}

/** Of a call that may have been served, and charged. */
const CUT = "The worker stopped before the answer came.";
