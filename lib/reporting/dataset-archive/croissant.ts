import { LICENSE_WORDS, type License } from "@/lib/dataset/licenses/vocabulary";
import {
  RELEASE_PARQUET_COLUMNS,
  type DescribedColumn,
} from "@/lib/dataset/file-formats/write-release-parquet";
import type { ParquetKind } from "@/lib/dataset/file-formats/write-parquet";
import { AUTHORS, citeRelease, DATASET_DESCRIPTION } from "@/lib/dataset/releases/rules";
import type { Split } from "@/lib/dataset/questions/vocabulary";
import type { DatasetFacts } from "./facts";
import { semanticVersion } from "./vocabulary";
import {
  agreementInWords,
  annotatorsInWords,
  collectionInWords,
  compositionInWords,
  descriptionOf,
  limitationsInWords,
  machinesInWords,
  maintenanceInWords,
  perItemInWords,
  PROTOCOL,
  TITLE,
} from "./words";

/** A file of the dataset. */
export interface DescribedFile {
  /** Its path in the archive, or its address. */
  url: string;
  mediaType: string;
  /** Null, both: of a file that is written when it is asked for. */
  byteSize: number | null;
  sha256: string | null;
}

/** A Parquet file with the rows of a split, or of the whole release. */
export interface DescribedRows extends DescribedFile {
  /** What its record set is called. */
  name: string;
  columns: readonly DescribedColumn[];
}

/** The terms that the metadata is written in: those of Croissant 1.1, and RAI 1.0. */
const CONTEXT = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  arrayShape: "cr:arrayShape",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  containedIn: "cr:containedIn",
  cr: "http://mlcommons.org/croissant/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  extract: "cr:extract",
  field: "cr:field",
  fileObject: "cr:fileObject",
  fileProperty: "cr:fileProperty",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isArray: "cr:isArray",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  path: "cr:path",
  rai: "http://mlcommons.org/croissant/RAI/",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  repeated: "cr:repeated",
  replace: "cr:replace",
  sc: "https://schema.org/",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
} as const;

const CONFORMS_TO = [
  "http://mlcommons.org/croissant/1.1",
  "http://mlcommons.org/croissant/RAI/1.0",
];

const DATA_TYPES: Partial<Record<ParquetKind, string>> = {
  text: "sc:Text",
  texts: "sc:Text",
  integer: "cr:Int32",
  truth: "sc:Boolean",
  day: "sc:Date",
};

const SPLIT_TYPES: Partial<Record<Split, string>> = {
  TEST: "cr:TestSplit",
  DEV: "cr:ValidationSplit",
};

const ORIGIN = {
  creator: AUTHORS.map(({ family, given }) => ({
    "@type": "sc:Person",
    name: `${given} ${family}`,
    familyName: family,
    givenName: given,
  })),
  inLanguage: "en",
  keywords: ["question answering", "factuality", "time-sensitive questions", "false premises"],
  isAccessibleForFree: true,
};

/** A license as the format takes it: required, so that a release without one has to say so. */
function licenseTerms(license: License | null): unknown {
  if (license === null) return { "@type": "sc:CreativeWork", name: "No license stated" };
  return {
    "@type": "sc:CreativeWork",
    name: LICENSE_WORDS[license.license].name,
    identifier: license.license,
    url: license.url,
  };
}

const holderOf = (license: License | null) =>
  license === null ? {} : { publisher: { "@type": "sc:Organization", name: license.holder } };

/**
 * Describes a release as Croissant 1.1 with its RAI terms.
 * @param csv the release's CSV file; its columns are not described, as records stand before its header
 */
export function croissantOf(
  facts: DatasetFacts,
  csv: DescribedFile,
  rows: readonly DescribedRows[],
): object {
  const { name, day, publishedOn, license, ratings } = facts;
  return {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: CONFORMS_TO,
    name,
    alternateName: TITLE,
    description: descriptionOf(facts),
    url: facts.address,
    version: semanticVersion(day),
    datePublished: publishedOn,
    license: licenseTerms(license),
    ...holderOf(license),
    ...ORIGIN,
    isLiveDataset: false,
    citeAs: citeRelease({ ...facts, publishedAt: publishedOn }),
    "rai:dataCollection": collectionInWords(facts),
    "rai:dataAnnotationProtocol": PROTOCOL,
    "rai:dataAnnotationPlatform": "FreshQA Workbench",
    "rai:dataAnnotationAnalysis": agreementInWords(ratings),
    "rai:annotationsPerItem": perItemInWords(ratings),
    "rai:annotatorDemographics": annotatorsInWords(facts),
    "rai:machineAnnotationTools": machinesInWords(ratings),
    "rai:dataReleaseMaintenancePlan": maintenanceInWords(facts),
    "rai:dataLimitations": limitationsInWords(facts),
    "rai:dataBiases": compositionInWords(facts),
    distribution: [csv, ...rows].map((file) => ({
      "@type": "cr:FileObject",
      "@id": file.url.slice(file.url.lastIndexOf("/") + 1),
      name: file.url.slice(file.url.lastIndexOf("/") + 1),
      contentUrl: file.url,
      encodingFormat: file.mediaType,
      ...(file.byteSize !== null && { contentSize: `${file.byteSize} B` }),
      ...(file.sha256 !== null && { sha256: file.sha256 }),
    })),
    recordSet: [splitsOf(facts), ...rows.map(recordSetOf)],
  };
}

/** The splits by the names that the rows have them under. */
function splitsOf({ splits }: DatasetFacts) {
  const field = (name: string, dataType: string) => ({
    "@type": "cr:Field",
    "@id": `splits/${name}`,
    name,
    dataType,
  });
  return {
    "@type": "cr:RecordSet",
    "@id": "splits",
    name: "splits",
    dataType: "cr:Split",
    key: { "@id": "splits/name" },
    field: [field("name", "sc:Text"), field("url", "sc:URL")],
    data: splits.flatMap(({ split }) =>
      split === null
        ? []
        : [
            {
              "splits/name": split,
              ...(SPLIT_TYPES[split] !== undefined && { "splits/url": SPLIT_TYPES[split] }),
            },
          ],
    ),
  };
}

function recordSetOf({ name, url, columns }: Pick<DescribedRows, "name" | "url" | "columns">) {
  const file = { "@id": url.slice(url.lastIndexOf("/") + 1) };
  return {
    "@type": "cr:RecordSet",
    "@id": name,
    name,
    key: { "@id": `${name}/question_id` },
    field: columns.map((column) => ({
      "@type": "cr:Field",
      "@id": `${name}/${column.name}`,
      name: column.name,
      description: column.words,
      dataType: DATA_TYPES[column.kind],
      ...(column.kind === "texts" && { isArray: true, arrayShape: "-1" }),
      ...(column.name === "split" && { references: { field: { "@id": "splits/name" } } }),
      source: { fileObject: file, extract: { column: column.name } },
    })),
  };
}

/**
 * Describes the address of the newest release as Croissant: live, so without checksums.
 * @param origin under which address others reach the server
 */
export function liveCroissant(
  origin: string,
  { name, publishedOn, license }: Pick<DatasetFacts, "name" | "publishedOn" | "license">,
): object {
  const file = (format: string, mediaType: string) => ({
    "@type": "cr:FileObject",
    "@id": `freshqa.${format}`,
    name: `freshqa.${format}`,
    contentUrl: `${origin}/public/latest/freshqa.${format}`,
    encodingFormat: mediaType,
  });
  const url = `${origin}/public/latest/freshqa.parquet`;
  return {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: CONFORMS_TO.slice(0, 1),
    name: TITLE,
    description: `${DATASET_DESCRIPTION} These files are those of the newest release, at present ${name}.`,
    url: `${origin}/public`,
    datePublished: publishedOn,
    license: licenseTerms(license),
    ...holderOf(license),
    ...ORIGIN,
    isLiveDataset: true,
    distribution: [file("csv", "text/csv"), file("parquet", "application/vnd.apache.parquet")],
    recordSet: [recordSetOf({ name: "questions", url, columns: RELEASE_PARQUET_COLUMNS })].map(
      withoutSplits,
    ),
  };
}

/** Without the references to the splits, which are those of one release. */
function withoutSplits({ field, ...recordSet }: ReturnType<typeof recordSetOf>) {
  return { ...recordSet, field: field.map(({ references: _, ...rest }) => rest) };
}
