import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { previewTable, type TablePreview } from "./preview";
import { agreementOfFile, type FileAgreement } from "./ratings-file";
import type { UploadedFile } from "./table-file";
import {
  agreementDataTable,
  agreementTable,
  confusionTable,
} from "@/lib/reporting/agreement/report-table";
import { readingText } from "@/lib/dataset/file-formats/reading";
import { describeReading } from "@/lib/dataset/imports/rules";
import type { Result } from "@/lib/platform/result";
import { writeTable, type TableFormat } from "@/lib/reporting/files/write-table";
import type { RatingsFileRequest } from "./schema";

/** The agreement in someone's file, and the files that a paper includes. */
export interface FileAgreementView extends FileAgreement {
  fileName: string;
  files: Record<TableFormat, string>;
  /** The confusion matrix by itself, for programs; null where there is none. */
  confusionCsv: string | null;
}

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
 * Every coefficient of agreement of a file of ratings, which is not kept.
 * @param pause awaited from time to time, so that the server can attend to others
 */
export async function getFileAgreement(
  actor: Actor,
  file: UploadedFile,
  request: RatingsFileRequest,
  pause: () => Promise<void>,
): Promise<
  Result<
    FileAgreementView,
    "bad-ratings" | "missing-column" | "no-order" | "repeated-column" | "same-column" | "unreadable"
  >
> {
  authorize(actor, "reports.read");
  const { unit, rater, value, level, order, missing, readAs } = request;
  const found = await agreementOfFile(
    file,
    {
      columns: { unit, rater, value },
      level,
      missing,
      reading: readAs,
      ...(order.length > 0 && { order }),
    },
    pause,
  );
  if (!found.ok) return found;
  const { agreement, confusion, values, raters } = found.value;
  const caption = `Agreement of the ratings in ${file.name}`;
  const coefficients = agreementTable(agreement, caption);
  const matrix =
    confusion === null
      ? null
      : confusionTable(
          confusion,
          values,
          [raters[0]!, raters[1]!],
          `Confusion matrix for ${file.name}`,
        );
  // A paper includes both tables; a program reads one at a time.
  const both = (format: TableFormat) =>
    [coefficients, ...(matrix === null ? [] : [matrix])]
      .map((table) => writeTable(table, format))
      .join("\n");
  const files = {
    csv: writeTable(agreementDataTable(agreement, caption), "csv"),
    latex: both("latex"),
    markdown: both("markdown"),
  };
  return {
    ok: true,
    value: {
      ...found.value,
      fileName: file.name,
      files,
      confusionCsv: matrix === null ? null : writeTable(matrix, "csv"),
    },
  };
}
