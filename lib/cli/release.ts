import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { SPLITS } from "@/lib/dataset/questions/vocabulary";
import { NotFound } from "@/lib/platform/errors";
import { describeCounts, shorten } from "@/lib/dataset/release-differences/rules";
import { differenceRequestSchema } from "@/lib/dataset/release-differences/schema";
import { chooseLicenseSchema } from "@/lib/dataset/licenses/schema";
import { LICENSE_IDS } from "@/lib/dataset/licenses/vocabulary";
import { publishReleaseSchema, type Selection } from "@/lib/dataset/releases/schema";
import { now } from "@/lib/platform/clock";
import { publicOrigin } from "@/lib/platform/public-origin";
import { archiveRequestSchema } from "@/lib/reporting/dataset-archive/schema";
import { archiveFileName } from "@/lib/reporting/dataset-archive/vocabulary";
import { HARNESS_WORDS, HARNESSES } from "@/lib/runs/task-packages/vocabulary";
import {
  choice,
  columns,
  list,
  parseInput,
  readTextFile,
  Refused,
  text,
  UsageError,
  valueOf,
  type Command,
} from "./command";
import { outputOf, toFile, toOutput } from "./output-file";
import { formatCount } from "@/lib/platform/format";
import { DIFFERENCE_FILTERS } from "@/lib/dataset/release-differences/vocabulary";
import { releasesPage } from "@/lib/dataset/releases/address";

export const publishRelease: Command = {
  name: "release publish",
  summary: "Publish active questions as an immutable release",
  usage: "NAME [--notes TEXT | --notes-file FILE] [--split SPLIT …]",
  options: {
    notes: { type: "string" },
    "notes-file": { type: "string" },
    split: { type: "string", multiple: true },
  },
  explanations: [
    ["NAME", "FreshQA_vMMDDYYYY"],
    ["--notes TEXT", "release notes"],
    ["--notes-file FILE", "release notes from a file"],
    [
      "--split SPLIT",
      "only these splits: TEST, DEV, DEMO, or none for questions with no split; may be repeated",
    ],
  ],
  words: 1,
  needs: "database",
  async run({ actor, words, values }) {
    const splits = list(values, "split").map((word) => {
      const split =
        word.toLowerCase() === "none" ? null : SPLITS.find((known) => known === word.toUpperCase());
      if (split === undefined)
        throw new UsageError(`--split must be ${SPLITS.join(", ")} or none, not "${word}".`);
      return split;
    });
    const selection: Selection = splits.length === 0 ? { kind: "all" } : { kind: "splits", splits };
    const input = parseInput(publishReleaseSchema, {
      name: words[0],
      notes: await readNotes(text(values, "notes"), text(values, "notes-file")),
      selection,
    });
    const commands = await import("@/lib/dataset/releases/commands");
    const release = valueOf(await commands.publishRelease(actor, input));
    return {
      json: release,
      words: `Published ${release.name} with ${formatCount(release.questionCount)} questions.\nSHA-256 of ${release.name}.csv: ${release.sha256}`,
    };
  },
};

async function readNotes(notes: string | undefined, file: string | undefined): Promise<string> {
  if (notes !== undefined && file !== undefined)
    throw new UsageError("Use either --notes or --notes-file, not both.");
  if (file === undefined) return notes ?? "";
  return readTextFile(file, "Nothing was published.");
}

export const listReleases: Command = {
  name: "release list",
  summary: "List published releases, newest first",
  usage: "",
  options: {},
  explanations: [],
  words: 0,
  needs: "database",
  async run({ actor }) {
    const queries = await import("@/lib/dataset/releases/queries");
    const releases: Awaited<ReturnType<typeof queries.listReleases>>["rows"] = [];
    for (let page = 1; ; page++) {
      const part = await queries.listReleases(actor, { ...releasesPage.usual, page });
      releases.push(...part.rows);
      if (part.rows.length === 0 || releases.length >= part.total) break;
    }
    const rows = releases.map((release) => [
      release.name,
      release.publishedAt,
      String(release.questionCount),
      release.sha256,
      release.publishedBy,
    ]);
    return {
      json: releases,
      words:
        releases.length === 0
          ? "No releases yet."
          : columns([["NAME", "PUBLISHED", "QUESTIONS", "SHA-256", "BY"], ...rows]),
    };
  },
};

export const diffReleases: Command = {
  name: "release diff",
  summary: "Compare two releases question by question",
  usage: "A B [--kind KIND] [--csv [--for-spreadsheets]]",
  options: {
    kind: { type: "string" },
    csv: { type: "boolean" },
    "for-spreadsheets": { type: "boolean" },
  },
  explanations: [
    ["A, B", "FreshQA_vMMDDYYYY, or present for the current dataset"],
    ["--kind KIND", `only one kind of difference: ${DIFFERENCE_FILTERS.join(", ")}`],
    ["--csv", "one CSV row per changed cell, to stdout"],
    [
      "--for-spreadsheets",
      "CSV that is safe to open in a spreadsheet program: cells that would run as formulas begin with an apostrophe",
    ],
  ],
  words: 2,
  needs: "database",
  async run({ actor, words, values, json }) {
    const format = values.csv ? "csv" : "json";
    if (values.csv && json) throw new UsageError("Choose --csv or --json, not both.");
    if (values["for-spreadsheets"] === true && !values.csv)
      throw new UsageError("--for-spreadsheets is for CSV only: add --csv.");
    const request = parseInput(differenceRequestSchema, {
      from: words[0],
      to: words[1],
      kind: text(values, "kind"),
      format,
      spreadsheet: values["for-spreadsheets"] === true ? "1" : "0",
    });
    const queries = await import("@/lib/dataset/release-differences/queries");
    const file = await queries.openDifference(actor, request).catch(refuseUnknown);
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes) parts.push(part);
    const whole = Buffer.concat(parts).toString("utf8");
    if (values.csv) return { json: null, words: whole.replace(/\r\n$/, "") };
    const document = JSON.parse(whole) as {
      changes: {
        question_id: string;
        kinds: string[];
        question: string;
        changed: Record<string, [string, string]>;
      }[];
    };
    const phrases = describeCounts(file.counts);
    const lines = document.changes
      .filter((change) => change.kinds[0] !== "position" || request.kind === "position")
      .map((change) => {
        const answers = change.changed.answer_0;
        const line = [
          change.question_id,
          change.kinds.filter((kind) => kind !== "class").join(","),
          shorten(change.question),
        ];
        return [
          ...line,
          answers === undefined ? "" : `${shorten(answers[0])} → ${shorten(answers[1])}`,
        ];
      });
    return {
      json: document,
      words: [
        `From ${words[0]} to ${words[1]}: ${phrases.length === 0 ? "no changes" : phrases.join("; ")}. ${formatCount(file.counts.unchanged)} unchanged.`,
        ...(lines.length === 0
          ? []
          : ["", columns([["QUESTION", "KINDS", "TEXT", "ANSWER"], ...lines])]),
      ].join("\n"),
    };
  },
};

export const packageTasks: Command = {
  name: "release tasks",
  summary: "Write a release as a task of an evaluation harness",
  usage: `NAME --for ${HARNESSES.join("|")} --out FILE`,
  options: { for: { type: "string" }, out: { type: "string", short: "o" } },
  explanations: [
    ["NAME", "FreshQA_vMMDDYYYY"],
    ["--for HARNESS", HARNESSES.map((harness) => HARNESS_WORDS[harness].label).join(", ")],
    ["--out FILE", "zip archive, replaced atomically; - for stdout"],
  ],
  words: 1,
  needs: "database",
  async run({ actor, words, values, json, terminal }) {
    const name = words[0]!;
    const harness = choice(values, "for", HARNESSES);
    if (harness === undefined)
      throw new UsageError(`Choose a harness: --for ${HARNESSES.join(", ")}.`);
    const out = outputOf(values, json);
    const { openTaskPackage } = await import("@/lib/runs/task-packages/queries");
    const bytes = (await openTaskPackage(actor, name, harness).catch(refuseUnknown)).bytes();
    if (out === "-") {
      await toOutput(bytes, terminal.output);
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return {
      json: { file: resolve(out), release: name, harness, byteSize },
      words: `Wrote ${name} for ${HARNESS_WORDS[harness].label} to ${out} (${formatCount(byteSize)} bytes).`,
    };
  },
};

/** The number of no license. */
const NONE = 0;

export const exportDataset: Command = {
  name: "release dataset",
  summary: "Write a release as a dataset repository: a zip archive, or files in a folder",
  usage: "NAME [--to FOLDER] [--ratings YYYY-MM-DD]",
  options: { to: { type: "string" }, ratings: { type: "string" } },
  explanations: [
    ["NAME", "FreshQA_vMMDDYYYY"],
    ["--to FOLDER", "write the files there; without it, NAME-dataset.zip is written here"],
    ["--ratings DAY", "include rater agreement through the end of this UTC day"],
  ],
  words: 1,
  needs: "database",
  async run({ actor, words, values }) {
    const name = words[0]!;
    const to = text(values, "to");
    const { ratings } = parseInput(archiveRequestSchema(now()), {
      ratings: text(values, "ratings"),
    });
    const { openArchive, openRatedArchive } =
      await import("@/lib/reporting/dataset-archive/queries");
    const origin = publicOrigin();
    const archive = await (
      ratings === null
        ? openArchive(actor, name, { origin })
        : openRatedArchive(actor, name, { origin, ratings })
    ).catch(refuseUnknown);
    if (to === undefined) {
      const file = resolve(archiveFileName(name));
      const byteSize = await toFile(archive.bytes(), file);
      return {
        json: { file, release: name, byteSize },
        words: `Wrote ${name} to ${archiveFileName(name)} (${formatCount(byteSize)} bytes).`,
      };
    }
    const files: string[] = [];
    for await (const { path, content } of archive.parts()) {
      const file = resolve(to, path);
      await mkdir(dirname(file), { recursive: true });
      await toFile(typeof content === "string" ? [Buffer.from(content)] : content, file);
      files.push(path);
    }
    return {
      json: { folder: resolve(to), release: name, files },
      words: `Wrote ${name} to ${to}: ${files.join(", ")}.`,
    };
  },
};

export const licenseReleases: Command = {
  name: "release license",
  summary: "Show or choose the license of new releases, or add it to a release without one",
  usage: "[SPDX-ID --holder NAME [--url URL] | --add-to NAME]",
  options: { holder: { type: "string" }, url: { type: "string" }, "add-to": { type: "string" } },
  explanations: [
    ["SPDX-ID", LICENSE_IDS.join(", ")],
    ["--holder NAME", "who holds the rights"],
    ["--url URL", "where the license text is; required for LicenseRef-Custom"],
    ["--add-to NAME", "a release that states no license; can't be changed afterwards"],
  ],
  words: 0,
  optionalWords: 1,
  needs: "database",
  async run({ actor, words, values }) {
    const [license] = words;
    const addTo = text(values, "add-to");
    if (addTo !== undefined && license !== undefined)
      throw new UsageError("Use either SPDX-ID or --add-to, not both.");
    const { chooseLicense, stateLicense } = await import("@/lib/dataset/licenses/commands");
    const { getLicense } = await import("@/lib/dataset/licenses/queries");
    if (addTo !== undefined) {
      const licenseId = (await getLicense(actor))?.id ?? NONE;
      const stated = valueOf(await stateLicense(actor, { name: addTo, licenseId }));
      return { json: stated, words: `${addTo} states ${stated.license} from now on.` };
    }
    const present = await getLicense(actor);
    if (license === undefined)
      return {
        json: present,
        words:
          present === null
            ? "No license was chosen yet. Choose one: freshqa release license SPDX-ID --holder NAME"
            : `${present.license}, ${present.holder}${present.url === "" ? "" : `, ${present.url}`}`,
      };
    const input = parseInput(chooseLicenseSchema, {
      license,
      holder: text(values, "holder") ?? "",
      url: text(values, "url"),
      baseId: present?.id ?? null,
    });
    valueOf(await chooseLicense(actor, input));
    return {
      json: await getLicense(actor),
      words: `New releases are published under ${input.license}, ${input.holder}.`,
    };
  },
};

function refuseUnknown(error: unknown): never {
  if (!(error instanceof NotFound)) throw error;
  throw new Refused({
    code: "not-found",
    message: `${error.what} was not found. See: freshqa release list`,
  });
}
