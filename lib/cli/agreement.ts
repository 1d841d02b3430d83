import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { preferencesOfFile } from "@/lib/reporting/ratings-file/preferences-file";
import { agreementOfFile } from "@/lib/reporting/ratings-file/ratings-file";
import {
  CANNOT_TELL,
  COLUMNS,
  FILE_KINDS,
  TIE,
  type ColumnName,
  type FileKind,
} from "@/lib/reporting/ratings-file/schema";
import { answersInWords } from "@/lib/reporting/ratings-file/words";
import {
  coefficientWords,
  levelsTable,
  unitsInWords,
} from "@/lib/reporting/agreement/report-table";
import { LEVELS } from "@/lib/reporting/agreement/coefficient";
import { preferencesInWords, preferenceTables } from "@/lib/reporting/preferences/tables";
import { parseReading, type Reading } from "@/lib/dataset/file-formats/reading";
import {
  choice,
  columns,
  list,
  Refused,
  text,
  UsageError,
  valueOf,
  type Answer,
  type Call,
  type Command,
} from "./command";
import { tableWords } from "./report";

/** What a call's file is read with, whatever it holds. */
interface Common {
  missing: string[];
  reading?: Reading;
  cannotTell?: string[];
}

/** Options beside columns that only some files have. */
const ONLY_OF: Record<string, FileKind> = {
  level: "ratings",
  order: "ratings",
  tie: "pairs",
  unordered: "pairs",
};

export const agreement: Command = {
  name: "agreement",
  summary:
    "Compute inter-annotator agreement from a ratings file, or ranks, win rates and strengths from rankings or pairs, each with its 95% CI",
  usage:
    "FILE --unit COLUMN --rater COLUMN --value COLUMN [--level LEVEL] [options] | FILE --kind rankings|pairs [options]",
  options: {
    kind: { type: "string" },
    unit: { type: "string" },
    rater: { type: "string" },
    value: { type: "string" },
    question: { type: "string" },
    system: { type: "string" },
    rank: { type: "string" },
    left: { type: "string" },
    right: { type: "string" },
    preferred: { type: "string" },
    level: { type: "string" },
    order: { type: "string", multiple: true },
    tie: { type: "string" },
    unordered: { type: "boolean" },
    missing: { type: "string", multiple: true },
    "cannot-tell": { type: "string", multiple: true },
    "read-as": { type: "string" },
  },
  explanations: [
    [
      "FILE",
      "CSV, XLSX, JSON or JSON Lines with one row per rating, ranked system or pair; an empty value is missing",
    ],
    ["--kind KIND", "what the file holds: ratings (default), rankings or pairs"],
    ["--unit COLUMN", "ratings: column with the item ID"],
    ["--rater COLUMN", "column with the rater (rankings and pairs: default rater)"],
    ["--value COLUMN", "ratings: column with the rating"],
    [
      "--question COLUMN",
      "column with the question, the unit of bootstrap intervals (rankings and pairs: default question)",
    ],
    ["--system COLUMN", "rankings: column with the system (default system)"],
    [
      "--rank COLUMN",
      "rankings: column with its rank, 1 for the best; equal ranks are a tie (default rank)",
    ],
    ["--left COLUMN", "pairs: column with the system on the left (default left)"],
    ["--right COLUMN", "pairs: column with the system on the right (default right)"],
    ["--preferred COLUMN", "pairs: column with the name of the better system (default preferred)"],
    [
      "--level LEVEL",
      "ratings: measurement level for Krippendorff's alpha: nominal (default), ordinal or interval",
    ],
    [
      "--order A,B,C",
      "ratings: all possible values, including unused ones; ordinal values from lowest to highest, which weighted kappa and AC2 need",
    ],
    ["--tie TEXT", `pairs: text that means a tie (default ${TIE})`],
    ["--unordered", "pairs: left and right do not say where a response was shown"],
    ["--missing TEXT", "text that means missing, such as NA; may be repeated"],
    [
      "--cannot-tell TEXT",
      `text that means "cannot tell", an answer left out of every number (rankings and pairs: default ${CANNOT_TELL}); may be repeated`,
    ],
    [
      "--read-as READING",
      "how to read a CSV file that is not comma-separated: separator=semicolon|tab, quotes=literal, separated by commas",
    ],
  ],
  words: 1,
  needs: "none",
  async run(call) {
    const { values } = call;
    const kind = choice(values, "kind", FILE_KINDS) ?? "ratings";
    refuseOthersOptions(call, kind);
    const cannotTell = list(values, "cannot-tell");
    const reading = readingOf(text(values, "read-as"));
    const common: Common = {
      missing: list(values, "missing"),
      ...(reading !== null && { reading }),
      ...(cannotTell.length > 0 && { cannotTell }),
    };
    return kind === "ratings" ? ofRatings(call, common) : ofPreferences(call, kind, common);
  },
};

async function ofRatings({ words, values }: Call, common: Common): Promise<Answer> {
  const column = (option: string): string => {
    const name = text(values, option)?.trim() ?? "";
    if (name === "")
      throw new UsageError(
        `--${option} is missing: specify the column. See: freshqa agreement --help`,
      );
    return name;
  };
  const order = list(values, "order");
  const question = text(values, "question")?.trim();
  const level = choice(values, "level", LEVELS) ?? "nominal";
  if (question !== undefined && level !== "ordinal")
    throw new UsageError("--question is for --level ordinal, rankings and pairs.");
  const { agreement: found } = valueOf(
    await agreementOfFile(await readTableFile(words[0]!), {
      ...common,
      columns: {
        unit: column("unit"),
        rater: column("rater"),
        value: column("value"),
        ...(question !== undefined && { question }),
      },
      level,
      ...(order.length > 0 && { order }),
    }),
  );
  return {
    json: found,
    words: [
      `${unitsInWords(found)} ${answersInWords(found.answers)}`,
      "",
      columns([["COEFFICIENT", "VALUE", "95% CI", "METHOD"], ...coefficientWords(found)]),
      ...(found.ordinal === undefined
        ? []
        : ["", tableWords(levelsTable(found.ordinal, "Levels"))]),
    ].join("\n"),
  };
}

async function ofPreferences(
  { words, values }: Call,
  kind: "rankings" | "pairs",
  common: Common,
): Promise<Answer> {
  const file = await readTableFile(words[0]!);
  const named = <Name extends ColumnName>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, text(values, name)?.trim() ?? name])) as Record<
      Name,
      string
    >;
  const tie = text(values, "tie");
  const report = valueOf(
    await preferencesOfFile(
      file,
      kind === "rankings"
        ? { ...common, kind, columns: named(COLUMNS.rankings) }
        : {
            ...common,
            kind,
            columns: named(COLUMNS.pairs),
            unordered: values.unordered === true,
            ...(tie !== undefined && { tie: tie.trim() }),
          },
    ),
  );
  return {
    json: report,
    words: [
      `${preferencesInWords(report)} ${answersInWords(report.answers)}`,
      ...preferenceTables(report, file.name).map(tableWords),
    ].join("\n\n"),
  };
}

/** Refuses options that say nothing about a file of this kind. @throws UsageError */
function refuseOthersOptions({ values }: Call, kind: FileKind): void {
  const own: readonly string[] = COLUMNS[kind];
  const others = Object.values(COLUMNS)
    .flat()
    .filter((name) => !own.includes(name) && name !== "question");
  const wrong = Object.keys(values).find(
    (option) => (others as string[]).includes(option) || (ONLY_OF[option] ?? kind) !== kind,
  );
  if (wrong !== undefined)
    throw new UsageError(`--${wrong} is not for ${kind}. See: freshqa agreement --help`);
}

function readingOf(words: string | undefined): Reading | null {
  const reading = parseReading(words ?? "");
  if (
    words !== undefined &&
    (reading === null ||
      Object.keys(reading).some((part) => part !== "separator" && part !== "quotes"))
  )
    throw new UsageError(
      `--read-as must be separator=semicolon, separator=tab, quotes=literal, or a separator and quotes with a comma between them, not "${words}".`,
    );
  return reading;
}

async function readTableFile(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  const path = resolve(file);
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch {
    throw new Refused({ code: "not-found", message: `Cannot read file ${path}.` });
  }
}
