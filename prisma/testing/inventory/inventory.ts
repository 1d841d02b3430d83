/*
 * npm run -s inventory > FILE: writes down, as sorted lines, what a refactoring must leave as it is: addresses, commands and
 * queries, permissions, the command line, the columns of every file, every number of every report, and the bytes of
 * releases. `diff` of what it says before and after shows what changed, and nothing where nothing did.
 *
 * The same revision says the same every time: its data is made by the product's own commands (one-of-everything.ts), in an
 * embedded PostgreSQL that is thrown away; times, recent days and random keys are replaced by words. One thing shows the
 * clock: in the first two hours of a week (UTC) the study of the sample lies in two weeks, and its drift is told by both.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { offeredSheets } from "@/lib/dataset/file-formats/table-xlsx";
import { may, PERMISSIONS, type Permission } from "@/lib/people/access/policy";
import { ROLES } from "@/lib/people/access/roles";
import { now } from "@/lib/platform/clock";
import { provideEnvironment } from "@/lib/platform/env";
import { applyMigrations } from "@/lib/platform/migrations";
import { freshqa, freshqaProcess } from "../command-line";
import { readWithDuckDb } from "../duckdb";
import { CALLS, FILE_ADDRESSES, RELEASE_ADDRESSES, REPORT_ADDRESSES } from "./addresses";
import { licenseDataset } from "../licensed";
import { moduleFiles } from "../modules";
import { unzip } from "../rezip";
import {
  copyDatabase,
  emptyDatabase,
  startThrowAwayServer,
  templateOn,
  type Template,
} from "../throw-away-server";
import { addressOf, pageFiles } from "../tree";
import { addRunsOverTime, get, loadRoutes, ORIGIN, signIn } from "./product";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Published releases, where there are some (CONTRIBUTING.md, “Real releases”). */
const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";

const folder = mkdtempSync(join(tmpdir(), "freshqa-inventory-"));
const lines: string[] = [];
const say = (...words: unknown[]) => void lines.push(words.join(" "));

// What the source says -----------------------------------------------------------------------------------------------

async function listRoutes(): Promise<void> {
  for (const path of pageFiles().filter((path) => path.endsWith("/page.tsx")))
    say("route", addressOf(path), "page");
  for (const [address, handlers] of await loadRoutes())
    say("route", address, METHODS.filter((method) => method in handlers).join(","));
}

async function listCommandsAndQueries(): Promise<void> {
  for (const what of ["commands", "queries"])
    for (const file of moduleFiles(what))
      for (const [name, exported] of Object.entries(await file.load()))
        if (typeof exported === "function")
          say(what === "commands" ? "command" : "query", file.key, name);
}

function listPermissions(): void {
  for (const role of ROLES)
    for (const permission of Object.keys(PERMISSIONS) as Permission[])
      if (may({ roles: [role] }, permission)) say("permission", role, permission);
}

/** What its help says, and the options that it takes, also those of which the help is silent. */
async function listCommandLine(): Promise<void> {
  const help = async (...words: string[]) => (await freshqa([...words, "--help"])).stdout;
  sayLines("cli help", (await help()).toString());
  const { COMMANDS } = await import("@/lib/cli/command-line");
  for (const { name, options } of COMMANDS) {
    const taken = Object.entries(options).map(
      ([option, { type, multiple, short }]) =>
        `--${option}:${type}${multiple === true ? "…" : ""}${short === undefined ? "" : `,-${short}`}`,
    );
    say("cli", name, taken.sort().join(" "));
    sayLines(`cli ${name} --help`, (await help(...name.split(" "))).toString());
  }
}

// Files and reports --------------------------------------------------------------------------------------------------

/** Days on which what the sample does now may have been done. */
const RECENT = Array.from({ length: 9 }, (_, ago) =>
  new Date(now().getTime() - ago * 86_400_000).toISOString().slice(0, 10),
);

/** The text without what differs from run to run. */
function settled(text: string): string {
  const told = text
    .replaceAll(/(?<![0-9a-f])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/g, "<uuid>")
    .replaceAll(/\b\d{4}-\d\d-\d\d(T|,? )\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, "<time>");
  return RECENT.reduce((all, day) => all.replaceAll(day, "<day>"), told);
}

/** A text line by line, in its order. */
function sayLines(what: string, text: string): void {
  for (const [at, line] of text.split(/\r?\n/).entries())
    if (line !== "") say(what, String(at + 1).padStart(4, "0"), line);
}

/** A JSON document, with a line for each innermost object or list: `pairs.0.all {"count":43,"of":60}`. */
function sayValues(what: string, json: unknown, path: string[] = []): void {
  const inner = Object.entries((json ?? {}) as object);
  if (typeof json === "object" && inner.some(([, one]) => typeof one === "object" && one !== null))
    for (const [key, one] of inner) sayValues(what, one, [...path, key]);
  else say(what, path.join("."), settled(JSON.stringify(json)));
}

/** The columns of a table in any format, or the files of an archive. */
async function columnsOf(body: Buffer, type: string): Promise<string> {
  if (type.startsWith("text/csv") || type.startsWith("application/jsonl")) {
    const [first, ...more] = body.toString("utf8").split(/\r?\n/, 5) as [string, ...string[]];
    return type.includes("json")
      ? Object.keys(JSON.parse(first) as object).join(",")
      : // Releases begin with two records of warnings.
        (more.find((line) => line.startsWith("id,split,")) ?? first);
  }
  if (type === "application/zip") {
    const path = join(folder, "archive.zip");
    writeFileSync(path, body);
    return [...(await unzip(path)).keys()].map(settled).join(",");
  }
  if (type.endsWith("parquet")) {
    const { types } = await readWithDuckDb(
      (async function* () {
        yield body;
      })(),
    );
    return types.map((column) => column.join(":")).join(",");
  }
  const sheets = await offeredSheets(body, (cells) => cells.length > 2, {
    sheet: () => true,
    otherSheet: "first",
  });
  return sheets.map(({ header }) => header.join(",")).join(" | ");
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function listFiles(): Promise<void> {
  for (const address of [...FILE_ADDRESSES, ...RELEASE_ADDRESSES]) {
    const { status, body, type } = await get(address);
    if (status === 200) say("columns", address, await columnsOf(body, type));
    else say("columns", address, status, settled(body.toString("utf8")));
    if (RELEASE_ADDRESSES.includes(address)) say("bytes", address, sha256(body));
  }
}

async function listReports(): Promise<void> {
  for (const address of REPORT_ADDRESSES) {
    const { status, body, type } = await get(address);
    const text = body.toString("utf8");
    if (status !== 200) say("report", address, status, settled(text));
    else if (type.startsWith("application/json")) sayValues(`report ${address}`, JSON.parse(text));
    else sayLines(`report ${address}`, settled(text));
    if (type.startsWith("text/csv")) say("columns", address, await columnsOf(body, type));
  }
  for (const call of CALLS) {
    const { status, stdout, stderr } = await freshqa(call);
    const printed = settled(stdout.toString() + stderr);
    sayLines(`report freshqa ${call.join(" ")}`, `exit ${status}\n${printed}`);
  }
}

// Releases -----------------------------------------------------------------------------------------------------------

/** Imports a release into an empty dataset and exports it again, by the program itself. */
async function listRoundTrip(template: Template, path: string): Promise<void> {
  const name = basename(path, ".csv");
  const env = { DATABASE_URL: await copyDatabase(template, `round_trip_${lines.length}`) };
  const imported = await freshqaProcess(["import", path, "--accept-suspect"], { env });
  sayLines(`bytes ${name} imported`, `${imported.stdout.toString()}${imported.stderr}`);
  const exported = await freshqaProcess(["export", "--out", "-"], { env });
  say("bytes", name, "source", sha256(readFileSync(path)));
  say("bytes", name, "exported", sha256(exported.stdout));
}

const server = await startThrowAwayServer();
try {
  const name = "freshqa_inventory";
  const empty = await emptyDatabase(server.adminUrl, name);
  await applyMigrations(empty);
  await licenseDataset(empty);
  const template = await templateOn(server.adminUrl, name);
  provideEnvironment({
    DATABASE_URL: await copyDatabase(template, `${name}_filled`),
    NEXTAUTH_SECRET: "only for the inventory, only for the inventory",
    NEXTAUTH_URL: ORIGIN,
    LOG_LEVEL: "silent",
  });
  // Loaded now, because what asks the database reads its address when it is loaded.
  const { fillWithOneOfEverything } = await import("../one-of-everything");
  const { disconnect } = await import("@/lib/platform/db");
  await fillWithOneOfEverything();
  await addRunsOverTime();
  await signIn("dana@freshqa.example");
  await listRoutes();
  await listCommandsAndQueries();
  listPermissions();
  await listCommandLine();
  await listFiles();
  await listReports();
  const sample = join(folder, "FreshQA_v11022026.csv");
  writeFileSync(sample, (await get("/api/releases/FreshQA_v11022026/FreshQA_v11022026.csv")).body);
  await disconnect();
  await listRoundTrip(template, sample);
  if (existsSync(RELEASES))
    for (const file of readdirSync(RELEASES).filter((file) => file.endsWith(".csv")))
      await listRoundTrip(template, join(RELEASES, file));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${lines.sort().join("\n")}\n`);
