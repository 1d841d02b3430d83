import { createHash } from "node:crypto";
import { lock } from "./advisory-locks";
import { now } from "./clock";
import { Prisma, transaction, type TransactionOptions, type Tx } from "./db";
import { ok, refuse, type Result } from "./result";
import type { RefusalCode } from "./refusal-codes";
import { UNSENT_DAYS } from "./unsent";

/**
 * Runs a command once for a key that the client made: the same key again answers with what the first call did, so that
 * whoever lost an answer may send the same again. The key is kept in the command's own transaction, and only where the
 * command succeeded: what was refused may be sent again under its key. Outcomes are kept as JSON, until forgetOldKeys().
 * `key-taken`: another person, or another command, used the key.
 * @param call what is called by whom; without `clientKey` the command just runs.
 */
export async function once<T, C extends RefusalCode>(
  tx: Tx,
  call: { command: string; userId: number; clientKey: string | undefined },
  work: () => Promise<Result<T, C>>,
): Promise<Result<T, C | "key-taken">> {
  const { command, userId, clientKey } = call;
  if (clientKey === undefined) return work();
  // Two sendings of one key queue here; the second then finds what the first one did.
  await lock(tx, "clientKey", clientKey);
  const earlier = await outcomeOf<T>(tx, call);
  if (earlier !== null) return earlier;
  const result = await work();
  if (result.ok) await keepOutcome(tx, { command, userId, clientKey }, result.value);
  return result;
}

/**
 * What a call with this key did before, for work outside a transaction that is not begun again; null where it is the first.
 * It waits for no one: two calls at once both get null.
 */
export async function outcomeOf<T>(
  tx: Tx,
  { command, userId, clientKey }: Parameters<typeof once>[1],
): Promise<Result<T, "key-taken"> | null> {
  if (clientKey === undefined) return null;
  const earlier = await tx.clientKey.findUnique({ where: { key: clientKey } });
  if (earlier === null) return null;
  return earlier.userId === userId && earlier.command === command
    ? ok((earlier.outcome ?? undefined) as T)
    : refuseKeyTaken();
}

/** Runs a command in one transaction, once for its client key: see once() and transaction(). @param actor whose command it is */
export async function transactionOnce<T, C extends RefusalCode>(
  actor: { userId: number },
  command: string,
  clientKey: string | undefined,
  work: (tx: Tx) => Promise<Result<T, C>>,
  options?: TransactionOptions,
): Promise<Result<T, C | "key-taken">> {
  return transaction(
    (tx) => once(tx, { command, userId: actor.userId, clientKey }, () => work(tx)),
    options,
  );
}

/** Like once(), and says whether this very call did it: work that follows outside the transaction is begun by it alone. */
export async function onceBegun<T extends object, C extends RefusalCode>(
  tx: Tx,
  call: Parameters<typeof once>[1],
  work: () => Promise<Result<T, C>>,
): Promise<Result<T & { first: boolean }, C | "key-taken">> {
  let first = false;
  const result = await once(tx, call, () => {
    first = true;
    return work();
  });
  return result.ok ? ok({ ...result.value, first }) : result;
}

/** Like transactionOnce(), and says whether this very call did it: see onceBegun(). */
export async function transactionBegun<T extends object, C extends RefusalCode>(
  actor: { userId: number },
  command: string,
  clientKey: string | undefined,
  work: (tx: Tx) => Promise<Result<T, C>>,
  options?: TransactionOptions,
): Promise<Result<T & { first: boolean }, C | "key-taken">> {
  return transaction(
    (tx) => onceBegun(tx, { command, userId: actor.userId, clientKey }, () => work(tx)),
    options,
  );
}

/** Keeps what a command did under its key, for commands that know their person only afterwards; others call once(). */
export async function keepOutcome(
  tx: Tx,
  call: { command: string; userId: number; clientKey: string | undefined },
  outcome: unknown,
): Promise<void> {
  const { command, userId, clientKey } = call;
  if (clientKey === undefined) return;
  await tx.clientKey.create({
    data: {
      key: clientKey,
      userId,
      command,
      outcome: outcome ?? Prisma.DbNull,
    },
  });
}

/** A month longer than browsers keep what was not sent, for pages that stay open. */
const KEY_DAYS = UNSENT_DAYS + 30;

/**
 * Forgets the keys under which nothing can be sent again any more: what browsers keep unsent is gone by then.
 * @returns how many
 */
export async function forgetOldKeys(): Promise<number> {
  const before = new Date(now().getTime() - KEY_DAYS * 86_400_000);
  const { count } = await transaction(
    (tx) => tx.clientKey.deleteMany({ where: { createdAt: { lt: before } } }),
    { timeoutMs: 600_000 },
  );
  return count;
}

/** The refusal where a key belongs to another person or to something else. */
export function refuseKeyTaken() {
  return refuse(
    "key-taken",
    "This request belongs to a different form. Nothing was saved. Copy your text, reload the page and enter it again.",
  );
}

/** The key of one of several calls that a client sent under one key: the same for the same, that of the first is the key itself. */
export function partOfKey(key: string | undefined, at: number): string | undefined {
  if (key === undefined || at === 0) return key;
  const hex = createHash("sha256").update(`${key} ${at}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
