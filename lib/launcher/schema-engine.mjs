#!/usr/bin/env node
// @ts-check
// Stands in for Prisma's native schema engine, which `prisma migrate` would download: the same JSON-RPC, one message a
// line on standard input and output, answered by the engine's WebAssembly build through node-postgres.
// Prisma starts it when PRISMA_SCHEMA_ENGINE_BINARY names this file (lib/launcher/prisma-now.ts).
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as wasm from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: "string", multiple: true, short: "d" },
    datasource: { type: "string" },
  },
});
/** @type {string | undefined} */
const url = typeof values.datasource === "string" ? JSON.parse(values.datasource).url : undefined;

/** @param {unknown} error @returns {string | undefined} Prisma's code: what the error says, or what PostgreSQL's means */
function codeOf(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error);
  if (code === "3D000") return "P1003";
  if (code === "28P01") return "P1000";
  return /^P\d{4}/.exec(code ?? message ?? "")?.[0];
}

/** @param {string} databaseUrl @param {(client: pg.Client) => Promise<unknown>} [work] */
async function connected(databaseUrl, work = async () => {}) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** @param {string} databaseUrl @param {string} name */
function named(databaseUrl, name) {
  const other = new URL(databaseUrl);
  other.pathname = `/${name}`;
  return other.href;
}

/** @param {string} databaseUrl @returns {Promise<string>} the name of the database made */
async function createDatabase(databaseUrl) {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  await connected(named(databaseUrl, "postgres"), (client) =>
    client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`),
  );
  return name;
}

// PostgreSQL's internal type "char" (18), which system catalogs use, is unknown to the adapter. It is declared as an
// array of "char" (1002), which the adapter knows, and then as the single character that it is.
const INTERNAL_CHAR = 18;
const INTERNAL_CHAR_ARRAY = 1002;

/** @param {any} result */
function withKnownTypes(result) {
  for (const { fields } of [result].flat())
    for (const field of fields ?? [])
      if (field.dataTypeID === INTERNAL_CHAR) field.dataTypeID = INTERNAL_CHAR_ARRAY;
  return result;
}

class CatalogClient extends pg.Client {
  /** @override @param {any[]} args @returns {any} */
  query(...args) {
    const result = /** @type {any} */ (super.query)(...args);
    return result?.then ? result.then(withKnownTypes) : result;
  }
}

class CatalogPool extends pg.Pool {
  /** @override @param {any[]} args @returns {any} */
  query(...args) {
    const result = /** @type {any} */ (super.query)(...args);
    return result?.then ? result.then(withKnownTypes) : result;
  }
}

/** @param {any} queryable an adapter or a transaction */
function withSingleCharacters(queryable) {
  const queryRaw = queryable.queryRaw.bind(queryable);
  /** @param {unknown} query */
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    result.columnTypes = result.columnTypes.map(
      (/** @type {number} */ type, /** @type {number} */ at) =>
        type === ColumnTypeEnum.CharacterArray &&
        !result.rows.some((/** @type {unknown[]} */ row) => Array.isArray(row[at]))
          ? ColumnTypeEnum.Character
          : type,
    );
    return result;
  };
  return queryable;
}

/** @param {string} databaseUrl @returns {Promise<any>} */
async function adapterFor(databaseUrl) {
  const pool = new CatalogPool({ Client: CatalogClient, connectionString: databaseUrl, max: 4 });
  const adapter = /** @type {any} */ (
    withSingleCharacters(await new PrismaPg(pool, { disposeExternalPool: true }).connect())
  );
  // The adapter splits scripts at each semicolon, also at those within the body of a function.
  /** @param {string} script */
  adapter.executeScript = async (script) => void (await pool.query(script));
  const startTransaction = adapter.startTransaction.bind(adapter);
  /** @param {unknown} level */
  adapter.startTransaction = async (level) => withSingleCharacters(await startTransaction(level));
  return adapter;
}

/** The engine connects even to compare two schemas without a database. @returns {any} */
function withoutDatabase() {
  const refuse = async () => {
    throw new Error("No database URL was given.");
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    queryRaw: async () => ({
      columnNames: ["version"],
      columnTypes: [ColumnTypeEnum.Text],
      rows: [["PostgreSQL 18"]],
    }),
    executeRaw: refuse,
    executeScript: async () => {},
    startTransaction: refuse,
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
    dispose: async () => {},
  };
}

/** A database of its own in which the engine applies migrations, dropped when the engine lets go of it. */
async function shadowDatabase() {
  if (url === undefined) return withoutDatabase();
  const name = `prisma_migrate_shadow_db_${randomUUID()}`;
  await connected(url, (client) => client.query(`CREATE DATABASE "${name}"`));
  const shadow = await adapterFor(named(url, name));
  const dispose = shadow.dispose.bind(shadow);
  shadow.dispose = async () => {
    await dispose();
    await connected(url, (client) =>
      client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
    );
  };
  return shadow;
}

// Prisma asks for these two by arguments instead of messages.
if (positionals[0] === "cli") {
  try {
    if (url === undefined) throw new Error("No database URL was given.");
    if (positionals[1] === "can-connect-to-database") await connected(url);
    else if (positionals[1] === "create-database") await createDatabase(url);
    else throw new Error(`Unknown command: ${positionals.join(" ")}`);
    process.exit(0);
  } catch (error) {
    const fields = {
      message: /** @type {Error} */ (error).message,
      error_code: codeOf(error) ?? "P1001",
      is_panic: false,
    };
    process.stderr.write(`\n${JSON.stringify({ level: "ERROR", fields })}`);
    process.exit(1);
  }
}

// Not among the package's exports, so resolved beside one that is.
const beside = createRequire(import.meta.url).resolve(
  "@prisma/schema-engine-wasm/schema_engine_bg",
);
const instance = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(beside.replace(/\.js$/, ".wasm"))),
  { "./schema_engine_bg.js": /** @type {any} */ (wasm) },
);
wasm.__wbg_set_wasm(instance.exports);
/** @type {any} */ (instance.exports).__wbindgen_start();
/** What the engine says before it dies. */
let panic = "";
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (/** @type {string} */ text) => (panic = text) },
});

const factory = bindMigrationAwareSqlAdapterFactory({
  provider: "postgres",
  adapterName: "@prisma/adapter-pg",
  connect: async () => (url === undefined ? withoutDatabase() : adapterFor(url)),
  connectToShadowDb: shadowDatabase,
});
/** @type {any} */
let engine;
async function theEngine() {
  const files = /** @type {string[] | undefined} */ (values.datamodels);
  const datamodels = files?.map(
    (path) => /** @type {[string, string]} */ ([path, readFileSync(path, "utf8")]),
  );
  engine ??= await wasm.SchemaEngine.new({ datamodels }, () => {}, factory);
  return engine;
}

/** @param {object} message */
const send = (message) =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
/** @param {number} id @param {string} message @param {object} data */
const sendError = (id, message, data) =>
  send({ id, error: { code: 4466, message, data: { is_panic: false, meta: null, ...data } } });

/** The message being answered; a crash is told as its answer. @type {number | undefined} */
let pending;
/** @param {unknown} error */
function crash(error) {
  const message = panic || /** @type {Error} */ (error)?.stack || String(error);
  if (pending !== undefined)
    sendError(pending, "The schema engine crashed.", { message, error_code: null });
  process.exitCode = 1;
  setTimeout(() => process.exit(), 50);
}
process.on("uncaughtException", crash);
process.on("unhandledRejection", crash);

/** @param {string} method @param {any} params @param {number} id */
async function answer(method, params, id) {
  if (method === "createDatabase") return { databaseName: await createDatabase(url ?? "") };
  if (method === "getDatabaseVersion") return (await theEngine()).version(null);
  if (method === "evaluateDataLoss") {
    // The WebAssembly build finds no shadow database for this one question. What it would warn of stands as a comment in
    // the migration's SQL; whether there is anything to migrate, the difference says.
    const { exitCode } = await (
      await theEngine()
    ).diff({
      from: { tag: "migrations", ...params.migrationsList },
      to: { tag: "schemaDatamodel", ...params.schema },
      filters: params.filters,
      shadowDatabaseUrl: null,
      script: false,
      exitCode: true,
    });
    return { warnings: [], unexecutableSteps: [], migrationSteps: exitCode === 2 ? 1 : 0 };
  }
  const result = await (await theEngine())[method](params);
  if (method !== "diff") return result;
  // The native engine prints a difference by a message of its own, and answers with the exit code alone.
  if (result.stdout) {
    const content = result.stdout.replace(/\n$/, "");
    send({ id: id + 1_000_000, method: "print", params: { content } });
  }
  return { exitCode: result.exitCode, stdout: null };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const { id, method, params } = JSON.parse(line);
  // Answers to what was printed need none.
  if (!method) continue;
  pending = id;
  try {
    const result = await answer(method, params, id);
    pending = undefined;
    send({ id, result: result ?? {} });
  } catch (error) {
    const { message, meta = null } = /** @type {any} */ (error);
    const [, number] = /External error id#(\d+)/.exec(message) ?? [];
    const cause = number && factory.errorRegistry.consumeError(Number(number))?.error;
    const text = /** @type {any} */ (cause || error).message ?? String(error);
    sendError(id, "An error happened. Check the data field for details.", {
      message: text,
      meta,
      error_code: codeOf(cause || error) ?? null,
    });
  }
}
process.exit(0);
