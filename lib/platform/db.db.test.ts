import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, disconnect, transaction, type Tx } from "./db";
import { ok, refuse, type Result } from "./result";

beforeAll(async () => {
  await db.$executeRaw`CREATE TABLE notes (id int PRIMARY KEY, name text CONSTRAINT notes_name_key UNIQUE)`;
});
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM notes`;
});
afterAll(disconnect);

const write = (tx: Tx, id: number) =>
  tx.$executeRaw`INSERT INTO notes (id, name) VALUES (${id}, ${`note ${id}`})`;

async function written(): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`SELECT id FROM notes ORDER BY id`;
  return rows.map((row) => row.id);
}

describe("transaction", () => {
  const refused = async (tx: Tx): Promise<Result<number>> => {
    await write(tx, 1);
    return refuse("taken", "Taken.", { details: { by: 7 } });
  };

  it("keeps what was written before a value is returned", async () => {
    const outcome = await transaction(async (tx) => {
      await write(tx, 1);
      return ok(1);
    });
    expect(outcome).toEqual({ ok: true, value: 1 });
    expect(await written()).toEqual([1]);
  });

  it("rolls back what was written before a refusal is returned, and returns the refusal", async () => {
    expect(await transaction(refused)).toEqual({
      ok: false,
      refusal: { code: "taken", message: "Taken.", details: { by: 7 } },
    });
    expect(await written()).toEqual([]);
  });

  it("keeps it where the command says so", async () => {
    expect(await transaction(refused, { keepOnRefusal: true })).toMatchObject({ ok: false });
    expect(await written()).toEqual([1]);
  });

  it("rolls back what was written before an error, also where refusals keep it", async () => {
    const fails = async (tx: Tx) => {
      await write(tx, 1);
      throw new Error("broken");
    };
    await expect(transaction(fails)).rejects.toThrow("broken");
    await expect(transaction(fails, { keepOnRefusal: true })).rejects.toThrow("broken");
    expect(await written()).toEqual([]);
  });

  it("keeps what is no refusal, whatever it looks like", async () => {
    for (const [i, value] of [null, undefined, false, { ok: false }, { refusal: 1 }].entries()) {
      expect(
        await transaction(async (tx) => {
          await write(tx, i);
          return value;
        }),
      ).toEqual(value);
    }
    expect(await written()).toEqual([0, 1, 2, 3, 4]);
  });

  it("is open for the next one after a refusal", async () => {
    for (let i = 0; i < 30; i++) await transaction(refused);
    await transaction((tx) => write(tx, 2));
    expect(await written()).toEqual([2]);
  });
});
