import { readFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import type { parseArgs, ParseArgsConfig } from "node:util";
import type { z } from "zod";
import { alternatives } from "@/lib/platform/format";
import { fieldErrors } from "@/lib/platform/fields";
import type { Actor } from "@/lib/people/access/schema";
import type { AnyResult, Refusal } from "@/lib/platform/result";

type Values = ReturnType<typeof parseArgs>["values"];

export interface Command {
  /** Its words: "release publish". */
  name: string;
  /** What it does, in a line. */
  summary: string;
  /** What follows the name: "FILE [options]". */
  usage: string;
  /** Its options beside --json and --help, each with a line of explanation. */
  options: NonNullable<ParseArgsConfig["options"]>;
  explanations: [option: string, words: string][];
  /** How many words it takes, options not counted. */
  words: number;
  /** How many more it may take. */
  optionalWords?: number;
  /** `database`: it runs with an open, migrated database; `none`: it opens what it needs itself. */
  needs: "database" | "none";
  run(call: Call): Promise<Answer>;
}

/** Where a call reads and writes: standard input, output and error of the process, or what a test gives instead. */
export interface Terminal {
  input: AsyncIterable<Uint8Array>;
  output: Writable;
  errors: Writable;
}

export interface Call {
  words: string[];
  values: Values;
  /** The command line's own account. Only for commands that need the database. */
  actor: Actor;
  /** Says something to the person while working; never on standard output. */
  say(line: string): void;
  json: boolean;
  terminal: Terminal;
}

/** What a command has to tell: the same for programs (--json) and for people. Null: it wrote to standard output itself. */
export type Answer = { json: unknown; words: string } | null;

/** Thrown for a call that makes no sense; the command line ends with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Thrown when a command was refused; the command line ends with 1. `json` is what programs get beside the refusal. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    /** Its code is one of a command, or one that only the command line has. */
    readonly refusal: Omit<Refusal, "code"> & { code: string },
    readonly json: Record<string, unknown> = {},
  ) {
    super(refusal.message);
  }
}

/** The value of a result. @throws Refused */
export function valueOf<T>(result: AnyResult<T>): T {
  if (result.ok) return result.value;
  throw new Refused(result.refusal);
}

/** Parses what was given on the command line. @throws Refused with the schema's own words for each wrong part */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error);
  throw new Refused({ code: "invalid", message: Object.values(fields).join(" "), fields });
}

/** A text option that may be missing. */
export function text(values: Values, option: string): string | undefined {
  const value = values[option];
  return typeof value === "string" ? value : undefined;
}

/** An option that may be given several times, or once with commas. */
export function list(values: Values, option: string): string[] {
  const value = values[option];
  return (Array.isArray(value) ? value : [])
    .flatMap((item) => String(item).split(","))
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** An option with a closed list of values. @throws UsageError */
export function choice<T extends string>(
  values: Values,
  option: string,
  known: readonly T[],
): T | undefined {
  const value = text(values, option);
  if (value === undefined) return undefined;
  const found = known.find((item) => item === value);
  if (found === undefined)
    throw new UsageError(`--${option} must be ${alternatives(known)}, not "${value}".`);
  return found;
}

/** The text of a file. @throws Refused where it cannot be read */
export async function readTextFile(file: string, more = ""): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new Refused({
      code: "not-found",
      message: `Cannot read file ${file}. ${more}`.trimEnd(),
    });
  }
}

/** Formats rows as columns of even width. */
export function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
        .join("  "),
    )
    .join("\n");
}

/**
 * Discards what is staged for a call that ends without applying it: refused, failed, or as a dry run.
 * @param discard where it fails in turn, the server clears up later
 */
export async function discarding<T>(
  work: () => Promise<T>,
  dryRun: boolean,
  discard: () => Promise<unknown>,
): Promise<T> {
  try {
    const answer = await work();
    if (dryRun) await discard();
    return answer;
  } catch (error) {
    await discard().catch(() => {});
    throw error;
  }
}
