import type { Actor } from "@/lib/people/access/schema";
import { ROLES } from "@/lib/people/access/roles";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { pendingMigrations } from "@/lib/platform/migrations";
import { Refused } from "./command";

/** The command line's own account, made by the first migration: whoever can reach the database may do everything. */
export async function commandLineActor(): Promise<Actor> {
  const user = await db.user.findUniqueOrThrow({
    where: { email: "command-line@localhost", kind: "system" },
  });
  return {
    userId: user.id,
    name: user.name,
    roles: ROLES.filter((role) => role === "maintainer" || role === "admin"),
    via: "cli",
  };
}

/** @throws Refused when the database lacks migrations of this version (one of DATABASE_URL is never migrated unasked) */
export async function refuseUnlessMigrated(): Promise<void> {
  const pending = await withConnection((client) => pendingMigrations(client));
  if (pending.length > 0) {
    throw new Refused({
      code: "not-migrated",
      message: `${pending.length} database ${pending.length === 1 ? "migration" : "migrations"} pending. Run "npm run --silent freshqa -- db migrate" first.`,
    });
  }
}

/** Closes the connections, so that the process can end. */
export async function endSession(): Promise<void> {
  // Prisma gives the pool up with its own connection, and only if it ever had one.
  await db.$connect().catch(() => {});
  await disconnect();
}
