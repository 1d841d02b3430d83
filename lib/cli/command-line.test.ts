import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Whether a new process has connections to a database after it has loaded a module. */
const connectedBy = (module: string) =>
  execFileSync(
    process.execPath,
    [
      "--import",
      "tsx",
      "--input-type=module",
      "--eval",
      `await import("${module}"); console.log(globalThis.__freshqaConnections !== undefined);`,
    ],
    { encoding: "utf8" },
  ).trim();

describe("the command line", { timeout: 60_000 }, () => {
  it("opens no connections when it is loaded: the embedded database's address is known only later", () => {
    expect(connectedBy("./lib/platform/db.ts")).toBe("true");
    expect(connectedBy("./lib/cli/command-line.ts")).toBe("false");
  });
});
