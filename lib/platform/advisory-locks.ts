import type { Tx } from "./db";

/**
 * Every advisory lock of the product, by name. PostgreSQL knows them by numbers alone, so that two uses with one number
 * wait for each other, and what ends the holder of one ends that of the other.
 *
 * `number` is never changed and never given to another lock: processes of two versions meet on one database while an
 * update rolls out. `of` says what one name holds many locks of, and thereby the keys in PostgreSQL:
 * - `installation`: one lock; the keys are (number, 1)
 * - `id`: one for each positive integer; (number, id)
 * - `text`: one for each text; (number, hashtext(text)), 32 bits: two texts rarely share one, and then only wait
 * - `uuid`: one for each client key; hashtextextended(uuid, number), 64 bits
 * - `prisma`: the number is the one 64-bit key, as Prisma's own tools take it
 */
export const ADVISORY_LOCKS = {
  /** Taken by the trigger functions of releases: a part written late waits for the release that is being sealed. */
  releaseParts: { number: 4015, of: "id" },
  /** Counting failed sign-ins of an account; before signInAddress, so that two never wait for each other. */
  signInAccount: { number: 4016, of: "text" },
  signInAddress: { number: 4017, of: "text" },
  /** An import while it is applied; others look for it in pg_locks. */
  importApplying: { number: 4018, of: "id" },
  gatheringMail: { number: 4019, of: "installation" },
  /** A client key that begins a draft of a submission. */
  submissionKey: { number: 4020, of: "text" },
  /** Giving out splits by how many questions each has: drawing all again, and accepting one. */
  splitBalance: { number: 4021, of: "installation" },
  /** A client key of any command: see once() in client-keys.ts. */
  clientKey: { number: 4022, of: "uuid" },
  /** Undoing an operation. */
  undo: { number: 4023, of: "id" },
  /** Sharing questions out to people by how many each has. */
  assignmentLoads: { number: 4024, of: "installation" },
  /** A client key that writes a question. */
  questionKey: { number: 4025, of: "text" },
  /** An import in a long statement, which a cancellation ends through pg_locks. */
  importWorking: { number: 4026, of: "id" },
  /** A client key that begins a campaign. */
  campaignKey: { number: 4027, of: "uuid" },
  /** Comparing a submission with those that are open, and opening it. */
  similarSubmissions: { number: 4028, of: "installation" },
  /** A test of a connection under way: nobody begins another one. */
  connectionTest: { number: 4029, of: "id" },
  /** Adding or removing the sample. */
  sample: { number: 4032, of: "installation" },
  /** Writing the next seal, which follows from the last one. */
  sealing: { number: 4033, of: "installation" },
  /** As importWorking, of an import of responses. */
  responseImportWorking: { number: 4034, of: "id" },
  /** Migrations, and (shared) backups; alone for a restore. */
  migration: { number: 72707369, of: "prisma" },
} as const satisfies Record<string, { number: number; of: Kind }>;

type Kind = "installation" | "id" | "text" | "uuid" | "prisma";
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** What a lock of that name is taken of: nothing where there is one for the installation. */
type Of<Name extends AdvisoryLock> = (typeof ADVISORY_LOCKS)[Name]["of"] extends "id"
  ? [of: number]
  : (typeof ADVISORY_LOCKS)[Name]["of"] extends "text" | "uuid"
    ? [of: string]
    : [];

export interface LockManner {
  /** Kept until the transaction ends, or until the connection does. */
  until: "transaction" | "session";
  /** Held together with other shared holders. */
  shared?: boolean;
  /** Answers at once, in the column `got`, instead of waiting. */
  try?: boolean;
}

/**
 * The statement that takes a lock on a connection of one's own; in transactions of Prisma, lock() does.
 * @returns with `manner.try` one row with the boolean `got`; else one row that says nothing.
 */
export function lockStatement<Name extends AdvisoryLock>(
  manner: LockManner,
  name: Name,
  ...of: Of<Name>
): { text: string; values: (string | number)[] } {
  const take =
    (manner.try ? "pg_try_advisory" : "pg_advisory") +
    (manner.until === "transaction" ? "_xact" : "") +
    "_lock" +
    (manner.shared ? "_shared" : "");
  const { number, of: kind } = ADVISORY_LOCKS[name];
  // A function without a result has the type void, which Prisma cannot read.
  const select = (keys: string) => `SELECT ${take}(${keys})${manner.try ? " AS got" : "::text"}`;
  switch (kind) {
    case "installation":
      return { text: select("$1::int, 1"), values: [number] };
    case "id":
      return { text: select("$1::int, $2::int"), values: [number, ...of] };
    case "text":
      return { text: select("$1::int, hashtext($2::text)"), values: [number, ...of] };
    case "uuid":
      return { text: select("hashtextextended($2::text, $1::bigint)"), values: [number, ...of] };
    case "prisma":
      return { text: select("$1::bigint"), values: [number] };
  }
}

/** Takes a lock, waiting for whoever holds it, and keeps it until the transaction ends. */
export async function lock<Name extends AdvisoryLock>(
  tx: Tx,
  name: Name,
  ...of: Of<Name>
): Promise<void> {
  const { text, values } = lockStatement({ until: "transaction" }, name, ...of);
  await tx.$queryRawUnsafe(text, ...values);
}
