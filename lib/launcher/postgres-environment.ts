import { environmentForPrograms } from "@/lib/platform/env";

/** The environment for PostgreSQL's programs: without settings (PGDATA, PGPORT …) meant for another server. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const all = environmentForPrograms({ LC_ALL: "C", TZ: "UTC" });
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => !/^PG[A-Z]/.test(name) && !/SECRET|PASSWORD|DATABASE_URL/.test(name),
    ),
  ) as NodeJS.ProcessEnv;
}
