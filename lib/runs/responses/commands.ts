import { lockRun } from "@/lib/runs/models/writes";
import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { runEdited } from "@/lib/runs/models/audit-events";
import { detectFormat } from "@/lib/dataset/file-formats/detect-format";
import { HEAD_BYTES, offeredTableReading } from "@/lib/dataset/file-formats/offered-reading";
import { readRecords, type RecordRow } from "@/lib/dataset/file-formats/read-records";
import { isOffered, isOfficialReading } from "@/lib/dataset/file-formats/reading";
import {
  fileError,
  type Finding,
  type ReleaseFormat,
} from "@/lib/dataset/file-formats/release-file";
import { sourceOf } from "@/lib/dataset/file-formats/table";
import {
  agreeToReading,
  atWork,
  cancel,
  clearStaged,
  type FileToRead,
  goOn,
  ImportCancelled,
  lockImport,
  newImport,
  throttledProgress,
} from "@/lib/dataset/import-engine/life-writes";
import {
  refuseMissing,
  refuseStatus,
  type ImportStatus,
} from "@/lib/dataset/import-engine/vocabulary";
import { transactionBegun } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { db, type Prisma, transaction, type Tx } from "@/lib/platform/db";
import { firstBytes, ReadOnce } from "@/lib/platform/file-bytes";
import { gatherStatistics } from "@/lib/platform/planner-statistics";
import { ok, refuse, type Result } from "@/lib/platform/result";
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
  type ResponseOutcome,
} from "./schema";
import { RESPONSE_FILES } from "./kind-writes";
import { addResponses, addVerdicts, matchRecords, stageRecords } from "./writes";
import { responsesImportStarted, responsesImported } from "./audit-events";

// Imports of responses --------------------------------------------------------------------------------------------

/**
 * Opens an import of responses into a run. Nothing is added before it is applied.
 * @returns `first`: this call opened it, so that its file is to be read
 */
export async function beginResponseImport(
  actor: Actor,
  input: z.infer<typeof beginImportSchema>,
): Promise<Result<{ importId: number; first: boolean }, "key-taken" | "not-found">> {
  authorize(actor, "runs.manage");
  return transactionBegun(actor, "beginResponseImport", input.clientKey, async (tx) => {
    const { runId, fileName, byteSize } = input;
    if (!(await tx.modelRun.findUnique({ where: { id: runId }, select: { id: true } })))
      return refuse("not-found", "Run not found.");
    const { id: importId } = await tx.responseImport.create({
      data: { ...newImport(actor, input), runId },
      select: { id: true },
    });
    const data = { runId, importId, fileName, byteSize };
    await recordAudit(tx, actor, responsesImportStarted, data);
    return ok({ importId });
  });
}

interface ReadInput extends FileToRead {
  /** What the tool wrote beside the file, if that is a log. */
  beside?: FileGroup["beside"];
}

/**
 * Reads the file of an import, stages its records, guesses what its columns are, and matches the records if the guess is
 * complete. Takes as long as the file is large and says where it is on the import's row; a cancellation ends it.
 * @returns where the import stands: planned; mapping (someone has to say what the columns are); offered (the file can be
 *   read, but not in the usual form: acceptResponseReading goes on); refused (the file cannot be read); cancelled; or failed;
 *   the latter with words on the import's row.
 */
export async function readResponseImport(
  actor: Actor,
  input: ReadInput,
): Promise<Result<{ status: ImportStatus }, never>> {
  authorize(actor, "runs.manage");
  const { importId, waiting } = input;
  return ok({ status: await atWork(RESPONSE_FILES, actor, importId, () => read(input), waiting) });
}

async function read(input: ReadInput): Promise<ImportStatus> {
  const { importId, path } = input;
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
  let columns = null as string[] | null;
  let logged = null as ImportColumns | null;
  let rows = 0;
  const file = new ReadOnce(path);
  const say = throttledProgress(RESPONSE_FILES, importId);
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
    const batches = async function* () {
      logged = yield* readLogRecords(
        log,
        source,
        report,
        { ...input.limits },
        beside,
        run.model.name,
      );
      columns = logged?.columns ?? null;
    };
    rows = await stage(batches());
  } else if (format === "binary") {
    findings.push(fileError("binary-file"));
  } else {
    const found = offeredTableReading(format as ReleaseFormat, head, isResponseHeader);
    reading = { ...found, ...asked };
    offered = isOffered(found, asked);
    const options = {
      ...input.limits,
      reading,
      isHeader: isResponseHeader,
      isSheet: (name: string) => /^(freshqa|fresheval.*|responses)$/i.test(name.trim()),
    };
    const source = sourceOf(format as ReleaseFormat, path, file.bytes());
    const batches = async function* () {
      columns = yield* readRecords(source, report, options);
    };
    rows = await stage(sampling(batches(), sample));
  }
  if (columns === null || rows === 0) {
    const error = findings.find(({ severity }) => severity === "error");
    return endUnreadable(importId, error ?? fileError("no-records"), format);
  }

  const guess = logged ?? (await guessColumns(columns, sample, fileName));
  if (guess.evaluator !== "" && (await isOwnEvaluator(db, guess.evaluator))) guess.evaluator = "";
  const complete = rolesProblem(guess.roles, guess.evaluator) === null;
  const next = offered ? "offered" : complete ? "reading" : "mapping";
  await moveOn(importId, {
    status: next,
    format,
    rows,
    bytesRead: file.bytesRead,
    sha256: await file.sha256(),
    columns: { ...guess },
    progressAt: now(),
    ...(!isOfficialReading(reading) && { reading }),
    findings: findings as unknown as Prisma.InputJsonArray,
  });
  if (next !== "reading") return next;
  const release = { runId: run.id, releaseId: run.releaseId };
  if ((await matchRecords(release, importId, guess, ["reading"])) !== null)
    throw new ImportCancelled();
  return "planned";
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

/** The same batches; the first records that could be read are kept in `sample`. */
async function* sampling(
  batches: AsyncIterable<RecordRow[]>,
  sample: string[][],
): AsyncGenerator<RecordRow[]> {
  for await (const rows of batches) {
    for (const row of rows)
      if (sample.length < SAMPLE && row.fault === null) sample.push(row.cells);
    yield rows;
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
  Result<{ status: ImportStatus }, "key-taken" | "not-found" | "not-offered" | "not-planned">
> {
  authorize(actor, "runs.manage");
  const { importId } = input;
  const taken = await transactionBegun(
    actor,
    "acceptResponseReading",
    input.clientKey,
    async (tx) => {
      const agreed = await agreeToReading(tx, RESPONSE_FILES, actor, input);
      if (!agreed.ok) return agreed;
      const { found, reading } = agreed.value;
      await tx.responseImport.update({
        where: { id: found.id },
        data: { status: "mapping", reading, progressAt: now() },
      });
      const { run } = found;
      const columns = importColumnsSchema.parse(found.columns);
      return ok({ runId: run.id, releaseId: run.releaseId, columns });
    },
  );
  if (!taken.ok) return taken;
  const { first, runId, releaseId, columns } = taken.value;
  if (!first) {
    const { status } = await db.responseImport.findUniqueOrThrow({
      where: { id: importId },
      select: { status: true },
    });
    return ok({ status: status as ImportStatus });
  }
  if (rolesProblem(columns.roles, columns.evaluator) !== null) return ok({ status: "mapping" });
  const status = await matchRecords({ runId, releaseId }, importId, columns, ["mapping"]);
  return status === null ? ok({ status: "planned" }) : refuseStatus(status);
}

/** Moves a reading import on, unless someone cancelled it in the meantime. */
async function moveOn(
  importId: number,
  data: Prisma.ResponseImportUpdateManyMutationInput,
): Promise<void> {
  await transaction(async (tx) => {
    await goOn(tx, RESPONSE_FILES, importId, "reading");
    await tx.responseImport.update({ where: { id: importId }, data });
  });
}

async function endUnreadable(
  importId: number,
  finding: Finding,
  format: string,
): Promise<ImportStatus> {
  const { problem, remedy } = describeFileFinding(finding);
  await transaction((tx) => clearStaged(tx, RESPONSE_FILES, importId), { timeoutMs: 120_000 });
  const error = `${problem} ${remedy} Nothing was added.`;
  await moveOn(importId, { status: "refused", format, error });
  return "refused";
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
  if (!found) return refuseMissing();
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
  if (!found) return refuseMissing();
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
      const { importId } = input;
      const where = await tx.responseImport.findUnique({
        where: { id: importId },
        select: { runId: true },
      });
      // The run first, so that whatever is done to it comes one after the other.
      const run = where && (await lockRun(tx, where.runId));
      const found = await lockImport(tx, RESPONSE_FILES, importId);
      if (!run || !found) return refuseMissing();
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
      await recordAudit(tx, actor, responsesImported, {
        runId: run.id,
        importId: found.id,
        outcome: { ...outcome },
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
  await recordAudit(tx, actor, runEdited, { runId: run.id, name: run.name, changed });
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

/** Cancels an import that is not applied: see cancel of lib/dataset/import-engine. */
export async function cancelResponseImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<void, "not-found" | "not-planned">> {
  authorize(actor, "runs.manage");
  return cancel(RESPONSE_FILES, actor, input.importId);
}
