import type { Tx } from "@/lib/platform/db";
import { CHANNEL, changedMessages } from "./messages";

/**
 * Tells every server, once this transaction is committed, that something changed about these topics. It says no more
 * than that: whoever watches a topic reads what there is now.
 */
export async function announce(tx: Tx, topics: readonly string[]): Promise<void> {
  for (const message of changedMessages(topics))
    await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, ${message})`;
}
