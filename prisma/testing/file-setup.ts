// Runs before each file of database tests, and before anything of it is imported: the file gets a database of its own,
// and whatever reads DATABASE_URL finds that one. The whole server is thrown away at the end.
import { provideEnvironment } from "@/lib/platform/env";
import { createTestDatabase } from "./database";
import { licenseDataset } from "./licensed";

const databaseUrl = await createTestDatabase();
await licenseDataset(databaseUrl);
provideEnvironment({
  DATABASE_URL: databaseUrl,
  NEXTAUTH_SECRET: "only for tests, only for tests",
  NEXTAUTH_URL: "http://localhost:3000",
});
