import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, disconnect, PLAN_KEPT, transaction, violates, withConnection, type Tx } from "./db";
import { type AnyResult, ok, refuse } from "./result";

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
  const refused = async (tx: Tx): Promise<AnyResult<number>> => {
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

  it.each(["40P01", "40001"])(
    "is tried again after a collision (%s), of a statement too",
    async (code) => {
      let attempts = 0;
      await transaction(async (tx) => {
        attempts++;
        await write(tx, attempts);
        if (attempts < 3)
          await tx.$executeRawUnsafe(
            `DO $$ BEGIN RAISE EXCEPTION 'collision' USING ERRCODE = '${code}'; END $$`,
          );
      });
      expect(attempts).toBe(3);
      expect(await written()).toEqual([3]);
    },
  );

  it("is not tried again after a lock that was not had in time", async () => {
    let attempts = 0;
    await expect(
      transaction(async (tx) => {
        attempts++;
        await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'too late' USING ERRCODE = '55P03'; END $$`;
      }),
    ).rejects.toThrow("too late");
    expect(attempts).toBe(1);
  });

  it("is open for the next one after a refusal", async () => {
    for (let i = 0; i < 30; i++) await transaction(refused);
    await transaction((tx) => write(tx, 2));
    expect(await written()).toEqual([2]);
  });
});

describe("a unique constraint that is violated", () => {
  const errorOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail("nothing was violated"),
      (error: unknown) => error,
    );
  const account = (email: string, id?: number) =>
    db.user.create({ data: { ...(id !== undefined && { id }), email, name: "Ada", roles: [] } });

  it("is told by its name, for models and for statements", async () => {
    const { id } = await account("ada@example.org");
    const email = await errorOf(account("ada@example.org"));
    const key = await errorOf(account("bea@example.org", id));
    expect([violates(email, "users_email_key"), violates(email, "users_pkey")]).toEqual([
      true,
      false,
    ]);
    expect([violates(key, "users_email_key"), violates(key, "users_pkey")]).toEqual([false, true]);

    await transaction((tx) => write(tx, 1));
    const row = await errorOf(transaction((tx) => write(tx, 1)));
    const name = await errorOf(
      transaction((tx) => tx.$executeRaw`INSERT INTO notes VALUES (2, 'note 1')`),
    );
    expect([violates(row, "notes_pkey"), violates(row, "notes_name_key")]).toEqual([true, false]);
    expect([violates(name, "notes_pkey"), violates(name, "notes_name_key")]).toEqual([false, true]);
  });

  it("is none where something else is refused", async () => {
    await db.$executeRaw`ALTER TABLE notes ADD CONSTRAINT notes_short CHECK (length(name) < 20)`;
    const long = await errorOf(db.$executeRaw`INSERT INTO notes VALUES (3, ${"x".repeat(30)})`);
    expect(String(long)).toContain("notes_short");
    for (const error of [long, new Error("notes_name_key"), null, undefined, "notes_name_key"])
      for (const constraint of ["notes_short", "notes_name_key"])
        expect(violates(error, constraint)).toBe(false);
  });
});

describe("a lent connection", () => {
  it("that dies fails what is asked of it, and ends nothing else: no error without a listener, no rejection to nobody", async () => {
    await withConnection(async (client) => {
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      await db.$queryRaw`SELECT pg_terminate_backend(${rows[0]!.pid}::int)::text AS done`;
      await expect
        .poll(async () => client.query("SELECT 1").then(String, (error: Error) => error.message))
        .toMatch(/not queryable/);
    });
    expect(await withConnection(async (client) => (await client.query("SELECT 1")).rowCount)).toBe(
      1,
    );
  });
});

describe("PLAN_KEPT", () => {
  it("lets a connection plan a statement once; others are planned each time", async () => {
    const kept = await transaction(async (tx) => {
      for (const id of [1, 2]) {
        await tx.$queryRaw`${PLAN_KEPT} SELECT name FROM notes WHERE id = ${id}`;
        await tx.$queryRaw`SELECT name FROM notes WHERE id = ${id}`;
      }
      return tx.$queryRaw<{ statement: string; runs: number }[]>`
        SELECT statement, (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements WHERE statement LIKE '%FROM notes%'`;
    });
    expect(kept).toEqual([{ statement: expect.stringContaining("plan kept") as string, runs: 2 }]);
  });
});
