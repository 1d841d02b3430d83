import { lockRun } from "@/lib/runs/models/writes";
import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { detectFormat } from "@/lib/dataset/file-formats/detect-format";
import { HEAD_BYTES, offeredTableReading } from "@/lib/dataset/file-formats/offered-reading";
import { readRecords, type RecordRow } from "@/lib/dataset/file-formats/read-records";
import {
  isOfficialReading,
  type Reading,
  readingSchema,
  readingText,
} from "@/lib/dataset/file-formats/reading";
import {
  fileError,
  type Finding,
  type ReadOptions,
  type ReleaseFormat,
} from "@/lib/dataset/file-formats/release-file";
import { sourceOf } from "@/lib/dataset/file-formats/table";
import { onceBegun } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { troubleWords } from "@/lib/platform/database-trouble";
import { db, type Prisma, transaction, type Tx } from "@/lib/platform/db";
import { firstBytes, ReadOnce } from "@/lib/platform/file-bytes";
import { requestLog } from "@/lib/platform/log";
import { gatherStatistics } from "@/lib/platform/planner-statistics";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { throttled } from "@/lib/platform/throttled";
import { recognizeLog } from "@/lib/runs/logs/recognize";
import { LOG_PARTS } from "@/lib/runs/logs/schema";
import { describeFileFinding } from "./finding-messages";
import type { FileGroup } from "./file-groups";
import { readLogRecords } from "./log-files";
import { conditionsOf, withChosen } from "./log-choices";
import { guessRoles, hasVerdicts, isResponseHeader, rolesProblem } from "./rules";
import {
  importColumnsSchema,
  type acceptReadingSchema,
  type beginImportSchema,
  type decideSimilarSchema,
  type ImportColumns,
  type importIdSchema,
  type mapColumnsSchema,
  type ResponseImportStatus,
  type ResponseOutcome,
} from "./schema";
import { addResponses, addVerdicts, clearRecords, matchRecords, stageRecords } from "./writes";
import { lockRow } from "@/lib/platform/locked-row";

// Imports of responses --------------------------------------------------------------------------------------------

const PROGRESS_EVERY = 300;
/** How often a running import says that it is being worked on, in milliseconds; see SILENCE of queries.ts. */
const SIGN_OF_LIFE_EVERY = 10_000;

/** Thrown inside a running import to end it; nothing of it stays. */
class ImportCancelled extends Error {}

/**
 * Opens an import of responses into a run. Nothing is added before it is applied.
 * @returns `first`: this call opened it, so that its file is to be read
 */
export async function beginResponseImport(
  actor: Actor,
  input: z.infer<typeof beginImportSchema>,
): Promise<Result<{ importId: number; first: boolean }, "key-taken" | "not-found">> {
  authorize(actor, "runs.manage");
  const begun = await transaction((tx) =>
    onceBegun(
      tx,
      { command: "beginResponseImport", userId: actor.userId, clientKey: input.clientKey },
      async () => {
        if (!(await tx.modelRun.findUnique({ where: { id: input.runId }, select: { id: true } })))
          return refuse("not-found", "Run not found.");
        const made = await tx.responseImport.create({
          data: {
            runId: input.runId,
            fileName: input.fileName,
            format: "",
            byteSize: input.byteSize,
            status: "reading",
            createdById: actor.userId,
            progressAt: now(),
          },
          select: { id: true },
        });
        await recordAudit(tx, actor, {
          type: "responses.import-started",
          data: {
            runId: input.runId,
            importId: made.id,
            fileName: input.fileName,
            byteSize: input.byteSize,
          },
        });
        return ok({ importId: made.id });
      },
    ),
  );
  return begun.ok ? ok({ ...begun.value.value, first: begun.value.first }) : begun;
}

/**
 * Reads the file of an import, stages its records, guesses what its columns are, and matches the records if the guess is
 * complete. Takes as long as the file is large and says where it is on the import's row; a cancellation ends it.
 * @param input.path the file, complete on disk.
 * @param input.beside what the tool wrote beside the file, if that is a log
 * @param input.reading how the file is to be read, where someone has said so already
 * @param input.waiting imports whose files are read after this one: they are not given up meanwhile
 * @param input.limits smaller limits than the usual ones
 * @returns where the import stands: planned; mapping (someone has to say what the columns are); offered (the file can be
 *   read, but not in the usual form: acceptResponseReading goes on); cancelled; or failed, with words on the import's row.
 */
export async function readResponseImport(
  actor: Actor,
  input: {
    importId: number;
    path: string;
    beside?: FileGroup["beside"];
    reading?: Reading;
    waiting?: readonly number[];
    limits?: Pick<ReadOptions, "maxRows" | "maxInflated">;
  },
): Promise<Result<{ status: ResponseImportStatus }, never>> {
  authorize(actor, "runs.manage");
  const { importId, path } = input;
  // However long a single statement takes, others see that someone is at it.
  const ids = [importId, ...(input.waiting ?? [])];
  const giveSign = () =>
    void db.responseImport
      .updateMany({ where: { id: { in: ids }, status: "reading" }, data: { progressAt: now() } })
      .catch(() => {});
  // At once, too: many short files would never come to the next one.
  if (ids.length > 1) giveSign();
  const alive = setInterval(giveSign, SIGN_OF_LIFE_EVERY);
  try {
    const { fileName, run } = await db.responseImport.findUniqueOrThrow({
      where: { id: importId },
      select: {
        fileName: true,
        run: { select: { id: true, releaseId: true, model: { select: { name: true } } } },
      },
    });
    const head = await firstBytes(path, HEAD_BYTES);
    const log = input.reading?.as === "table" ? null : recognizeLog(head);
    const format = log?.tool ?? detectFormat(fileName, head.subarray(0, 4_096));
    const findings: Finding[] = [];
    const sample: string[][] = [];
    let columns: string[] | null = null;
    let logged: ImportColumns | null = null;
    let rows = 0;
    const file = new ReadOnce(path);
    const say = throttled(PROGRESS_EVERY, (progress: { rows: number; bytesRead: number }) =>
      moveOn(importId, { ...progress, progressAt: now() }),
    );
    const asked = input.reading ?? {};
    let reading = asked;
    let offered = false;
    const report = (finding: Finding) => findings.length < MAX_FINDINGS && findings.push(finding);
    const stage = (batches: AsyncIterable<RecordRow[]>) =>
      stageRecords(importId, batches, (count) => say({ rows: count, bytesRead: file.bytesRead }));
    if (log !== null) {
      const source = { path, fileName, bytes: file.bytes() };
      const beside = (input.beside ?? []).map(({ file: { path, fileName }, log: recognized }) => ({
        recognized,
        source: { path, fileName, bytes: new ReadOnce(path).bytes() },
      }));
      const reader = readLogRecords(
        log,
        source,
        report,
        { ...input.limits },
        beside,
        run.model.name,
      );
      const batches = batchesOf(reader, (end) => {
        logged = end;
        columns = end?.columns ?? null;
      });
      rows = await stage(batches);
    } else if (format === "binary") {
      findings.push(fileError("binary-file"));
    } else {
      const found = offeredTableReading(format as ReleaseFormat, head, isResponseHeader);
      reading = { ...found, ...asked };
      offered = Object.keys(found).some((key) => !(key in asked));
      const options = {
        ...input.limits,
        reading,
        isHeader: isResponseHeader,
        isSheet: (name: string) => /^(freshqa|fresheval.*|responses)$/i.test(name.trim()),
      };
      const source = sourceOf(format as ReleaseFormat, path, file.bytes());
      const batches = batchesOf(
        readRecords(source, report, options),
        (end) => (columns = end),
        (rows) => {
          for (const row of rows)
            if (sample.length < SAMPLE && row.fault === null) sample.push(row.cells);
        },
      );
      rows = await stage(batches);
    }
    const found = columns as string[] | null;
    if (found === null || rows === 0)
      return ok({
        status: await endUnreadable(
          importId,
          findings.find(({ severity }) => severity === "error") ?? fileError("no-records"),
          format,
        ),
      });

    const guess = (logged as ImportColumns | null) ?? (await guessColumns(found, sample, fileName));
    if (guess.evaluator !== "" && (await isOwnEvaluator(db, guess.evaluator))) guess.evaluator = "";
    const complete = rolesProblem(guess.roles, guess.evaluator) === null;
    await moveOn(importId, {
      ...(offered ? { status: "offered" } : !complete && { status: "mapping" }),
      format,
      rows,
      bytesRead: file.bytesRead,
      sha256: await file.sha256(),
      columns: { ...guess },
      progressAt: now(),
      ...(!isOfficialReading(reading) && { reading }),
      findings: findings as unknown as Prisma.InputJsonArray,
    });
    if (offered || !complete) return ok({ status: offered ? "offered" : "mapping" });
    if (
      (await matchRecords({ runId: run.id, releaseId: run.releaseId }, importId, guess, [
        "reading",
      ])) !== null
    )
      throw new ImportCancelled();
    return ok({ status: "planned" });
  } catch (error) {
    return ok({ status: await giveUp(actor, importId, error) });
  } finally {
    clearInterval(alive);
  }
}

/** What the columns of a table are, by the last file with the same ones or by their names and first values. */
async function guessColumns(
  columns: string[],
  sample: readonly (readonly string[])[],
  fileName: string,
): Promise<ImportColumns> {
  const guessed = guessRoles(columns, sample, fileName);
  const said = hasVerdicts(guessed) ? null : await lastMappingOf(columns);
  const roles = said?.roles ?? guessed;
  const verdicts = hasVerdicts(roles) || roles.includes("explanation");
  return { columns, roles, evaluator: said?.evaluator ?? (verdicts ? USUAL_EVALUATOR : "") };
}

/** The batches of a reader. @param ended called with what it returns */
async function* batchesOf<End>(
  reader: AsyncGenerator<RecordRow[], End>,
  ended: (end: End) => void,
  each: (rows: RecordRow[]) => void = () => {},
): AsyncGenerator<RecordRow[]> {
  for (let next = await reader.next(); ; next = await reader.next()) {
    if (next.done) return ended(next.value);
    each(next.value);
    yield next.value;
  }
}

/**
 * What the columns of the last applied file with the same ones were taken for. Null: there was none, or it had verdicts,
 * whose mode may stand in the file's name alone.
 */
async function lastMappingOf(columns: readonly string[]): Promise<ImportColumns | null> {
  const last = await db.responseImport.findFirst({
    where: { status: "applied", columns: { path: ["columns"], equals: [...columns] } },
    orderBy: { id: "desc" },
    select: { columns: true },
  });
  const said = importColumnsSchema.safeParse(last?.columns);
  return said.success && !hasVerdicts(said.data.roles) && !said.data.roles.includes("explanation")
    ? said.data
    : null;
}

/** What brings most verdicts. */
const USUAL_EVALUATOR = "FreshEval";
/** How many rows are read to guess the meaning of columns. */
const SAMPLE = 200;
/** How many findings about a file are kept. */
const MAX_FINDINGS = 500;

/**
 * Agrees to the reading that an import was offered, and matches its records if it is known what its columns are. With
 * `input.rows`, records that were left out for unescaped quotes are taken as they would be read.
 * Refusals: `not-found`; `not-offered` when there is nothing to agree to; `key-taken`. The same `clientKey` again answers
 * with the import's status.
 */
export async function acceptResponseReading(
  actor: Actor,
  input: z.infer<typeof acceptReadingSchema>,
): Promise<
  Result<
    { status: ResponseImportStatus },
    "key-taken" | "not-found" | "not-offered" | "not-planned"
  >
> {
  authorize(actor, "runs.manage");
  const taken = await transaction((tx) =>
    onceBegun(
      tx,
      { command: "acceptResponseReading", userId: actor.userId, clientKey: input.clientKey },
      async () => {
        const locked = await lockImport(tx, input.importId);
        if (!locked) return refuse(...MISSING);
        const { found, run } = locked;
        const waiting =
          input.rows === undefined
            ? found.status === "offered"
            : found.status === "mapping" || found.status === "planned";
        if (!waiting)
          return refuse(
            "not-offered",
            "There is no other way to read this file. Reload the page to see its status.",
          );
        let reading = readingSchema.parse(found.reading ?? {});
        if (input.rows !== undefined) {
          const { count } = await tx.responseImportRow.updateMany({
            where: { importId: found.id, fault: input.rows },
            data: { fault: null, detail: null, problem: null },
          });
          if (count === 0)
            return refuse(
              "not-offered",
              "No rows of this import can be read in another way. Nothing was changed.",
            );
          reading = { ...reading, quotes: "literal" };
        }
        await tx.responseImport.update({
          where: { id: found.id },
          data: { status: "mapping", reading, progressAt: now() },
        });
        await recordAudit(tx, actor, {
          type: "responses.reading-chosen",
          data: { runId: run.id, importId: found.id, reading: readingText(reading) },
        });
        return ok({
          run: { runId: run.id, releaseId: run.releaseId },
          columns: importColumnsSchema.parse(found.columns),
        });
      },
    ),
  );
  if (!taken.ok) return taken;
  if (!taken.value.first) {
    const { status } = await db.responseImport.findUniqueOrThrow({
      where: { id: input.importId },
      select: { status: true },
    });
    return ok({ status: status as ResponseImportStatus });
  }
  const { run, columns } = taken.value.value;
  if (rolesProblem(columns.roles, columns.evaluator) !== null) return ok({ status: "mapping" });
  const status = await matchRecords(run, input.importId, columns, ["mapping"]);
  return status === null ? ok({ status: "planned" }) : refuseStatus(status);
}

/** Moves a reading import on, unless someone cancelled it in the meantime. */
async function moveOn(
  importId: number,
  data: Prisma.ResponseImportUpdateManyMutationInput,
): Promise<void> {
  const { count } = await db.responseImport.updateMany({
    where: { id: importId, status: "reading" },
    data,
  });
  if (count === 0) throw new ImportCancelled();
}

async function endUnreadable(
  importId: number,
  finding: Finding,
  format: string,
): Promise<ResponseImportStatus> {
  const { problem, remedy } = describeFileFinding(finding);
  await transaction((tx) => clearRecords(tx, importId), { timeoutMs: 120_000 });
  await moveOn(importId, {
    status: "failed",
    format,
    error: `${problem} ${remedy} Nothing was added.`,
  });
  return "failed";
}

async function giveUp(
  actor: Actor,
  importId: number,
  error: unknown,
): Promise<ResponseImportStatus> {
  const cancelled = error instanceof ImportCancelled;
  if (!cancelled) {
    requestLog(actor.requestId).error({ err: error, importId }, "import of responses failed");
    // What happened is written first: on a full disk a few bytes still fit where removing rows does not.
    const words = `${troubleWords(error) ?? "Something went wrong on the server (see the log)."} Nothing was added. Try importing the file again.`;
    await db.responseImport.updateMany({
      where: { id: importId, status: "reading" },
      data: { status: "failed", error: words },
    });
  }
  await transaction((tx) => clearRecords(tx, importId), { timeoutMs: 120_000 }).catch(
    (problem: unknown) =>
      requestLog(actor.requestId).error(
        { err: problem, importId },
        "staged records are left; they are removed later",
      ),
  );
  return cancelled ? "cancelled" : "failed";
}

/** Locks an import's row after its run's, so that whatever is done to a run comes one after the other. */
async function lockImport(tx: Tx, importId: number) {
  const where = await tx.responseImport.findUnique({
    where: { id: importId },
    select: { runId: true },
  });
  if (!where) return null;
  const run = await lockRun(tx, where.runId);
  await lockRow(tx, "response_imports", importId);
  return {
    found: await tx.responseImport.findUniqueOrThrow({ where: { id: importId } }),
    run: run!,
  };
}

const MISSING = ["not-found", "Import not found."] as const;

function refuseStatus(status: string) {
  const words: Record<string, string> = {
    reading: "The file is still being read.",
    mapping: "Map the columns first.",
    offered: "Choose how the file is read first.",
    applied: "This import has already been applied.",
    cancelled: "This import was canceled. Import the file again.",
    failed: "This file couldn't be read. Fix it and import it again.",
  };
  return refuse("not-planned", words[status] ?? "This import can no longer be changed.");
}

/**
 * Says what the columns of a file are, and matches its records again.
 * Refusals: `not-found`; `not-planned`; `invalid` when nothing can be imported with these roles (see rolesProblem);
 * `taken` when the evaluator is one that judges here.
 */
export async function mapColumns(
  actor: Actor,
  input: z.infer<typeof mapColumnsSchema>,
): Promise<Result<void, "invalid" | "not-found" | "not-planned" | "taken">> {
  authorize(actor, "runs.manage");
  const found = await db.responseImport.findUnique({
    where: { id: input.importId },
    include: { run: { select: { id: true, releaseId: true } } },
  });
  if (!found) return refuse(...MISSING);
  if (found.status !== "planned" && found.status !== "mapping") return refuseStatus(found.status);
  const { columns, log } = importColumnsSchema.parse(found.columns);
  const { chosen } = input;
  const problem =
    input.roles.length !== columns.length
      ? "The file's columns have changed. Reload the page."
      : chosen !== undefined &&
          !LOG_PARTS.every(
            (part) => chosen[part] === log?.chosen[part] || log?.parts[part].includes(chosen[part]),
          )
        ? "The log has no such epoch, filter or variant. Reload the page."
        : rolesProblem(input.roles, input.evaluator);
  if (problem !== null) return refuse("invalid", `${problem} Nothing was changed.`);
  const evaluator = hasVerdicts(input.roles) ? input.evaluator.trim() : "";
  if (await isOwnEvaluator(db, evaluator)) return refuseEvaluator(evaluator, "changed");
  const status = await matchRecords(
    { runId: found.run.id, releaseId: found.run.releaseId },
    found.id,
    {
      columns,
      roles: input.roles,
      evaluator,
      ...(log !== undefined && { log: chosen === undefined ? log : withChosen(log, chosen) }),
    },
    ["mapping", "planned"],
  );
  return status === null ? ok() : refuseStatus(status);
}

/**
 * Says that records with a similar text are answers to the question they are like, or are not: one record, or all that are
 * alike enough. Refusals: `not-found` (also for a record that is like no question), `not-planned`.
 */
export async function decideSimilar(
  actor: Actor,
  input: z.infer<typeof decideSimilarSchema>,
): Promise<Result<void, "not-found" | "not-planned">> {
  authorize(actor, "runs.manage");
  const found = await db.responseImport.findUnique({
    where: { id: input.importId },
    include: { run: { select: { id: true, releaseId: true } } },
  });
  if (!found) return refuse(...MISSING);
  if (found.status !== "planned") return refuseStatus(found.status);
  if (input.ordinal !== null) {
    const row = await db.responseImportRow.findUnique({
      where: { importId_ordinal: { importId: found.id, ordinal: input.ordinal } },
      select: { candidateId: true },
    });
    if (row === null || row.candidateId === null)
      return refuse("not-found", "This row has no similar question in the release.");
  }
  const columns = importColumnsSchema.parse(found.columns);
  const status = await matchRecords(
    { runId: found.run.id, releaseId: found.run.releaseId },
    found.id,
    columns,
    ["planned"],
    { ordinal: input.ordinal, accepted: input.accepted },
  );
  return status === null ? ok() : refuseStatus(status);
}

/**
 * Adds the matched responses of an import to its run, in one transaction: all of them or none. Sent twice, it is applied
 * once, and both get the same outcome. Refusals: `not-found`; `not-planned`; `nothing-to-import` when nothing would be
 * added; `taken` when the evaluator is one that judges here.
 */
export async function applyResponseImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<ResponseOutcome, "not-found" | "not-planned" | "nothing-to-import" | "taken">> {
  authorize(actor, "runs.manage");
  return transaction(
    async (tx) => {
      const locked = await lockImport(tx, input.importId);
      if (!locked) return refuse(...MISSING);
      const { found, run } = locked;
      if (found.status === "applied") return ok(found.outcome as unknown as ResponseOutcome);
      if (found.status !== "planned") return refuseStatus(found.status);
      const columns = importColumnsSchema.parse(found.columns);
      const place = { runId: run.id };
      const evaluatorId = hasVerdicts(columns.roles)
        ? await evaluatorOf(tx, actor, columns.evaluator)
        : null;
      if (await isOwnEvaluator(tx, columns.evaluator))
        return refuseEvaluator(columns.evaluator, "added");
      const { added, empty, references } = await addResponses(tx, place, found.id, columns);
      const verdicts =
        evaluatorId === null ? 0 : await addVerdicts(tx, place, found.id, columns, evaluatorId);
      const leftOut = await tx.responseImportRow.count({
        where: {
          importId: found.id,
          OR: [
            { questionId: null, NOT: { problem: "not-chosen" } },
            { problem: { in: ["duplicate", "already-there", "no-response"] } },
          ],
        },
      });
      if (added === 0 && verdicts === 0)
        return refuse("nothing-to-import", "The file contains nothing new. Nothing was added.");

      const outcome: ResponseOutcome = {
        added,
        empty,
        leftOut,
        verdicts,
        ...(references > 0 && { references }),
      };
      await takeConditions(tx, actor, run, columns.log);
      await gatherStatistics(tx, "responses");
      await tx.responseImportRow.deleteMany({ where: { importId: found.id, problem: null } });
      await tx.responseImport.update({
        where: { id: found.id },
        data: { status: "applied", appliedAt: now(), outcome: { ...outcome } },
      });
      await recordAudit(tx, actor, {
        type: "responses.imported",
        data: { runId: run.id, importId: found.id, outcome: { ...outcome } },
      });
      return ok(outcome);
    },
    { timeoutMs: 300_000 },
  );
}

/** Fills in what the run does not say of itself and the log does. The caller holds the lock on the run. */
async function takeConditions(
  tx: Tx,
  actor: Actor,
  run: NonNullable<Awaited<ReturnType<typeof lockRun>>>,
  log: ImportColumns["log"],
): Promise<void> {
  const { ranOn, ...numbers } = log === undefined ? {} : conditionsOf(run, log);
  const changed = [...(ranOn === undefined ? [] : ["ranOn"]), ...Object.keys(numbers)];
  if (changed.length === 0) return;
  await tx.modelRun.update({
    where: { id: run.id },
    data: {
      ...numbers,
      ...(ranOn !== undefined && { ranOn: new Date(ranOn) }),
      version: run.version + 1,
    },
  });
  await recordAudit(tx, actor, {
    type: "run.edited",
    data: { runId: run.id, name: run.name, changed },
  });
}

async function evaluatorOf(tx: Tx, actor: Actor, name: string): Promise<number> {
  await tx.evaluator.createMany({
    data: [{ name, family: name, createdById: actor.userId }],
    skipDuplicates: true,
  });
  return (await tx.evaluator.findUniqueOrThrow({ where: { name }, select: { id: true } })).id;
}

/** Whether verdicts under this name are made here, by jobs: then none may be imported. */
async function isOwnEvaluator(tx: Pick<Tx, "evaluator">, name: string): Promise<boolean> {
  const found = await tx.evaluator.findUnique({ where: { name }, select: { servedModelId: true } });
  return found !== null && found.servedModelId !== null;
}

function refuseEvaluator(name: string, done: "added" | "changed") {
  return refuse(
    "taken",
    `“${name}” already judges responses in this installation. Nothing was ${done}. Enter another evaluator name for this file, for example “${name}, notebook”.`,
  );
}

/** Cancels an import that is not applied; its staged records are thrown away. One that is cancelled stays so. */
export async function cancelResponseImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<void, "not-found" | "not-planned">> {
  authorize(actor, "runs.manage");
  return transaction(
    async (tx) => {
      const locked = await lockImport(tx, input.importId);
      if (!locked) return refuse(...MISSING);
      const { found, run } = locked;
      if (found.status === "cancelled") return ok();
      if (
        found.status !== "reading" &&
        found.status !== "offered" &&
        found.status !== "mapping" &&
        found.status !== "planned"
      )
        return refuseStatus(found.status);
      // One that is being read sees at its next sign of life that its row says something else, and clears up behind itself.
      await clearRecords(tx, found.id);
      await tx.responseImport.update({ where: { id: found.id }, data: { status: "cancelled" } });
      await recordAudit(tx, actor, {
        type: "responses.import-cancelled",
        data: { runId: run.id, importId: found.id },
      });
      return ok();
    },
    { timeoutMs: 120_000 },
  );
}
