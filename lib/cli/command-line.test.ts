import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notEmpty } from "@/prisma/testing/not-empty";
import { COMMANDS } from "./command-line";

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

  it("is described: each command, and no other, has a line on its page", async () => {
    const said = execFileSync(
      process.execPath,
      ["--import", "tsx", "lib/cli/freshqa.ts", "--help"],
      { encoding: "utf8" },
    );
    const commands = [...said.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*) {2,}/gm)].map(
      ([, name]) => name!,
    );
    const [, block] = readFileSync("docs/command-line.md", "utf8").split("```");
    const lines = block!.trim().split("\n");
    const missing = notEmpty(commands).filter(
      (name) => !lines.some((line) => `${line} `.startsWith(`${name} `)),
    );
    expect(missing).toEqual([]);
    const unknown = notEmpty(lines).filter(
      (line) => !commands.some((name) => `${line} `.startsWith(`${name} `)),
    );
    expect(unknown).toEqual([]);
  });

  it("reads each option that its help explains, and explains each that it reads", () => {
    for (const { name, options, explanations } of notEmpty(COMMANDS)) {
      const explained = explanations.flatMap(([words]) =>
        [...words.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!),
      );
      expect([name, explained.toSorted()]).toEqual([name, Object.keys(options).toSorted()]);
    }
  });
});
