import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { previewTable, type TablePreview } from "./preview";
import { agreementOfFile, type FileAgreement } from "./ratings-file";
import { preferencesOfFile, type FilePreferences } from "./preferences-file";
import type { TableRefusal, UploadedFile } from "./table-file";
import { answersInWords } from "./words";
import {
  preferenceDataTable,
  preferencesInWords,
  preferenceTables,
} from "@/lib/reporting/preferences/tables";
import type { ReportTable } from "@/lib/reporting/files/table";
import {
  agreementDataTable,
  agreementTable,
  confusionTable,
  levelsTable,
} from "@/lib/reporting/agreement/report-table";
import { readingText } from "@/lib/dataset/file-formats/reading";
import { describeReading } from "@/lib/dataset/imports/rules";
import type { Result } from "@/lib/platform/result";
import { writeTable, type TableFormat } from "@/lib/reporting/files/write-table";
import type { RatingsFileRequest } from "./schema";

/** The agreement in someone's file, and the files that a paper includes. */
export interface FileAgreementView extends FileAgreement {
  kind: "ratings";
  fileName: string;
  files: Record<TableFormat, string>;
  /** How often each level was given; null at other levels than the ordinal one. */
  levels: ReportTable | null;
  /** The confusion matrix by itself, for programs; null where there is none. */
  confusionCsv: string | null;
}

/** What rankings or pairs in someone's file come to. */
export interface FilePreferencesView {
  kind: "preferences";
  report: FilePreferences;
  /** How much there is, in a sentence. */
  summary: string;
  tables: ReportTable[];
  fileName: string;
  files: Record<TableFormat, string>;
}

export type FileView = FileAgreementView | FilePreferencesView;

/** A file's first rows as they are read, and how that differs from the usual form. */
export interface RatingsPreview extends Omit<TablePreview, "reading"> {
  /** The offered reading as the request names it; empty for the usual form. */
  readAs: string;
  /** The same for people, a sentence for each difference. */
  differences: string[];
}

/** The columns and first rows of a file of ratings, which is not kept. */
export async function previewRatingsFile(
  actor: Actor,
  file: UploadedFile,
): Promise<Result<RatingsPreview, "unreadable">> {
  authorize(actor, "reports.read");
  const preview = await previewTable(file);
  if (!preview.ok) return preview;
  const { reading, ...shown } = preview.value;
  return {
    ok: true,
    value: { ...shown, readAs: readingText(reading), differences: describeReading(reading) },
  };
}

/**
 * Every number of a file of ratings, rankings or pairs, which is not kept.
 * @param pause awaited from time to time, so that the server can attend to others
 */
export async function getFileAgreement(
  actor: Actor,
  file: UploadedFile,
  request: RatingsFileRequest,
  pause: () => Promise<void>,
): Promise<Result<FileView, TableRefusal | "no-order">> {
  authorize(actor, "reports.read");
  return request.kind === "ratings"
    ? ratingsView(file, request, pause)
    : preferencesView(file, request, pause);
}

async function ratingsView(
  file: UploadedFile,
  request: Extract<RatingsFileRequest, { kind: "ratings" }>,
  pause: () => Promise<void>,
): Promise<Result<FileAgreementView, TableRefusal | "no-order">> {
  const { unit, rater, value, question, level, order, missing, cannotTell, readAs } = request;
  const found = await agreementOfFile(
    file,
    {
      columns: {
        unit,
        rater,
        value,
        ...(level === "ordinal" && question !== "" && { question }),
      },
      level,
      missing,
      cannotTell,
      reading: readAs,
      ...(order.length > 0 && { order }),
    },
    pause,
  );
  if (!found.ok) return found;
  const { agreement, confusion, values, raters } = found.value;
  const caption = `Agreement of the ratings in ${file.name}`;
  const levels =
    agreement.ordinal === undefined
      ? null
      : levelsTable(agreement.ordinal, `Levels in ${file.name}`);
  const matrix =
    confusion === null
      ? null
      : confusionTable(
          confusion,
          values,
          [raters[0]!, raters[1]!],
          `Confusion matrix for ${file.name}`,
        );
  const tables = [agreementTable(agreement, caption), levels, matrix].filter(
    (table) => table !== null,
  );
  return {
    ok: true,
    value: {
      ...found.value,
      kind: "ratings",
      fileName: file.name,
      files: filesOf(tables, agreementDataTable(agreement, caption)),
      levels,
      confusionCsv: matrix === null ? null : writeTable(matrix, "csv"),
    },
  };
}

async function preferencesView(
  file: UploadedFile,
  request: Exclude<RatingsFileRequest, { kind: "ratings" }>,
  pause: () => Promise<void>,
): Promise<Result<FilePreferencesView, TableRefusal>> {
  const { question, rater, missing, cannotTell, readAs } = request;
  const common = {
    missing,
    reading: readAs,
    ...(cannotTell.length > 0 && { cannotTell }),
  };
  const found = await preferencesOfFile(
    file,
    request.kind === "rankings"
      ? {
          ...common,
          kind: "rankings",
          columns: { question, rater, system: request.system, rank: request.rank },
        }
      : {
          ...common,
          kind: "pairs",
          columns: {
            question,
            rater,
            left: request.left,
            right: request.right,
            preferred: request.preferred,
          },
          unordered: request.unordered === "true",
          ...(request.tie !== "" && { tie: request.tie }),
        },
    pause,
  );
  if (!found.ok) return found;
  const report = found.value;
  const tables = preferenceTables(report, file.name);
  return {
    ok: true,
    value: {
      kind: "preferences",
      report,
      summary: `${preferencesInWords(report)} ${answersInWords(report.answers)}`,
      tables,
      fileName: file.name,
      files: filesOf(tables, preferenceDataTable(report, `Preferences in ${file.name}`)),
    },
  };
}

/** A paper includes all tables; a program reads every number in one. */
function filesOf(tables: readonly ReportTable[], data: ReportTable): Record<TableFormat, string> {
  const all = (format: TableFormat) => tables.map((table) => writeTable(table, format)).join("\n");
  return { csv: writeTable(data, "csv"), latex: all("latex"), markdown: all("markdown") };
}
