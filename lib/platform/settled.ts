import { Prisma, transaction, type Tx } from "./db";

/**
 * Reads once everything that took an id in these tables is committed or given up, so that no smaller id comes in later.
 * Whoever writes there waits meanwhile: read no more than the ids.
 * @param tables in the order in which they are locked
 * @param patience how long to wait for others, as PostgreSQL writes it: "5s"
 * @returns null: something large is being written, and it took longer
 */
export async function onceSettled<T extends object>(
  tables: readonly string[],
  patience: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  try {
    return await transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT set_config('lock_timeout', ${patience}, true)`;
        await tx.$executeRaw`LOCK TABLE ${Prisma.raw(tables.join(", "))} IN SHARE MODE`;
        return read(tx);
      },
      { readOnly: true },
    );
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    /55P03|lock timeout|40P01|deadlock/.test(`${error.message} ${JSON.stringify(error.meta ?? {})}`)
  );
}
