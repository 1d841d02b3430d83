import { withOwnClient } from "@/lib/platform/own-client";
import { randomBytes } from "node:crypto";
import { inject } from "vitest";

/**
 * Makes a database for tests on the shared test server, and returns its address.
 * @param kind "migrated" is a copy of the template; "empty" has nothing in it, for tests of the migrations themselves.
 */
export async function createTestDatabase(kind: "migrated" | "empty" = "migrated"): Promise<string> {
  const { adminUrl, template, strategy } = inject("testServer");
  const name = template.replace(/template$/, randomBytes(6).toString("hex"));
  await withOwnClient(adminUrl, (client) =>
    client.query(
      `CREATE DATABASE ${name}${kind === "migrated" ? ` TEMPLATE ${template} ${strategy}` : ""}`,
    ),
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
