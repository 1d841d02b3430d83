import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import jsonld from "jsonld";
import { beforeAll, describe, expect, it } from "vitest";

import { stateLicense } from "@/lib/dataset/licenses/commands";
import { getLicense } from "@/lib/dataset/licenses/queries";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { openReleaseFile, publicRelease } from "@/lib/dataset/releases/queries";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Actor } from "@/lib/people/access/schema";
import { AccessDenied } from "@/lib/platform/errors";
import { db, withConnection } from "@/lib/platform/db";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { reportStateSchema } from "@/lib/reporting/snapshots/schema";
import { makeRating } from "@/prisma/factories/rating";
import { sampleContent } from "@/prisma/testing/content";
import { readWithDuckDb } from "@/prisma/testing/duckdb";
import { addQuestion } from "@/prisma/testing/questions";
import { unzip } from "@/prisma/testing/rezip";
import { readYaml } from "@/prisma/testing/yaml";
import { value } from "@/prisma/testing/value";
import {
  openArchive,
  openRatedArchive,
  publicArchive,
  publicCroissant,
  publicLiveCroissant,
} from "./queries";

const [FIRST, SECOND] = ["FreshQA_v04072025", "FreshQA_v04142025"];
const ORIGIN = "https://freshqa.example.org";
let mara: Actor;
const QUESTIONS: Partial<Content>[] = [
  { question: "Who is first?", answers: ["Ada", "Ada Brandt"], split: "TEST" },
  { question: 'Is it "so", or\nnot? <b>&', answers: ["=1+1"], split: "DEV", falsePremise: true },
  { question: "Wer läuft schneller 🏃?", answers: ["Ünal | the second"], split: "TEST" },
  { question: "Where is it?", split: null, hops: "multi-hop" },
];

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer", "researcher"] },
  });
  mara = { userId: user.id, name: "Mara", roles: ["maintainer", "researcher"], via: "web" };
  for (const one of QUESTIONS) await addQuestion(mara, sampleContent(one));
  value(
    await publishRelease(
      mara,
      { name: FIRST, notes: "", selection: { kind: "splits", splits: ["TEST"] } },
      { unlicensed: true, at: new Date("2025-04-07T12:00:00Z") },
    ),
  );
  value(
    await publishRelease(
      mara,
      { name: SECOND, notes: "One answer is new.\n\n- Q1", selection: { kind: "all" } },
      { at: new Date("2025-04-14T12:00:00Z") },
    ),
  );
});

const open = (name: string, ratings: string | null = null) =>
  ratings === null
    ? openArchive(mara, name, { origin: ORIGIN })
    : openRatedArchive(mara, name, { ratings, origin: ORIGIN });
const zipOf = async (name: string, ratings?: string) =>
  buffer(Readable.from((await open(name, ratings)).bytes()));
async function filesOf(name: string, ratings?: string): Promise<Map<string, Buffer>> {
  const path = join(mkdtempSync(join(tmpdir(), "archive-")), "dataset.zip");
  writeFileSync(path, await zipOf(name, ratings));
  return unzip(path);
}
const textOf = (files: Map<string, Buffer>, path: string) => files.get(path)!.toString("utf8");
const cardOf = (files: Map<string, Buffer>) =>
  readYaml(textOf(files, "README.md").split("---\n")[1]!) as Card;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface Card {
  license?: string;
  configs: {
    config_name: string;
    default: boolean;
    data_files: { split: string; path: string }[];
  }[];
  dataset_info: {
    config_name: string;
    features: { name: string; dtype?: string; sequence?: string }[];
    splits: { name: string; num_examples: number }[];
    download_size: number;
  }[];
  size_categories: string[];
}

/** Columns and rows of a Parquet file, as DuckDB reads them. */
async function readParquet(bytes: Buffer) {
  const { rows, types } = await readWithDuckDb(Readable.from([bytes]));
  return { rows, types: Object.fromEntries(types) };
}

/** What the card calls a type, by what DuckDB calls it. */
const DTYPES: Record<string, object> = {
  VARCHAR: { dtype: "string" },
  "VARCHAR[]": { sequence: "string" },
  INTEGER: { dtype: "int32" },
  BOOLEAN: { dtype: "bool" },
  DATE: { dtype: "date32" },
};
/** And what Croissant does. */
const DATA_TYPES: Record<string, string> = {
  VARCHAR: "sc:Text",
  "VARCHAR[]": "sc:Text",
  INTEGER: "cr:Int32",
  BOOLEAN: "sc:Boolean",
  DATE: "sc:Date",
};

describe("the archive", () => {
  it("has the files of a dataset repository, and the same bytes each time", async () => {
    expect([...(await filesOf(SECOND)).keys()]).toEqual([
      "data/test-00000-of-00001.parquet",
      "data/dev-00000-of-00001.parquet",
      "data/unassigned-00000-of-00001.parquet",
      `${SECOND}.csv`,
      "README.md",
      "eval.yaml",
      "croissant.json",
      "CITATION.cff",
      "datacite.json",
      "zenodo.json",
      "CHANGES.md",
      "LICENSE",
    ]);
    expect(await zipOf(SECOND)).toEqual(await zipOf(SECOND));
  });

  it("has the release's exact CSV file and its notes", async () => {
    const files = await filesOf(SECOND);
    const { sha256: released } = await openReleaseFile(mara, SECOND, "csv");
    expect(sha256(files.get(`${SECOND}.csv`)!)).toBe(released);
    expect(textOf(files, "CHANGES.md")).toBe(`# ${SECOND}\n\nOne answer is new.\n\n- Q1\n`);
  });

  it("has a card whose splits and features are those of its Parquet files", async () => {
    const files = await filesOf(SECOND);
    const card = cardOf(files);
    const [config] = card.configs;
    const [info] = card.dataset_info;
    expect([config!.config_name, info!.config_name]).toEqual(["v04142025", "v04142025"]);
    expect(config!.data_files.map(({ split }) => split)).toEqual(["test", "dev", "unassigned"]);
    expect(card.size_categories).toEqual(["n<1K"]);
    const counts: Record<string, number> = {};
    let size = 0;
    for (const { split, path } of config!.data_files) {
      const { rows, types } = await readParquet(files.get(path)!);
      counts[split] = rows.length;
      size += files.get(path)!.length;
      expect(info!.features).toEqual(
        Object.entries(types).map(([name, type]) => ({ name, ...DTYPES[type] })),
      );
      expect([...new Set(rows.map((row) => row.release))]).toEqual([SECOND]);
    }
    expect(counts).toEqual({ test: 2, dev: 1, unassigned: 1 });
    expect(Object.fromEntries(info!.splits.map((one) => [one.name, one.num_examples]))).toEqual(
      counts,
    );
    expect(info!.download_size).toBe(size);
  });

  it("has two tasks for the Hub with columns, configuration and split that are there", async () => {
    const files = await filesOf(SECOND);
    const { tasks } = readYaml(textOf(files, "eval.yaml")) as {
      tasks: { config: string; split: string; field_spec: Record<string, string | string[]> }[];
    };
    expect(tasks).toHaveLength(2);
    for (const { config, split, field_spec } of tasks) {
      const { types } = await readParquet(files.get(`data/${split}-00000-of-00001.parquet`)!);
      expect(config).toBe("v04142025");
      expect(Object.keys(types)).toEqual(expect.arrayContaining(Object.values(field_spec).flat()));
    }
  });

  it("of a release from before is written from its rows, with the same bytes", async () => {
    const before = await zipOf(SECOND);
    for (const table of ["release_file_chunks", "release_files"]) {
      await db.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
      await db.$executeRawUnsafe(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
      await db.$executeRawUnsafe(`DELETE FROM ${table}`);
    }
    expect((await openReleaseFile(mara, SECOND, "parquet")).ownSha256).toBeNull();
    const described = (await publicCroissant(await publicRelease(SECOND), ORIGIN)) as Described;
    expect(described.distribution[1]).toMatchObject({ "@id": `${SECOND}.parquet` });
    expect(described.distribution[1]).not.toHaveProperty("sha256");
    expect(described.recordSet.map((one) => one["@id"])).toEqual(["splits", "questions"]);
    expect(await zipOf(SECOND)).toEqual(before);
    for (const table of ["release_files", "release_file_chunks"]) {
      await db.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER sealed`);
      await db.$executeRawUnsafe(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      await db.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER sealed`);
      await db.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
    }
  });
});

type Described = Record<string, unknown> & {
  distribution: {
    "@id": string;
    contentUrl: string;
    encodingFormat: string;
    contentSize?: string;
    sha256?: string;
  }[];
  recordSet: {
    "@id": string;
    field: {
      "@id": string;
      dataType: string;
      isArray?: boolean;
      source?: { fileObject: { "@id": string }; extract: { column: string } };
    }[];
  }[];
};
const REQUIRED =
  "@context @type conformsTo description license name url creator datePublished distribution";
const RAI =
  "dataCollection dataAnnotationProtocol dataAnnotationPlatform dataAnnotationAnalysis annotationsPerItem annotatorDemographics machineAnnotationTools dataReleaseMaintenancePlan dataLimitations dataBiases";

/** Every "@id" that names something, and every one that refers to something. */
function idsOf(node: unknown, found = { named: [] as string[], referred: [] as string[] }) {
  if (Array.isArray(node)) for (const one of node) idsOf(one, found);
  else if (typeof node === "object" && node !== null) {
    const { "@id": id, "@context": _, ...rest } = node as Record<string, unknown>;
    if (typeof id === "string")
      (Object.keys(rest).length > 0 ? found.named : found.referred).push(id);
    for (const one of Object.values(rest)) idsOf(one, found);
  }
  return found;
}

describe("Croissant", () => {
  it("has each required field, and ids that are one of a kind and resolve", async () => {
    const described = JSON.parse(textOf(await filesOf(SECOND), "croissant.json")) as Described;
    for (const field of REQUIRED.split(" ")) expect(described[field], field).toBeTruthy();
    for (const field of RAI.split(" ")) expect(described[`rai:${field}`], field).toMatch(/\S/);
    expect(described).toMatchObject({
      "@type": "sc:Dataset",
      conformsTo: ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
      version: "2025.4.14",
      datePublished: "2025-04-14",
      isLiveDataset: false,
      url: `${ORIGIN}/public/releases/${SECOND}`,
    });
    const { named, referred } = idsOf(described);
    expect(new Set(named).size).toBe(named.length);
    expect(referred.length).toBeGreaterThan(40);
    expect(referred.filter((id) => !named.includes(id))).toEqual([]);
  });

  it("describes files by their true size and checksum, and columns that they have, by their types", async () => {
    const files = await filesOf(SECOND);
    const described = JSON.parse(textOf(files, "croissant.json")) as Described;
    for (const file of described.distribution) {
      const bytes = files.get(file.contentUrl)!;
      expect([file.contentSize, file.sha256]).toEqual([`${bytes.length} B`, sha256(bytes)]);
    }
    let columns = 0;
    for (const { field } of described.recordSet) {
      const sources = field.flatMap(({ source }) => source?.fileObject["@id"] ?? []);
      expect(new Set(sources).size).toBeLessThan(2);
      const file = described.distribution.find((one) => one["@id"] === sources[0]);
      if (file === undefined) continue;
      const { types } = await readParquet(files.get(file.contentUrl)!);
      for (const { source, dataType, isArray } of field) {
        const type = types[source!.extract.column]!;
        expect([dataType, isArray === true]).toEqual([DATA_TYPES[type], type.endsWith("[]")]);
        columns += 1;
      }
    }
    expect(columns).toBe(3 * 16);
    const header = textOf(files, `${SECOND}.csv`);
    for (const told of ["question", "effective_year", "next_review", "num_hops", "fact_type"])
      expect(header).toMatch(new RegExp(`(^|,)"?${told}"?(,|\\r)`, "m"));
  });

  it("means by JSON-LD what it says: nothing of it is dropped, and nothing is fetched", async () => {
    const described = JSON.parse(textOf(await filesOf(SECOND), "croissant.json")) as object;
    const [expanded] = (await jsonld.expand(
      described as jsonld.JsonLdDocument,
      {
        base: `${ORIGIN}/`,
        safe: true,
        documentLoader: () => Promise.reject(new Error("Nothing is fetched.")),
      } as jsonld.Options.Expand,
    )) as unknown as [Record<string, { "@value"?: unknown; "@id"?: string }[]>];
    expect(expanded["@type"]).toEqual(["https://schema.org/Dataset"]);
    expect(expanded["http://purl.org/dc/terms/conformsTo"]!.map((one) => one["@value"])).toContain(
      "http://mlcommons.org/croissant/1.1",
    );
    expect(expanded["http://mlcommons.org/croissant/isLiveDataset"]).toEqual([{ "@value": false }]);
    expect(expanded["http://mlcommons.org/croissant/recordSet"]).toHaveLength(4);
    expect(expanded["https://schema.org/distribution"]).toHaveLength(4);
    for (const field of RAI.split(" "))
      expect(expanded[`http://mlcommons.org/croissant/RAI/${field}`], field).toHaveLength(1);
    expect(JSON.stringify(expanded)).toContain(
      '"http://mlcommons.org/croissant/dataType":[{"@id":"https://schema.org/Boolean"}]',
    );
  });

  it("of the public page names files by their addresses, with the checksums of what is answered", async () => {
    const described = (await publicCroissant(await publicRelease(SECOND), ORIGIN)) as Described;
    const parquet = await buffer(
      Readable.from((await openReleaseFile(mara, SECOND, "parquet")).bytes()),
    );
    expect(described.distribution.map((one) => [one.contentUrl, one.sha256])).toEqual([
      [
        `${ORIGIN}/public/releases/${SECOND}/${SECOND}.csv`,
        (await openReleaseFile(mara, SECOND, "csv")).sha256,
      ],
      [`${ORIGIN}/public/releases/${SECOND}/${SECOND}.parquet`, sha256(parquet)],
    ]);
    const { types } = await readParquet(parquet);
    expect(described.recordSet.at(-1)!.field.map((field) => field.source!.extract.column)).toEqual(
      Object.keys(types),
    );
    const { named, referred } = idsOf(described);
    expect(referred.filter((id) => !named.includes(id))).toEqual([]);
  });

  it("of the newest release's address is live and has no checksums", async () => {
    const live = (await publicLiveCroissant(ORIGIN)) as Described;
    expect(live.isLiveDataset).toBe(true);
    expect(live.distribution.map(({ contentUrl }) => contentUrl)).toEqual([
      `${ORIGIN}/public/latest/freshqa.csv`,
      `${ORIGIN}/public/latest/freshqa.parquet`,
    ]);
    expect(JSON.stringify(live)).not.toContain('sha256"');
    for (const field of REQUIRED.split(" ")) expect(live[field], field).toBeTruthy();
    const { named, referred } = idsOf(live);
    expect(referred.filter((id) => !named.includes(id))).toEqual([]);
  });
});

const AUTHOR = /^(?:Vu|Iyyer|Wang|Constant|Wei|Tar|Sung|Zhou|Le|Luong)$/;

describe("citation and repository metadata", () => {
  it("have what each format requires", async () => {
    const files = await filesOf(SECOND);
    const cff = readYaml(textOf(files, "CITATION.cff")) as Record<string, unknown> & {
      authors: { "family-names": string; "given-names": string }[];
    };
    expect(cff).toMatchObject({
      "cff-version": "1.2.0",
      type: "dataset",
      title: `FreshQA, release ${SECOND}`,
      version: "2025.4.14",
      "date-released": "2025-04-14",
      license: "CC-BY-4.0",
      "preferred-citation": { type: "article", year: 2023, doi: "10.48550/arXiv.2310.03214" },
    });
    expect(cff.message).toMatch(/\S/);
    expect(cff.authors).toHaveLength(11);
    for (const author of cff.authors) expect(author["family-names"]).toMatch(AUTHOR);
    expect(JSON.parse(textOf(files, "datacite.json"))).toMatchObject({
      types: { resourceTypeGeneral: "Dataset" },
      titles: [{ title: `FreshQA, release ${SECOND}` }],
      publisher: { name: "FreshQA team" },
      publicationYear: 2025,
      version: "2025.4.14",
      rightsList: [{ rightsIdentifier: "CC-BY-4.0", rightsIdentifierScheme: "SPDX" }],
      relatedIdentifiers: [
        { relatedIdentifier: "arXiv:2310.03214", relationType: "IsDocumentedBy" },
        {
          relatedIdentifier: `${ORIGIN}/public/releases/${FIRST}`,
          relationType: "IsNewVersionOf",
        },
      ],
    });
    expect(JSON.parse(textOf(files, "zenodo.json"))).toMatchObject({
      upload_type: "dataset",
      access_right: "open",
      license: "cc-by-4.0",
      publication_date: "2025-04-14",
    });
    expect(textOf(files, "LICENSE")).toContain("SPDX: CC-BY-4.0");
    expect(textOf(files, "LICENSE")).toContain("Section 1 – Definitions.");
    expect(cardOf(files).license).toBe("cc-by-4.0");
  });

  it("assume no license where the release states none, until one is added to it", async () => {
    const files = await filesOf(FIRST);
    expect(files.has("LICENSE")).toBe(false);
    expect(cardOf(files)).not.toHaveProperty("license");
    expect(textOf(files, "README.md")).toContain("No license is stated for this release.");
    expect(readYaml(textOf(files, "CITATION.cff"))).not.toHaveProperty("license");
    expect(JSON.parse(textOf(files, "croissant.json"))).toMatchObject({
      license: { "@type": "sc:CreativeWork", name: "No license stated" },
    });
    expect(JSON.parse(textOf(files, "datacite.json"))).not.toHaveProperty("rightsList");
    expect(JSON.parse(textOf(files, "datacite.json"))).toMatchObject({
      publisher: { name: ":unav" },
    });
    // Without a license, Zenodo would give an open deposit one of its own choice.
    expect(JSON.parse(textOf(files, "zenodo.json"))).toMatchObject({ access_right: "closed" });
    expect(JSON.parse(textOf(files, "zenodo.json"))).not.toHaveProperty("license");
    const { variant } = await open(FIRST);
    value(await stateLicense(mara, { name: FIRST, licenseId: (await getLicense(mara))!.id }));
    expect((await filesOf(FIRST)).has("LICENSE")).toBe(true);
    expect((await open(FIRST)).variant).not.toBe(variant);
  });
});

describe("what the ledger knows", () => {
  it("is how the questions came about, and no ratings unless they are asked for", async () => {
    const card = textOf(await filesOf(SECOND), "README.md");
    expect(card).toContain(
      "All 4 questions were written in FreshQA Workbench. Revisions written by people there: 4, by 1 person.",
    );
    expect(card).toContain("No ratings of responses to this release are included.");
    expect(card).toContain("false premise 1; multi-hop 1");
    expect(card).toContain(`Previous release: ${FIRST}.`);
  });

  it("are the ratings until the end of a day, with the agreement that the report of that state has", async () => {
    const made = await withConnection((client) =>
      makeRating(client, {
        questions: 40,
        models: 2,
        raters: 3,
        judged: 0.9,
        agreement: 0.6,
        corrected: 0.2,
        gold: 0.1,
        evaluators: [0.8],
      }),
    );
    const { release } = await db.modelRun.findFirstOrThrow({
      orderBy: { id: "desc" },
      include: { release: true },
    });
    const today = new Date().toISOString().slice(0, 10);
    const described = async (day: string | null) => {
      for await (const { path, content } of (await open(release.name, day)).parts()) {
        if (path === "croissant.json")
          return JSON.parse(content as string) as Record<string, string>;
        // A part is read before the next is asked for.
        if (typeof content !== "string") await buffer(Readable.from(content));
      }
      throw new Error("There is no croissant.json.");
    };
    const said = (await described(today))["rai:dataAnnotationAnalysis"]!;
    const state = /report state ([\d.]+)\)/.exec(said)![1]!;
    const report = await getAgreementReport(
      mara,
      agreementRequest.parse({
        campaign: made.campaignId,
        state,
        truth: "release",
        gold: "count",
      }),
    );
    expect(reportStateSchema.parse(state).judgments).toBeGreaterThan(0);
    const { judgments, responses, raters } = report.counts;
    expect(said).toContain(`${raters} raters gave ${judgments} ratings of ${responses} responses`);
    const { krippendorff } = report.coefficients.relaxed.overall;
    expect(said).toContain(
      `Relaxed ${krippendorff.value!.toFixed(2)} (${krippendorff.n} responses`,
    );
    const strict = report.coefficients.strict.overall.krippendorff;
    expect(said).toContain(`Strict ${strict.value!.toFixed(2)} (${strict.n} responses`);
    expect((await described("2000-01-01"))["rai:dataAnnotationAnalysis"]).toBe(
      "No ratings of responses to this release are included.",
    );
    expect(await described(null)).toEqual(await described(null));
    // Agreement is for those who read reports: an address of the public pages has none of it.
    const rater: Actor = { ...mara, roles: ["rater"] };
    await expect(
      openRatedArchive(rater, release.name, { ratings: today, origin: ORIGIN }),
    ).rejects.toThrow(AccessDenied);
    const [anyone, plain] = await Promise.all([
      publicArchive(release.name, { origin: ORIGIN }),
      open(release.name),
    ]);
    expect(anyone.variant).toBe(plain.variant);
  });
});
