import { type Reading, readingSchema } from "@/lib/dataset/file-formats/reading";
import { isSilent } from "./life-writes";
import { isWorking, type ImportStatus, type Standing } from "./vocabulary";

/** A file that comes in, as lists and its own page show it. */
export interface FileView {
  importId: number;
  fileName: string;
  format: string;
  byteSize: number;
  sha256: string | null;
  status: Exclude<Standing, "applying" | "undone">;
  bytesRead: number;
  rows: number;
  error: string | null;
  by: string;
  /** ISO times. */
  at: string;
  appliedAt: string | null;
  /** How the file is read where it is not in the usual form: offered, or agreed to. */
  reading: Reading;
}

interface StoredFile {
  id: number;
  fileName: string;
  format: string;
  byteSize: bigint;
  sha256: string | null;
  status: string;
  bytesRead: bigint;
  rows: number;
  error: string | null;
  createdBy: { name: string };
  createdAt: Date;
  appliedAt: Date | null;
  progressAt: Date;
  reading: unknown;
}

export function fileView(stored: StoredFile): FileView {
  const { id, fileName, format, byteSize, sha256, status, bytesRead, rows, error } = stored;
  const interrupted = isWorking(status) && isSilent(stored.progressAt);
  return {
    importId: id,
    fileName,
    format,
    byteSize: Number(byteSize),
    sha256,
    status: interrupted ? "interrupted" : (status as ImportStatus),
    bytesRead: Number(bytesRead),
    rows,
    error,
    by: stored.createdBy.name,
    at: stored.createdAt.toISOString(),
    appliedAt: stored.appliedAt?.toISOString() ?? null,
    reading: readingSchema.parse(stored.reading ?? {}),
  };
}
