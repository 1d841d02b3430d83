import { readFile } from "node:fs/promises";
import { SPLITS } from "@/lib/dataset/questions/schema";
import { NotFound } from "@/lib/platform/errors";
import { describeCounts, shorten } from "@/lib/dataset/release-differences/rules";
import {
  DIFFERENCE_FILTERS,
  differenceRequestSchema,
} from "@/lib/dataset/release-differences/schema";
import { publishReleaseSchema, type Selection } from "@/lib/dataset/releases/schema";
import {
  columns,
  list,
  parseInput,
  Refused,
  text,
  UsageError,
  valueOf,
  type Command,
} from "./command";
import { formatCount } from "@/lib/platform/format";

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
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new Refused({
      code: "not-found",
      message: `Cannot read file ${file}. Nothing was published.`,
    });
  }
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
    const releases: Awaited<ReturnType<typeof queries.listReleases>>["releases"] = [];
    for (let page = 1; ; page++) {
      const part = await queries.listReleases(actor, page);
      releases.push(...part.releases);
      if (part.releases.length === 0 || releases.length >= part.total) break;
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
    let file: Awaited<ReturnType<typeof queries.openDifference>>;
    try {
      file = await queries.openDifference(actor, request);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused({
        code: "not-found",
        message: `${error.what} was not found. See: freshqa release list`,
      });
    }
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
