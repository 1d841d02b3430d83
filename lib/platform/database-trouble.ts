/**
 * What keeps the database from serving: `unreachable` (nothing was sent to it), `lost` (the connection broke on the way:
 * what was under way may have been done or not), `disk-full` and `read-only` (it refuses to write; nothing was done).
 */
export type DatabaseTrouble = "unreachable" | "lost" | "disk-full" | "read-only";

/** SQLSTATEs, errno codes, and the codes and kinds of Prisma and its driver adapter. */
const BY_CODE: Record<string, DatabaseTrouble> = {
  ECONNREFUSED: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  P1001: "unreachable",
  P1002: "unreachable",
  P1003: "unreachable",
  P2024: "unreachable",
  DatabaseNotReachable: "unreachable",
  DatabaseDoesNotExist: "unreachable",
  // The server is starting or stopping, or has no connection left.
  "57P03": "unreachable",
  "53300": "unreachable",
  "3D000": "unreachable",
  ECONNRESET: "lost",
  EPIPE: "lost",
  ETIMEDOUT: "lost",
  P1017: "lost",
  ConnectionClosed: "lost",
  "57P01": "lost",
  "57P02": "lost",
  "08000": "lost",
  "08003": "lost",
  "08006": "lost",
  "53100": "disk-full",
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  "25006": "read-only",
  EROFS: "read-only",
};

/** For errors that drivers report without a code. */
const BY_WORDS: [RegExp, DatabaseTrouble][] = [
  [
    /timeout exceeded when trying to connect|Unable to start a transaction in the given time|Can't reach database server/i,
    "unreachable",
  ],
  [
    /Connection terminated|connection error and is not queryable|server closed the connection|Client was closed/i,
    "lost",
  ],
  [/No space left on device/i, "disk-full"],
  [/cannot execute .* in a read-only transaction/i, "read-only"],
];

/** Returns what the error says about the database, also where it is wrapped in others; null when it says nothing. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  for (const part of partsOf(error)) {
    for (const key of ["code", "originalCode", "kind"]) {
      const code = part[key];
      if (typeof code === "string" && Object.hasOwn(BY_CODE, code)) return BY_CODE[code]!;
    }
  }
  for (const part of partsOf(error)) {
    const words = part.message;
    const found =
      typeof words === "string" ? BY_WORDS.find(([pattern]) => pattern.test(words)) : undefined;
    if (found) return found[1];
  }
  return null;
}

/** Deadlock, serialization failure; as the driver adapter and Prisma call them. */
const COLLISIONS = new Set(["40P01", "40001", "TransactionWriteConflict", "P2034"]);
/** Also a lock not had in time; a transaction that began or ended too late. */
const CONFLICTS = new Set([...COLLISIONS, "55P03", "P2028"]);

/**
 * Whether two transactions ran into each other, and the database ended this one for the other's sake: trying it again at
 * once is what it asks for. Statements of our own bring it in another class of error than those of Prisma.
 */
export function collision(error: unknown): boolean {
  return hasCode(error, COLLISIONS);
}

/** Whether the database gave up a statement that was in another's way: all of its transaction was undone, and may be tried again. */
export function transientConflict(error: unknown): boolean {
  return hasCode(error, CONFLICTS);
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return partsOf(error).some((part) =>
    ["code", "originalCode", "kind"].some((key) => codes.has(String(part[key]))),
  );
}

/** The error and what it is made of: causes, what Prisma's driver adapter says, and the parts of an AggregateError. */
function partsOf(error: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const todo = [error];
  while (todo.length > 0 && found.length < 20) {
    const part = todo.shift();
    if (
      typeof part !== "object" ||
      part === null ||
      found.includes(part as Record<string, unknown>)
    )
      continue;
    const record = part as Record<string, unknown>;
    found.push(record);
    todo.push(
      record.cause,
      record.meta,
      record.driverAdapterError,
      ...(Array.isArray(record.errors) ? (record.errors as unknown[]) : []),
    );
  }
  return found;
}

/** What happened, for people: the first sentence of a message about it. */
export const TROUBLE_WORDS: Record<DatabaseTrouble, string> = {
  unreachable: "Couldn't reach the database.",
  lost: "The connection to the database was lost.",
  "disk-full": "The server's disk is full.",
  "read-only": "The database is currently read-only.",
};

/** Returns what happened in words, or null when the error says nothing about the database. */
export function troubleWords(error: unknown): string | null {
  const trouble = databaseTrouble(error);
  return trouble === null ? null : TROUBLE_WORDS[trouble];
}
