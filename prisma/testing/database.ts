import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { copyDatabase, emptyDatabase } from "./throw-away-server";

/**
 * Makes a database for tests on the shared test server, and returns its address.
 * @param kind "migrated" is a copy of the template; "empty" has nothing in it, for tests of the migrations themselves.
 */
export async function createTestDatabase(kind: "migrated" | "empty" = "migrated"): Promise<string> {
  const template = inject("template");
  const name = template.name.replace(/template$/, randomBytes(6).toString("hex"));
  return kind === "migrated"
    ? copyDatabase(template, name)
    : emptyDatabase(template.adminUrl, name);
}
