import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { COMMANDS, runCommandLine } from "@/lib/cli/command-line";
import type { Command, Terminal } from "@/lib/cli/command";

/** What a call of the command line left behind. */
export interface Run {
  status: number | null;
  stdout: Buffer;
  stderr: string;
}

/** The JSON document that a call with --json printed. */
export const json = (run: Run) => JSON.parse(run.stdout.toString()) as Record<string, unknown>;

/** The command of this name. */
export function commandNamed(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`There is no command "${name}".`);
  return command;
}

/**
 * Runs a call of the command line in this process, on this process's database: its words, streams and exit code are
 * those of the program, without the seconds that a process takes to load it (see freshqaProcess).
 */
export async function freshqa(args: string[], input = ""): Promise<Run> {
  const { terminal, written } = testTerminal(input);
  const status = await runCommandLine(args, terminal, { endSession: false });
  return { status, stdout: written.output(), stderr: written.errors().toString() };
}

/** Runs the real program in a process of its own. With `closeEarly` its reader goes after the first part. */
export function freshqaProcess(
  args: string[],
  options: { input?: string; env?: Record<string, string>; closeEarly?: boolean } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["lib/launcher/run.mjs", "freshqa", ...args], {
      env: { ...process.env, ...options.env },
    });
    const stdout: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (part: Buffer) => {
      stdout.push(part);
      if (options.closeEarly) child.stdout.destroy();
    });
    child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout: Buffer.concat(stdout), stderr }));
    child.stdin.end(options.input ?? "");
  });
}

/** A terminal that reads `input`, and keeps what is written to it. */
export function testTerminal(input = ""): {
  terminal: Terminal;
  written: { output: () => Buffer; errors: () => Buffer };
} {
  const keep = (parts: Buffer[]) =>
    new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
    });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  return {
    terminal: {
      input: Readable.from(input === "" ? [] : [Buffer.from(input)]),
      output: keep(output),
      errors: keep(errors),
    },
    written: { output: () => Buffer.concat(output), errors: () => Buffer.concat(errors) },
  };
}
