import { describe, expect, it } from "vitest";
import {
  ADVISORY_LOCKS,
  lock,
  lockStatement,
  type AdvisoryLock,
  type LockManner,
} from "./advisory-locks";
import { transaction, withConnection, type Tx } from "./db";

const KEY = "7b0c2f0e-5f0a-4b7e-9d53-0d6a0f0a1c11";
/** What PostgreSQL holds, and the same said by hand, as processes of the last version take it. */
const KEYS: { name: AdvisoryLock; of: (string | number)[]; byHand: string }[] = [
  { name: "releaseParts", of: [7], byHand: "4015, 7" },
  { name: "signInAccount", of: ["a@example.org"], byHand: "4016, hashtext('a@example.org')" },
  { name: "signInAddress", of: ["192.0.2"], byHand: "4017, hashtext('192.0.2')" },
  { name: "importApplying", of: [7], byHand: "4018, 7" },
  { name: "gatheringMail", of: [], byHand: "4019, 1" },
  { name: "submissionKey", of: [KEY], byHand: `4020, hashtext('${KEY}')` },
  { name: "splitBalance", of: [], byHand: "4021, 1" },
  { name: "clientKey", of: [KEY], byHand: `hashtextextended('${KEY}', 4022)` },
  { name: "undo", of: [7], byHand: "4023, 7" },
  { name: "assignmentLoads", of: [], byHand: "4024, 1" },
  { name: "questionKey", of: [KEY], byHand: `4025, hashtext('${KEY}')` },
  { name: "importWorking", of: [7], byHand: "4026, 7" },
  { name: "campaignKey", of: [KEY], byHand: `hashtextextended('${KEY}', 4027)` },
  { name: "similarSubmissions", of: [], byHand: "4028, 1" },
  { name: "connectionTest", of: [7], byHand: "4029, 7" },
  { name: "sample", of: [], byHand: "4032, 1" },
  { name: "sealing", of: [], byHand: "4033, 1" },
  { name: "responseImportWorking", of: [7], byHand: "4034, 7" },
  { name: "migration", of: [], byHand: "72707369" },
];

const take = lock as (tx: Tx, name: AdvisoryLock, ...of: (string | number)[]) => Promise<void>;
const statement = lockStatement as (
  manner: LockManner,
  name: AdvisoryLock,
  ...of: (string | number)[]
) => ReturnType<typeof lockStatement>;

/** Whether another connection gets the lock, said by hand, at once. */
async function isFree(byHand: string, shared = ""): Promise<boolean> {
  return withConnection(async (client) => {
    await client.query("BEGIN");
    const { rows } = await client.query<{ got: boolean }>(
      `SELECT pg_try_advisory_xact_lock${shared}(${byHand}) AS got`,
    );
    await client.query("ROLLBACK");
    return rows[0]!.got;
  });
}

describe("advisory locks", () => {
  it("are all listed here", () => {
    expect(KEYS.map(({ name }) => name).sort()).toEqual(Object.keys(ADVISORY_LOCKS).sort());
  });

  it.each(KEYS)("$name is the lock ($byHand) and no other", async ({ name, of, byHand }) => {
    await transaction(async (tx) => {
      await take(tx, name, ...of);
      for (const other of KEYS)
        expect(await isFree(other.byHand), other.name).toBe(other.byHand !== byHand);
    });
    expect(await isFree(byHand)).toBe(true);
  });

  it.each(KEYS)("$name is shared, tried and kept for a session", async ({ name, of, byHand }) => {
    await withConnection(async (client) => {
      await client.query(statement({ until: "session", shared: true }, name, ...of));
      try {
        expect(await isFree(byHand)).toBe(false);
        expect(await isFree(byHand, "_shared")).toBe(true);
        const tried = await transaction((tx) => {
          const { text, values } = statement({ until: "transaction", try: true }, name, ...of);
          return tx.$queryRawUnsafe(text, ...values);
        });
        expect(tried).toEqual([{ got: false }]);
      } finally {
        await client.query("SELECT pg_advisory_unlock_all()");
      }
    });
    expect(await isFree(byHand)).toBe(true);
  });
});
