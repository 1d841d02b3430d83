import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import { cell } from "@/lib/dataset/questions/sql";
import { db } from "@/lib/platform/db";
import { ReadOnce } from "@/lib/platform/file-bytes";
import { AT } from "@/lib/runs/logs/log-table";
import type { FoundLog } from "@/lib/runs/logs/schema";
import type { FileGroup } from "./file-groups";
import { describeFileFinding } from "./finding-messages";
import { readLogRecords } from "./log-files";

/** What a file holds that someone thinks of importing. */
export interface LookedAtFile {
  /** Its name, and those of the files that belong to it. */
  fileName: string;
  beside: string[];
  /** What its tool says of the run; null for a table, and for a log that cannot be read. */
  log: FoundLog | null;
  rows: number;
  /** The releases that have most of its questions, the one with the most first. */
  releases: { name: string; matched: number }[];
  /** How many questions were looked up. */
  questions: number;
  /** Why it cannot be read, or what of it is not used. */
  problem: string | null;
}

/** What is in files that were given together. `files`: which of them each is made of, counted from 0; names may be the same. */
export interface GivenLogs {
  found: (LookedAtFile & { files: number[] })[];
}

/** So many different questions say which release a log is of. */
const LOOKED_UP = 1_000;
const SHOWN_RELEASES = 3;

/** Reads a file, with what its tool wrote beside it, to say what an import would find. Nothing is kept. */
export async function lookAtFile(actor: Actor, group: FileGroup): Promise<LookedAtFile> {
  authorize(actor, "runs.manage");
  const { file, log, beside } = group;
  const told: LookedAtFile = {
    fileName: file.fileName,
    beside: beside.map((one) => one.file.fileName),
    log: null,
    rows: 0,
    releases: [],
    questions: 0,
    problem: null,
  };
  if (log === null) return told;
  const findings: Finding[] = [];
  const texts = new Set<string>();
  const ids = new Set<string>();
  const note = (into: Set<string>, cell: string | undefined) =>
    cell !== undefined && cell !== "" && into.size < LOOKED_UP && into.add(cell.trim());
  const sourceOf = ({ path, fileName }: FileGroup["file"]) => ({
    path,
    fileName,
    bytes: new ReadOnce(path).bytes(),
  });
  const reader = readLogRecords(
    log,
    sourceOf(file),
    (finding) => findings.push(finding),
    {},
    beside.map((one) => ({ recognized: one.log, source: sourceOf(one.file) })),
  );
  for (let next = await reader.next(); ; next = await reader.next()) {
    if (next.done) {
      told.log = next.value?.log ?? null;
      break;
    }
    told.rows += next.value.length;
    for (const { cells } of next.value) {
      note(texts, cells[AT.question]);
      note(ids, cells[AT.question_id]);
    }
  }
  const [finding] = findings;
  if (finding !== undefined) {
    const { problem, remedy } = describeFileFinding(finding);
    told.problem = `${problem} ${remedy}`;
  }
  told.questions = texts.size > 0 ? texts.size : ids.size;
  if (told.log !== null) told.releases = await releasesWith([...texts], [...ids]);
  return told;
}

/** The releases with most of some questions, by text, or by ID where there are no texts. */
async function releasesWith(
  texts: string[],
  ids: string[],
): Promise<{ name: string; matched: number }[]> {
  const numbers = texts.length > 0 ? [] : ids.map((id) => Number(id.slice(1)));
  return db.$queryRaw<{ name: string; matched: number }[]>`
    SELECT r.name, count(*)::int AS matched
    FROM release_entries e JOIN releases r ON r.id = e.release_id JOIN revisions v ON v.id = e.revision_id
    WHERE trim(${cell("v", "question")}) = ANY(${texts}) OR e.question_id = ANY(${numbers}::bigint[])
    GROUP BY r.id ORDER BY matched DESC, r.published_at DESC, r.id DESC LIMIT ${SHOWN_RELEASES}`;
}
