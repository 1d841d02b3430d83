import {
  CATEGORIES,
  HOPS,
  SPLITS,
  type Category,
  type Hops,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import { type QuestionCount } from "./schema";
import { releaseDay } from "./vocabulary";

/** The name of the release of an ISO day: "2025-04-07" → "FreshQA_v04072025". */
export function releaseNameOf(day: string): string {
  const [year, month, date] = day.split("-");
  return `FreshQA_v${month}${date}${year}`;
}

/**
 * The name for a release of today, or of the next day whose name is free: one day has one release.
 * @param today ISO day.
 * @returns `todayTaken` is today's name where that is the reason for another one.
 */
export function suggestReleaseName(
  today: string,
  taken: Iterable<string>,
): { name: string; todayTaken: string | null } {
  const names = new Set(taken);
  const first = releaseNameOf(today);
  const day = new Date(`${today}T00:00:00Z`);
  let name = first;
  while (names.has(name)) {
    day.setUTCDate(day.getUTCDate() + 1);
    name = releaseNameOf(day.toISOString().slice(0, 10));
  }
  return { name, todayTaken: name === first ? null : first };
}

/** What a split is called in files, where names are lower case and each question is in one. */
export function splitName(split: Split | null): string {
  return split === null ? "unassigned" : split.toLowerCase();
}

/** Where the rows of a split are in a dataset repository. */
export function splitPath(split: Split | null): string {
  return `data/${splitName(split)}-00000-of-00001.parquet`;
}

/** One row of the table category × hops × split. `bySplit` follows `splits` of the table. */
interface CountRow {
  category: Category;
  hops: Hops;
  bySplit: number[];
  total: number;
}

/** Counts as a table: rows category × hops (all eight, empty ones too), columns the splits that occur. */
export interface CountTable {
  splits: (Split | null)[];
  rows: CountRow[];
  /** By split, as in the rows. */
  totals: number[];
  total: number;
}

export function tabulateCounts(counts: readonly QuestionCount[]): CountTable {
  const splits = [...SPLITS, null].filter((split) => counts.some((part) => part.split === split));
  const rows = CATEGORIES.flatMap((category) =>
    HOPS.map((hops): CountRow => {
      const bySplit = splits.map((split) =>
        sum(
          counts.filter(
            (part) => part.category === category && part.hops === hops && part.split === split,
          ),
        ),
      );
      return { category, hops, bySplit, total: bySplit.reduce((a, b) => a + b, 0) };
    }),
  );
  const totals = splits.map((split) => sum(counts.filter((part) => part.split === split)));
  return { splits, rows, totals, total: sum(counts) };
}

function sum(counts: readonly QuestionCount[]): number {
  return counts.reduce((total, part) => total + part.count, 0);
}

/** A part of a file, both ends included, in bytes. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header (RFC 9110, 14.1). More than one range, or another unit, is answered with the whole file, which
 * the standard allows.
 * @returns the range within the file, "unsatisfiable" when it begins behind the end, null for the whole file.
 */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  if (match[1] === "") {
    const length = Number(match[2]);
    if (length === 0 || size === 0) return "unsatisfiable";
    return { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === "" ? Infinity : Number(match[2]);
  if (end < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: Math.min(end, size - 1) };
}

/**
 * Whether an If-None-Match header (`weak`: by weak comparison) or an If-Range header (by strong comparison, which no weak
 * tag passes) names this entity tag; RFC 9110, 8.8.3.2.
 */
export function namesTag(header: string | null, tag: string, weak: boolean): boolean {
  if (header === null) return false;
  const opaque = (text: string) => (weak ? text.replace(/^W\//, "") : text);
  return header
    .split(",")
    .map((part) => part.trim())
    .some((part) => (weak && part === "*") || opaque(part) === opaque(tag));
}

// For those who cite and follow ------------------------------------------------------------------------------------

/** Who made FreshQA. */
export const AUTHORS = [
  { family: "Vu", given: "Tu" },
  { family: "Iyyer", given: "Mohit" },
  { family: "Wang", given: "Xuezhi" },
  { family: "Constant", given: "Noah" },
  { family: "Wei", given: "Jerry" },
  { family: "Wei", given: "Jason" },
  { family: "Tar", given: "Chris" },
  { family: "Sung", given: "Yun-Hsuan" },
  { family: "Zhou", given: "Denny" },
  { family: "Le", given: "Quoc" },
  { family: "Luong", given: "Thang" },
] as const;
const BIBTEX_AUTHORS = AUTHORS.map(({ family, given }) => `${family}, ${given}`).join(" and ");

/** What it is, for whoever has never heard of it: two sentences. */
export const BENCHMARK_IN_WORDS =
  "FreshQA asks language models what is true today: questions whose answers change, or that assume something false. People check its answers on a schedule, and each release is frozen and citable.";

export const DATASET_DESCRIPTION =
  "FreshQA is a question-answering benchmark whose answers change over time, including questions with false premises.";

/** The paper that FreshQA comes from. */
export const PAPER = {
  title: "FreshLLMs: Refreshing Large Language Models with Search Engine Augmentation",
  journal: "arXiv preprint arXiv:2310.03214",
  arXiv: "2310.03214",
  doi: "10.48550/arXiv.2310.03214",
  year: 2023,
} as const;

export const PAPER_BIBTEX = `@article{vu2023freshllms,
  title   = {{FreshLLMs}: Refreshing Large Language Models with Search Engine Augmentation},
  author  = {${BIBTEX_AUTHORS}},
  journal = {${PAPER.journal}},
  year    = {${PAPER.year}}
}`;

/**
 * A release as a BibTeX entry: its name, its day, where it is and the checksum of its bytes.
 * @param release.address the permanent address of its page.
 */
export function citeRelease(release: {
  name: string;
  sha256: string;
  publishedAt: string;
  address: string;
}): string {
  const day = releaseDay(release.name) ?? release.publishedAt.slice(0, 10);
  return `@misc{${release.name},
  title        = {{FreshQA}, release \\texttt{${release.name.replaceAll("_", "\\_")}}},
  author       = {${BIBTEX_AUTHORS}},
  year         = {${day.slice(0, 4)}},
  month        = {${Number(day.slice(5, 7))}},
  howpublished = {\\url{${release.address}}},
  note         = {Answers as of ${day}. SHA-256 of the CSV file: ${release.sha256}}
}`;
}

/** Text for XML: what the format cannot hold is left out, what it would misread is written as an entity. */
function xml(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      "",
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/**
 * Releases as an Atom feed (RFC 4287), the newest first.
 * @param origin under which address others reach the server, without a slash at the end.
 */
export function atomFeed(
  origin: string,
  releases: readonly {
    name: string;
    notes: string;
    sha256: string;
    byteSize: number;
    questionCount: number;
    publishedAt: string;
  }[],
): string {
  const at = (path: string) => xml(`${origin}${path}`);
  const entries = releases.map((release) => {
    const page = `/public/releases/${release.name}`;
    return `  <entry>
    <title>${xml(release.name)}</title>
    <id>${at(page)}</id>
    <link rel="alternate" type="text/html" href="${at(page)}"/>
    <link rel="enclosure" type="text/csv" length="${release.byteSize}" href="${at(`${page}/${release.name}.csv`)}"/>
    <updated>${release.publishedAt}</updated>
    <content type="text">${xml(`${release.questionCount} questions. SHA-256 of the CSV file: ${release.sha256}${release.notes === "" ? "" : `\n\n${release.notes}`}`)}</content>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>FreshQA releases</title>
  <id>${at("/public")}</id>
  <link rel="self" type="application/atom+xml" href="${at("/public/feed.xml")}"/>
  <link rel="alternate" type="text/html" href="${at("/public")}"/>
  <updated>${releases[0]?.publishedAt ?? "1970-01-01T00:00:00.000Z"}</updated>
  <author><name>FreshQA Workbench</name></author>
${entries.join("")}</feed>
`;
}
