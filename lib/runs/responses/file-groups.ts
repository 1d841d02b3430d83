import { HEAD_BYTES } from "@/lib/dataset/file-formats/offered-reading";
import { firstBytes } from "@/lib/platform/file-bytes";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { recognizeLog, type RecognizedLog } from "@/lib/runs/logs/recognize";
import { stampOf } from "@/lib/runs/logs/run-log";

/** A file that someone gave, complete on disk. */
export interface GivenFile {
  fileName: string;
  path: string;
}

/** A file with responses, and what the tool that wrote it wrote beside it. */
export interface FileGroup<File extends GivenFile = GivenFile> {
  file: File;
  /** Null: a table. */
  log: RecognizedLog | null;
  beside: { file: File; log: RecognizedLog }[];
}

/**
 * Puts files that were given together into groups, by what they hold: each log or table with the files that its tool wrote
 * beside it. Where names have the time of a run (lm-evaluation-harness), that decides which belong together. A file with no
 * log to go with is a group of its own. Refused: logs of several runs with a file that may belong to each.
 */
export async function groupFiles<File extends GivenFile>(
  files: readonly File[],
): Promise<Result<FileGroup<File>[], "several-runs">> {
  const known = await Promise.all(
    files.map(async (file) => ({
      file,
      log: recognizeLog(await firstBytes(file.path, HEAD_BYTES)),
    })),
  );
  const groups = known
    .filter(({ log }) => log?.beside !== true)
    .map((one): FileGroup<File> => ({ ...one, beside: [] }));
  const alone: FileGroup<File>[] = [];
  for (const { file, log } of known) {
    if (log?.beside !== true) continue;
    const ofTool = groups.filter((group) => group.log?.tool === log.tool);
    const stamp = stampOf(file.fileName);
    const ofTime = (time: string) => ofTool.filter((one) => stampOf(one.file.fileName) === time);
    const ofRun = ofTime(stamp);
    const open = stamp === "" ? ofTool : ofRun.length > 0 ? ofRun : ofTime("");
    const runs = new Set(open.map((group) => stampOf(group.file.fileName)));
    if (open.length > 1 && (runs.size > 1 || runs.has("")))
      return refuse(
        "several-runs",
        `“${file.fileName}” may belong to any of ${open.length} logs. Nothing was imported. Choose the files of one run at a time.`,
      );
    // Where all are of other times, the first one's reader says that it is of no use.
    const joined = open.length > 0 ? open : ofTool.slice(0, 1);
    for (const group of joined) group.beside.push({ file, log });
    if (joined.length === 0) alone.push({ file, log, beside: [] });
  }
  return ok([...groups, ...alone]);
}
