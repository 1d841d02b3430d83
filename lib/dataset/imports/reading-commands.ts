import { createReadStream } from "node:fs";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { isoDayOf } from "@/lib/platform/days";
import { transactionBegun } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { firstBytes, ReadOnce } from "@/lib/platform/file-bytes";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { detectFormat } from "@/lib/dataset/file-formats/detect-format";
import { HEAD_BYTES, offeredReading } from "@/lib/dataset/file-formats/offered-reading";
import { readRelease } from "@/lib/dataset/file-formats/read-release";
import {
  isOffered,
  isOfficialReading,
  type Reading,
  readingSchema,
  readingText,
} from "@/lib/dataset/file-formats/reading";
import {
  type FileLayout,
  fileError,
  type ReleaseFormat,
} from "@/lib/dataset/file-formats/release-file";
import { sourceOf } from "@/lib/dataset/file-formats/table";
import { guessColumns } from "@/lib/dataset/file-formats/column-guess";
import {
  areReleaseFields,
  tableColumns,
  type TableColumns,
} from "@/lib/dataset/file-formats/table-columns";
import {
  absentColumns,
  mappingProblem,
  USUAL_DEFAULTS,
} from "@/lib/dataset/file-formats/vocabulary";
import { datasetToday } from "@/lib/dataset/questions/writes";
import {
  agreeToReading,
  atWork,
  type FileToRead,
  goOn,
  lockImport,
  newImport,
  throttledProgress,
} from "@/lib/dataset/import-engine/life-writes";
import {
  refuseMissing,
  refuseStatus,
  type ImportStatus,
} from "@/lib/dataset/import-engine/vocabulary";
import { showImport } from "@/lib/dataset/import-engine/statements-writes";
import { dateOfFile } from "./rules";
import {
  fileColumnsSchema,
  type FileColumns,
  type mapImportColumnsSchema,
  type acceptReadingSchema,
  type beginImportSchema,
} from "./schema";
import {
  clearRows,
  FindingStore,
  keepFile,
  noteRepeatedIds,
  stageQuestions,
} from "./staging-writes";
import { markDuplicates } from "./duplicates-writes";
import { unmatch } from "./matching-writes";
import { withoutUnusable } from "@/lib/platform/plain-fields";
import { lockQueue, RELEASE_FILES } from "./kind-writes";
import { planImport } from "./planning-writes";
import { importStarted } from "./audit-events";

const DATE_MISSING =
  "The file name has no date. Give the date as of which its answers are correct (`date`: YYYY-MM-DD), or say that it is unknown. Nothing was imported.";

/**
 * Opens an import for a file that is about to be read. Nothing of the dataset changes before it is applied. The same
 * `clientKey` again answers with the import that the first call opened. Refusals: `date-missing` where neither `date` nor
 * the file's name says its date; `date-to-come` for a day to come; `not-found` for the queue; `key-taken`.
 * @returns `first`: this call opened it, so that its file is to be read
 */
export async function beginImport(
  actor: Actor,
  input: z.infer<typeof beginImportSchema>,
): Promise<
  Result<
    { importId: number; first: boolean },
    "date-to-come" | "date-missing" | "key-taken" | "not-found"
  >
> {
  authorize(actor, "imports.manage");
  const releasedOn = dateOfFile(input.fileName, input.date);
  if (releasedOn === undefined) return refuse("date-missing", DATE_MISSING);
  return transactionBegun(actor, "beginImport", input.clientKey, async (tx) => {
    const { queueId, fileName, byteSize } = input;
    if (queueId !== undefined && !(await lockQueue(tx, queueId)))
      return refuse("not-found", "Queue not found.");
    if (releasedOn !== null && releasedOn > (await datasetToday(tx)))
      return refuse(
        "date-to-come",
        `${releasedOn} is in the future. Enter the date as of which the answers are correct, today or earlier. Nothing was imported.`,
      );
    const { id: importId } = await tx.import.create({
      data: {
        ...newImport(actor, input),
        releasedOn: releasedOn === null ? null : new Date(`${releasedOn}T00:00:00Z`),
        queueId: queueId ?? null,
      },
      select: { id: true },
    });
    const data = { importId, fileName, byteSize };
    await recordAudit(tx, actor, importStarted, data);
    return ok({ importId });
  });
}

/**
 * Reads the file of an import, stages its rows and plans them against the dataset. Takes as long as the file is large,
 * and says where it is on the import's row; a cancellation ends it.
 * @returns where the import stands: planned; queued (its turn in a queue has not come); offered (its file can be read, but not as the official form: acceptReading goes
 *   on); refused (the file as a whole cannot be read: see its findings); cancelled; or failed, with a line in the log.
 */
export async function readImport(
  actor: Actor,
  input: FileToRead,
): Promise<Result<{ status: ImportStatus }, never>> {
  authorize(actor, "imports.manage");
  const { importId } = input;
  return ok({
    status: await atWork(RELEASE_FILES, actor, importId, () => read(input), input.waiting),
  });
}

async function read(input: FileToRead): Promise<ImportStatus> {
  const { importId, path } = input;
  const { fileName, queueId, releasedOn } = await db.import.findUniqueOrThrow({
    where: { id: importId },
    select: { fileName: true, queueId: true, releasedOn: true },
  });
  const findings = new FindingStore(importId);
  const format = detectFormat(fileName, await firstBytes(path));
  let layout: FileLayout | null = null;
  let rows = 0;
  const file = new ReadOnce(path);
  const say = throttledProgress(RELEASE_FILES, importId);
  const asked = input.reading ?? {};
  let reading = asked;
  let offered = false;

  if (format === "binary") {
    findings.report(fileError("binary-file"));
  } else {
    const head = await firstBytes(path, HEAD_BYTES);
    const found =
      asked.columns === undefined
        ? await offeredReading(format, { path, head }, input.limits)
        : { reading: {}, blame: null, sound: true };
    if (asked.columns === undefined) {
      const unknown = await unknownColumns(format, { path, head, sound: found.sound }, input);
      if (unknown !== null) return askForColumns(importId, format, path, unknown);
    }
    if (found.blame !== null && asked.separator === undefined)
      findings.report(fileError("other-separator", found.blame === "tab" ? "tabs" : "semicolons"));
    reading = {
      ...(found.blame !== null && { separator: found.blame }),
      ...found.reading,
      ...asked,
    };
    offered = isOffered(found.reading, asked);
    const batches = async function* () {
      layout = yield* readRelease(sourceOf(format, path, file.bytes()), findings.report, {
        ...input.limits,
        reading,
      });
    };
    rows = await stageQuestions(
      importId,
      batches(),
      isoDayOf(releasedOn),
      findings,
      (count) => say({ rows: count, bytesRead: file.bytesRead }),
      asked.columns && absentColumns(asked.columns.as),
    );
  }
  await findings.flush(true);

  const readable = layout !== null && rows > 0;
  const sha256 = await file.sha256();
  const next = !readable
    ? "refused"
    : offered
      ? "offered"
      : queueId !== null
        ? "queued"
        : "matching";
  if (readable) {
    await markDuplicates(importId);
    await noteRepeatedIds(importId);
  }
  await transaction(
    async (tx) => {
      await showImport(tx, "importWorking", importId);
      if (!readable) await clearRows(tx, importId);
      if (!readable) await tx.importFile.deleteMany({ where: { importId } });
      await goOn(tx, RELEASE_FILES, importId, "reading");
      await tx.import.update({
        where: { id: importId },
        data: {
          status: next,
          format,
          rows,
          bytesRead: file.bytesRead,
          progressAt: now(),
          sha256,
          ...(layout !== null && { layout }),
          ...(!isOfficialReading(reading) && { reading }),
        },
      });
    },
    { timeoutMs: 120_000 },
  );
  return next === "matching" ? planImport(importId) : next;
}

/** The columns of a file that is no release by its header or fields; null where it is one, or has no table at all. */
async function unknownColumns(
  format: ReleaseFormat,
  { path, head, sound }: { path: string; head: Uint8Array; sound: boolean },
  { limits, reading: { separator, sheet } = {} }: Pick<FileToRead, "limits" | "reading">,
): Promise<TableColumns | null> {
  const inObjects = format === "json" || format === "jsonl";
  if (sound && !inObjects) return null;
  const source = sourceOf(format, path, createReadStream(path));
  const found = await tableColumns(format, { path, head, source }, limits);
  if (found === null || (inObjects && areReleaseFields(found.names))) return null;
  // What someone has said of the file's form holds.
  const said = { ...(separator && { separator }), ...(sheet && { sheet }) };
  return { ...found, reading: { ...found.reading, ...said } };
}

/** So much of a value is shown to someone who says what its column is. */
const SAMPLE_CHARACTERS = 200;
const SAMPLES = 3;

/** Keeps a file and asks what its columns are; proposes what was said of the last file with the same ones, or a guess. */
async function askForColumns(
  importId: number,
  format: ReleaseFormat,
  path: string,
  { reading, names, rows }: TableColumns,
): Promise<ImportStatus> {
  const [last] = await db.import.findMany({
    where: { reading: { path: ["columns", "names"], equals: names } },
    orderBy: { id: "desc" },
    take: 1,
    select: { reading: true },
  });
  const said = last && readingSchema.parse(last.reading).columns;
  const columns: FileColumns = {
    names,
    samples: names.map((_, at) =>
      rows
        .map((cells) => (cells[at] ?? "").trim())
        .filter((text) => text !== "")
        .slice(0, SAMPLES)
        .map((text) => withoutUnusable(text.slice(0, SAMPLE_CHARACTERS))),
    ),
    as: said?.as ?? guessColumns(names, rows),
    // Answers of questions that are never due would grow old unseen.
    defaults: said?.defaults ?? USUAL_DEFAULTS,
    remembered: said !== undefined,
  };
  await keepFile(importId, path);
  await transaction(async (tx) => {
    await goOn(tx, RELEASE_FILES, importId, "reading");
    await tx.import.update({
      where: { id: importId },
      data: { status: "mapping", format, columns, reading, progressAt: now() },
    });
  });
  return "mapping";
}

/**
 * Says what the columns of a file are; readKept then reads it so. Of a planned import, too, as long as its file is kept: what
 * was decided about its rows is forgotten.
 * Refusals: `not-found`; `not-planned` when there is nothing to say; `invalid` when it can't be read so (mappingProblem);
 * `key-taken`. The same `clientKey` again changes nothing.
 * @returns `first`: this call said it, so that readKept is to follow
 */
export async function mapImportColumns(
  actor: Actor,
  input: z.infer<typeof mapImportColumnsSchema>,
): Promise<Result<{ first: boolean }, "invalid" | "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  return transactionBegun(
    actor,
    "mapImportColumns",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, input.importId);
      if (!found) return refuseMissing();
      const kept = await tx.importFile.findFirst({
        where: { importId: found.id },
        select: { part: true },
      });
      if ((found.status !== "mapping" && found.status !== "planned") || kept === null)
        return refuseStatus(found.status);
      const { names } = fileColumnsSchema.parse(found.columns);
      const { as, defaults } = input;
      const problem =
        as.length === names.length
          ? mappingProblem(as, defaults)
          : "The file's columns have changed. Reload the page.";
      if (problem !== null) return refuse("invalid", `${problem} Nothing was changed.`);
      const { separator, sheet } = readingSchema.parse(found.reading ?? {});
      const reading: Reading = {
        ...(separator && { separator }),
        ...(sheet && { sheet }),
        columns: { names, as, defaults },
      };
      await tx.importFinding.deleteMany({ where: { importId: found.id } });
      await clearRows(tx, found.id);
      await tx.import.update({
        where: { id: found.id },
        data: {
          status: "reading",
          reading,
          rows: 0,
          rowsMatched: 0,
          bytesRead: 0,
          progressAt: now(),
        },
      });
      await RELEASE_FILES.recordReading(tx, actor, found, readingText(reading));
      return ok({});
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Agrees to the reading that an import was offered, and opens its plan; planAgain then makes it. For a planned import: rows
 * that were left out for unescaped quotes or formulas without a result are taken as they would be read (`input.rows`).
 * Refusals: `not-found`, `not-offered` when there is nothing to agree to, `key-taken`. The same `clientKey` again opens nothing.
 * @returns `first`: this call opened the plan, so that planAgain is to follow
 */
export async function acceptReading(
  actor: Actor,
  input: z.infer<typeof acceptReadingSchema>,
): Promise<Result<{ first: boolean }, "key-taken" | "not-found" | "not-offered">> {
  authorize(actor, "imports.manage");
  const accepted = await transactionBegun(
    actor,
    "acceptReading",
    input.clientKey,
    async (tx) => {
      const agreed = await agreeToReading(tx, RELEASE_FILES, actor, input);
      if (!agreed.ok) return agreed;
      const { found, reading } = agreed.value;
      if (input.rows !== undefined) await unmatch(tx, found.id);
      const waits = input.rows === undefined && found.queueId !== null;
      await tx.import.update({
        where: { id: found.id },
        data: {
          status: waits ? "queued" : "matching",
          reading,
          rowsMatched: 0,
          progressAt: now(),
        },
      });
      return ok({ waits });
    },
    { timeoutMs: 120_000 },
  );
  if (!accepted.ok) return accepted;
  const { first, waits } = accepted.value;
  if (waits) return ok({ first: false });
  if (first && input.rows !== undefined) await markDuplicates(input.importId);
  return ok({ first });
}
