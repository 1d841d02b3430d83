import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  // Only `prisma migrate …` while developing needs a database; `generate` and the product itself do not read this.
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://localhost:5432/freshqa" },
});
