import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { agreementOfFile } from "@/lib/reporting/ratings-file/ratings-file";
import { coefficientWords, unitsInWords } from "@/lib/reporting/agreement/report-table";
import { LEVELS } from "@/lib/reporting/agreement/coefficient";
import { parseReading } from "@/lib/dataset/file-formats/reading";
import { choice, columns, list, Refused, text, UsageError, valueOf, type Command } from "./command";
import { countOf } from "@/lib/platform/format";

export const agreement: Command = {
  name: "agreement",
  summary:
    "Compute inter-annotator agreement from a ratings file: percent, Cohen, Fleiss, Krippendorff, Gwet, each with its 95% CI",
  usage: "FILE --unit COLUMN --rater COLUMN --value COLUMN [--level LEVEL] [options]",
  options: {
    unit: { type: "string" },
    rater: { type: "string" },
    value: { type: "string" },
    level: { type: "string" },
    order: { type: "string", multiple: true },
    missing: { type: "string", multiple: true },
    "read-as": { type: "string" },
  },
  explanations: [
    ["FILE", "CSV, XLSX, JSON or JSON Lines with one row per rating; an empty value is missing"],
    ["--unit COLUMN", "column with the item ID"],
    ["--rater COLUMN", "column with the rater"],
    ["--value COLUMN", "column with the rating"],
    [
      "--level LEVEL",
      "measurement level for Krippendorff's alpha: nominal (default), ordinal or interval",
    ],
    [
      "--order A,B,C",
      "all possible values, including unused ones; ordinal values from lowest to highest",
    ],
    ["--missing TEXT", "text that means missing, such as NA; may be repeated"],
    [
      "--read-as READING",
      "how to read a CSV file that is not comma-separated: separator=semicolon|tab, quotes=literal, separated by commas",
    ],
  ],
  words: 1,
  needs: "none",
  async run({ words, values }) {
    const column = (option: string): string => {
      const name = text(values, option);
      if (name === undefined || name.trim() === "")
        throw new UsageError(
          `--${option} is missing: specify the column. See: freshqa agreement --help`,
        );
      return name.trim();
    };
    const order = list(values, "order");
    const reading = parseReading(text(values, "read-as") ?? "");
    if (
      text(values, "read-as") !== undefined &&
      (reading === null ||
        Object.keys(reading).some((part) => part !== "separator" && part !== "quotes"))
    ) {
      throw new UsageError(
        `--read-as must be separator=semicolon, separator=tab, quotes=literal, or a separator and quotes with a comma between them, not "${text(values, "read-as")}".`,
      );
    }
    const result = valueOf(
      await agreementOfFile(await readTableFile(words[0]!), {
        columns: { unit: column("unit"), rater: column("rater"), value: column("value") },
        level: choice(values, "level", LEVELS) ?? "nominal",
        ...(order.length > 0 && { order }),
        missing: list(values, "missing"),
        ...(reading !== null && { reading }),
      }),
    );
    const found = result.agreement;
    return {
      json: found,
      words: [
        `${unitsInWords(found)} ${countOf(result.missing, "value")} missing.`,
        "",
        columns([["COEFFICIENT", "VALUE", "95% CI", "METHOD"], ...coefficientWords(found)]),
      ].join("\n"),
    };
  },
};

async function readTableFile(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  const path = resolve(file);
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch {
    throw new Refused({ code: "not-found", message: `Cannot read file ${path}.` });
  }
}
