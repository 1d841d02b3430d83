import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { agreementOfFile } from "@/lib/agreement/ratings-file";
import { coefficientWords } from "@/lib/agreement/report-table";
import { DEFAULT_REPLICATES, DEFAULT_SEED, LEVELS, replicatesSchema, seedSchema } from "@/lib/agreement/schema";
import { choice, columns, list, Refused, text, UsageError, valueOf, type Command } from "./command";

export const agreement: Command = {
  name: "agreement",
  summary: "Computes the agreement of any ratings: percent, Cohen, Fleiss, Krippendorff, Gwet, each with its 95% interval",
  usage: "FILE --unit COLUMN --rater COLUMN --value COLUMN [--level LEVEL] [options]",
  options: {
    unit: { type: "string" }, rater: { type: "string" }, value: { type: "string" }, level: { type: "string" }, order: { type: "string", multiple: true },
    missing: { type: "string", multiple: true }, seed: { type: "string" }, replicates: { type: "string" },
  },
  explanations: [
    ["FILE", "CSV, XLSX, JSON or JSON Lines, a row for each rating; an empty value is missing"],
    ["--unit COLUMN", "the column that says what was rated"],
    ["--rater COLUMN", "the column that says by whom"],
    ["--value COLUMN", "the column that holds the rating"],
    ["--level LEVEL", "nominal (the default), ordinal or interval: what Krippendorff's alpha takes for a small difference"],
    ["--order A,B,C", "ordinal values that are no numbers, from the lowest to the highest"],
    ["--missing TEXT", "a text that means missing, such as NA; may be repeated"],
    ["--seed N", `where chance begins; the same seed gives the same intervals (default ${DEFAULT_SEED})`],
    ["--replicates N", `bootstrap replicates (default ${DEFAULT_REPLICATES})`],
  ],
  words: 1,
  needs: "none",
  async run({ words, values }) {
    const column = (option: string): string => {
      const name = text(values, option);
      if (name === undefined || name.trim() === "") throw new UsageError(`--${option} is missing: name the column. See: freshqa agreement --help`);
      return name.trim();
    };
    const order = list(values, "order");
    const result = valueOf(await agreementOfFile(await readTableFile(words[0]!), {
      columns: { unit: column("unit"), rater: column("rater"), value: column("value") },
      level: choice(values, "level", LEVELS) ?? "nominal",
      ...(order.length > 0 && { order }),
      missing: list(values, "missing"),
      seed: whole(seedSchema, values, "seed") ?? DEFAULT_SEED,
      replicates: whole(replicatesSchema, values, "replicates") ?? DEFAULT_REPLICATES,
    }));
    const found = result.agreement;
    return {
      json: found,
      words: [
        `${count(found.units, "unit")}, ${count(found.raters, "rater")}, ${count(found.values, "value")}; ${count(result.missing, "value")} missing.`,
        "",
        columns([["COEFFICIENT", "VALUE", "95% INTERVAL", "METHOD"], ...coefficientWords(found)]),
      ].join("\n"),
    };
  },
};

async function readTableFile(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  const path = resolve(file);
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch {
    throw new Refused({ code: "not-found", message: `There is no file ${path} that can be read.` });
  }
}

function whole(schema: typeof seedSchema, values: Parameters<typeof text>[0], option: string): number | undefined {
  const given = text(values, option);
  if (given === undefined) return undefined;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${option}: ${parsed.error.issues[0]!.message}`);
}

function count(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
