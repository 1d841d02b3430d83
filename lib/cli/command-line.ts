import { parseArgs } from "node:util";
import { environment, loadEnvironmentFile, provideEnvironment } from "@/lib/platform/env";
import { buildWhatChanged } from "@/lib/launcher/build";
import { openDatabase } from "@/lib/launcher/database-access";
import { explain } from "@/lib/launcher/launch-error";
import type { Actor } from "@/lib/people/access/schema";
import { agreement } from "./agreement";
import { backup, restore, verify } from "./backup";
import { Refused, UsageError, type Answer, type Command, type Terminal } from "./command";
import { migrate, reset } from "./database";
import { exportFile } from "./export";
import { importFile } from "./import";
import { rotateKeys } from "./keys";
import {
  freshEvalRun,
  jobsCancel,
  jobsList,
  jobsPause,
  jobsResume,
  jobsRetry,
  jobsShow,
  runCompare,
  runGenerate,
} from "./jobs";
import { exportJudgments } from "./judgments";
import { runResults } from "./run-results";
import { sampleAdd, sampleRemove } from "./sample";
import { importResponses } from "./responses";
import {
  diffReleases,
  exportDataset,
  licenseReleases,
  listReleases,
  packageTasks,
  publishRelease,
} from "./release";
import { REPORT_COMMANDS } from "./report";
import { createUser } from "./user";

export const COMMANDS: Command[] = [
  importFile,
  exportFile,
  importResponses,
  runGenerate,
  freshEvalRun,
  runCompare,
  runResults,
  jobsList,
  jobsShow,
  jobsPause,
  jobsResume,
  jobsCancel,
  jobsRetry,
  publishRelease,
  listReleases,
  diffReleases,
  packageTasks,
  exportDataset,
  licenseReleases,
  sampleAdd,
  sampleRemove,
  createUser,
  ...REPORT_COMMANDS,
  agreement,
  exportJudgments,
  backup,
  restore,
  verify,
  rotateKeys,
  migrate,
  reset,
];

const SUCCESS = 0;
const REFUSED = 1;
const USAGE = 2;

/**
 * Runs one call of the command line from its words to its exit code.
 * @param options.endSession false where this process goes on using its database connections (tests).
 * @returns 0 done, 1 refused or failed, 2 called wrongly
 */
export async function runCommandLine(
  args: string[],
  terminal: Terminal,
  options: { endSession?: boolean } = {},
): Promise<number> {
  const json = args.includes("--json");
  let details = false;
  try {
    loadEnvironmentFile();
    details = ["debug", "trace"].includes(environment().LOG_LEVEL);
    // The log goes to standard output, which belongs to the answer.
    provideEnvironment({ LOG_LEVEL: "silent" });

    const found = findCommand(args);
    if (found === null) return helpOnAll(args, terminal);
    const { command, rest } = found;
    const { values, positionals } = parse(command, rest);
    if (values.help) {
      terminal.output.write(helpOn(command));
      return SUCCESS;
    }
    const { words, optionalWords = 0 } = command;
    if (positionals.length < words || positionals.length > words + optionalWords)
      throw new UsageError(`Usage: freshqa ${command.name} ${command.usage}`);
    const call = {
      words: positionals,
      values,
      json,
      terminal,
      say: (line: string) => void terminal.errors.write(`${line}\n`),
    };
    const answer =
      command.needs === "none"
        ? await command.run({ ...call, actor: NOBODY })
        : await withDatabase((actor) => command.run({ ...call, actor }), call.say, options);
    print(answer, call);
    return SUCCESS;
  } catch (error) {
    return fail(error, { json, details, terminal });
  }
}

/** For commands that never ask for an actor. */
const NOBODY: Actor = { userId: 0, name: "nobody", roles: [], via: "cli" };

function findCommand(args: string[]): { command: Command; rest: string[] } | null {
  for (const command of COMMANDS) {
    const words = command.name.split(" ");
    if (words.every((word, index) => args[index] === word))
      return { command, rest: args.slice(words.length) };
  }
  return null;
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      strict: true,
      options: {
        ...command.options,
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Node's own words name the option; what follows them is advice for programmers.
    throw new UsageError(
      `${(error as Error).message.split(". To specify")[0]!.replace(/\.$/, "")}. See: freshqa ${command.name} --help`,
    );
  }
}

/** Runs `work` as the command line's account, and gives the database back whatever happens. */
async function withDatabase(
  work: (actor: Actor) => Promise<Answer>,
  say: (line: string) => void,
  options: { endSession?: boolean },
): Promise<Answer> {
  await buildWhatChanged({ say, step: (what, run) => (say(`${what} …`), run()) }, { pages: false });
  const access = await openDatabase();
  try {
    // Loaded now, because they read the database's address when they are loaded.
    const { commandLineActor, refuseUnlessMigrated, endSession } = await import("./session");
    try {
      await refuseUnlessMigrated();
      return await work(await commandLineActor());
    } finally {
      if (options.endSession !== false) await endSession();
    }
  } finally {
    await access.close();
  }
}

function print(answer: Answer, { json, terminal }: { json: boolean; terminal: Terminal }): void {
  if (answer !== null)
    terminal.output.write(json ? `${JSON.stringify(answer.json, null, 2)}\n` : `${answer.words}\n`);
}

function fail(
  error: unknown,
  { json, details, terminal }: { json: boolean; details: boolean; terminal: Terminal },
): number {
  const usage = error instanceof UsageError;
  const refusal =
    error instanceof Refused
      ? error.refusal
      : { code: usage ? "usage" : "failed", message: usage ? error.message : explain(error) };
  terminal.errors.write(`${refusal.message}\n`);
  if (details && error instanceof Error) terminal.errors.write(`${error.stack}\n`);
  if (json)
    terminal.output.write(
      `${JSON.stringify({ ...(error instanceof Refused && error.json), refusal }, null, 2)}\n`,
    );
  return usage ? USAGE : REFUSED;
}

function helpOnAll(args: string[], { output, errors }: Terminal): number {
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  const help = `Work with the dataset from the command line. The server does not need to be running.

Usage: npm run --silent freshqa -- <command>

${COMMANDS.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`).join("\n")}

Run a command with --help for details. --json prints one JSON document to stdout.
Exit codes: 0 success, 1 refused or failed, 2 usage error.
`;
  const wanted = args.find((word) => !word.startsWith("-"));
  if (args.includes("--help") || args.includes("-h") || wanted === "help") {
    output.write(help);
    return SUCCESS;
  }
  if (wanted === undefined) {
    errors.write(help);
    return USAGE;
  }
  throw new UsageError(
    `Unknown command "${args
      .filter((word) => !word.startsWith("-"))
      .slice(0, 2)
      .join(" ")}". See: freshqa --help`,
  );
}

function helpOn(command: Command): string {
  const lines: [string, string][] = [
    ...command.explanations,
    ["--json", "print one JSON document to stdout"],
  ];
  const width = Math.max(...lines.map(([option]) => option.length));
  return `${command.summary}.

Usage: npm run --silent freshqa -- ${command.name} ${command.usage}

${lines.map(([option, words]) => `  ${option.padEnd(width)}  ${words}`).join("\n")}
`;
}
