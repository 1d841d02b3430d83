import type { ZipPart } from "@/lib/platform/zip";
import { LICENSE_WORDS } from "@/lib/dataset/licenses/vocabulary";
import { SPLIT_PARQUET_COLUMNS } from "@/lib/dataset/file-formats/write-release-parquet";
import { splitName, splitPath } from "@/lib/dataset/releases/rules";
import type { Split } from "@/lib/dataset/questions/vocabulary";
import { cardOf } from "./card";
import { croissantOf, type DescribedFile, type DescribedRows } from "./croissant";
import type { DatasetFacts } from "./facts";
import { citationFile, dataCite, zenodo } from "./metadata";

/** The files of a release that an archive is made around, read anew at each call. */
export interface ArchivedFiles {
  csv: () => AsyncIterable<Uint8Array>;
  rows: (split: Split | null) => CountedFile;
  /** The task of a split for the Hub. */
  task: (split: string) => string;
  /** The full text of the release's license; null: it is at an address alone, or there is none. */
  terms: () => Promise<string | null>;
}

export interface CountedFile {
  bytes: AsyncIterable<Uint8Array>;
  /** Of all bytes, once they were read. */
  found: () => { byteSize: number; sha256: string };
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The files of a dataset repository. Those that describe others come last, when the checksums of these are known. The same
 * facts give the same files.
 */
export async function* archiveParts(
  facts: DatasetFacts,
  files: ArchivedFiles,
): AsyncGenerator<ZipPart> {
  const rows: DescribedRows[] = [];
  for (const { split } of facts.splits) {
    const file = files.rows(split);
    yield { path: splitPath(split), content: file.bytes };
    rows.push({
      name: splitName(split),
      url: splitPath(split),
      mediaType: "application/vnd.apache.parquet",
      columns: SPLIT_PARQUET_COLUMNS,
      ...file.found(),
    });
  }
  const csv: DescribedFile = {
    url: `${facts.name}.csv`,
    mediaType: "text/csv",
    byteSize: facts.byteSize,
    sha256: facts.sha256,
  };
  yield { path: csv.url, content: files.csv() };
  yield { path: "README.md", content: cardOf(facts, rows) };
  yield { path: "eval.yaml", content: files.task(evaluatedSplit(facts)) };
  yield { path: "croissant.json", content: json(croissantOf(facts, csv, rows)) };
  yield { path: "CITATION.cff", content: citationFile(facts) };
  yield { path: "datacite.json", content: json(dataCite(facts)) };
  yield { path: "zenodo.json", content: json(zenodo(facts)) };
  yield {
    path: "CHANGES.md",
    content: `# ${facts.name}\n\n${facts.notes === "" ? "No release notes." : facts.notes}\n`,
  };
  if (facts.license !== null) {
    const { license, holder, url } = facts.license;
    const text = await files.terms();
    yield {
      path: "LICENSE",
      content: `${facts.name} is licensed under the ${LICENSE_WORDS[license].name} (SPDX: ${license}).\n\nRights holder: ${holder}\nLicense text: ${url}\n${text === null ? "" : `\n${text}`}`,
    };
  }
}

/** A task is of one split: TEST, or the first that there is. */
function evaluatedSplit({ splits }: DatasetFacts): string {
  const split = splits.some(({ split }) => split === "TEST") ? "TEST" : splits[0]!.split;
  return splitName(split);
}
