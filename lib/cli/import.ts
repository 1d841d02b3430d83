import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Actor } from "@/lib/people/access/schema";
import {
  describeFinding,
  describeMore,
  listedGroups,
} from "@/lib/dataset/imports/finding-messages";
import {
  isOfficialReading,
  parseReading,
  READING_SYNTAX,
  readingText,
  type Reading,
} from "@/lib/dataset/file-formats/reading";
import {
  columnDefaultsSchema,
  DEFAULT_VALUES,
  MAPPED_AS,
  USUAL_DEFAULTS,
} from "@/lib/dataset/file-formats/vocabulary";
import { describeReading } from "@/lib/dataset/imports/rules";
import { ROW_READINGS, TAKEN_AS, type ImportStatus } from "@/lib/dataset/import-engine/vocabulary";
import type { FindingGroup, ImportPlan } from "@/lib/dataset/imports/plan-queries";
import { alikePercent, dateOfFile } from "@/lib/dataset/imports/rules";
import {
  MISSING_CHOICES,
  ORDER_CHOICES,
  fileDateSchema,
  SAFE_SCORE,
  UNKNOWN_DATE,
  type Decision,
  type FileDate,
  type ImportOutcome,
  type PlanCounts,
} from "@/lib/dataset/imports/schema";
import { DIFFERS_IN_FORM } from "@/lib/dataset/questions/same-text";
import {
  choice,
  columns,
  discarding,
  Refused,
  text,
  UsageError,
  valueOf,
  type Command,
} from "./command";
import { formatCount } from "@/lib/platform/format";

export const importFile: Command = {
  name: "import",
  summary: "Import a release (CSV, XLSX, JSON or JSON Lines), matching questions by text",
  usage:
    "FILE [--dry-run] [--decide ROW=same|different|replaced] [--accept-rewordings] [--skip-bad-rows] [options]",
  options: {
    "dry-run": { type: "boolean" },
    decide: { type: "string", multiple: true },
    "accept-rewordings": { type: "boolean" },
    "reject-rewordings": { type: "boolean" },
    conflicts: { type: "string" },
    "skip-bad-rows": { type: "boolean" },
    "accept-suspect": { type: "boolean" },
    missing: { type: "string" },
    order: { type: "string" },
    date: { type: "string" },
    "read-as": { type: "string" },
    map: { type: "string", multiple: true },
    new: { type: "string", multiple: true },
  },
  explanations: [
    ["--dry-run", "preview only; change nothing"],
    [
      "--decide ROW=ANSWER",
      "decide on a proposed rewording: same question, different question, or one that replaces it (the old one is retired); may be repeated",
    ],
    [
      "--accept-rewordings",
      `accept all other proposed rewordings that are at least ${alikePercent(SAFE_SCORE)} similar`,
    ],
    ["--reject-rewordings", "import all other proposed rewordings as new questions"],
    [
      "--conflicts CHOICE",
      "questions changed both here and in the file: ours (keep the current version), file, or combined where the fields differ",
    ],
    ["--skip-bad-rows", "skip rows with errors"],
    ["--accept-suspect", "import rows with warnings as is"],
    [
      "--date DATE",
      `the date as of which the answers are correct, as YYYY-MM-DD, or ${UNKNOWN_DATE}; required unless the file name has it (FreshQA_v04072025.csv)`,
    ],
    [
      "--read-as READING",
      `how to read a file that is not in the official form: ${READING_SYNTAX}, separated by commas`,
    ],
    [
      "--map NAME=COLUMN",
      "what a column is that is not called as in a release, such as 'Gold answer=answer_0'; may be repeated, others are ignored",
    ],
    [
      "--new COLUMN=VALUE",
      "with --map: what new questions get in false_premise, num_hops, fact_type or next_review (by_fact_type unless given) if the file lacks it; may be repeated",
    ],
    ["--missing CHOICE", "keep (default) or retire questions missing from the file"],
    ["--order CHOICE", "question order: file or present (keep current)"],
  ],
  words: 1,
  needs: "database",
  async run({ actor, words, values, say }) {
    const missing = choice(values, "missing", MISSING_CHOICES) ?? "keep";
    const order = choice(values, "order", ORDER_CHOICES);
    const conflicts = choice(values, "conflicts", ["ours", "file", "combined"] as const);
    const path = resolve(words[0]!);
    const decisions = decisionsOf(values.decide);
    if (values["accept-rewordings"] && values["reject-rewordings"])
      throw new UsageError("Choose one of --accept-rewordings and --reject-rewordings.");
    const reading = readAs(values);
    const byteSize = await sizeOf(path);
    const date = dateOf(path, text(values, "date"));
    const commands = {
      ...(await import("@/lib/dataset/imports/reading-commands")),
      ...(await import("@/lib/dataset/imports/deciding-commands")),
      ...(await import("@/lib/dataset/imports/applying-commands")),
    };
    const { importId } = valueOf(
      await commands.beginImport(actor, {
        fileName: basename(path),
        byteSize,
        ...(date !== undefined && { date }),
      }),
    );

    return discarding(importStaged, values["dry-run"] === true, () =>
      commands.cancelImport(actor, { importId }),
    );

    async function importStaged() {
      const endProgress = showProgress(actor, importId, say);
      const read = await commands
        .readImport(actor, { importId, path, ...(reading && { reading }) })
        .finally(endProgress);
      let { status } = valueOf(read);
      if (status === "mapping") status = await mapColumns(actor, importId, values);
      const plan = await readPlan(actor, importId);
      const sayFindings = () =>
        plan.json.findings.length > 0 && say(describeFindings(plan.json.findings));
      if (status === "offered") {
        const { rowsAsRead } = await import("@/lib/dataset/imports/file-queries");
        const rows = await rowsAsRead(actor, importId);
        throw offer(
          plan.reading,
          rows.map(
            ({ record, cells }) =>
              `  row ${record}: ${cells
                .filter((cell) => cell !== "")
                .slice(0, 6)
                .join(" | ")
                .slice(0, 200)}`,
          ),
          "Nothing was changed.",
          plan.json,
        );
      }
      if (status !== "planned") {
        sayFindings();
        throw new Refused(
          {
            code: status,
            message:
              status === "refused"
                ? "The file can't be imported. Nothing was changed. See the problems above."
                : "The import failed. Nothing was changed.",
          },
          plan.json,
        );
      }
      if (values["dry-run"]) {
        sayFindings();
        return { json: { dryRun: true, ...plan.json }, words: plan.words };
      }
      await decideEach(actor, importId, decisions);
      const together = values["accept-rewordings"]
        ? ("accepted" as const)
        : values["reject-rewordings"]
          ? ("rejected" as const)
          : null;
      const left =
        together === null
          ? 0
          : valueOf(await commands.decideAllRewordings(actor, { importId, decision: together }))
              .left;
      if (conflicts !== undefined)
        valueOf(await commands.resolveConflicts(actor, { importId, resolution: conflicts }));
      const applied = await commands.applyImport(actor, {
        importId,
        skipBadRows: values["skip-bad-rows"] === true,
        acceptSuspect: values["accept-suspect"] === true,
        missing,
        ...(order && { order }),
      });
      if (!applied.ok) {
        say(plan.words);
        sayFindings();
        throw new Refused(
          {
            ...applied.refusal,
            message: `${adviceOn(applied.refusal.code, applied.refusal.message, left)}${readingAdvice(plan.json.findings, plan.reading)} Nothing was changed.`,
          },
          { ...plan.json, left },
        );
      }
      return {
        json: { dryRun: false, ...plan.json, outcome: applied.value },
        words: `${plan.words}\n\n${describeOutcome(applied.value)}`,
      };
    }
  },
};

/** What --date says of a file. @throws UsageError where neither it nor the file's name says a date */
function dateOf(path: string, given: string | undefined): FileDate | undefined {
  if (given === undefined) {
    if (dateOfFile(basename(path), undefined) !== undefined) return undefined;
    throw new UsageError(
      `The file name has no date. Add --date YYYY-MM-DD, the date as of which its answers are correct, or --date ${UNKNOWN_DATE}.`,
    );
  }
  const parsed = fileDateSchema.safeParse(given);
  if (!parsed.success)
    throw new UsageError(`--date must be YYYY-MM-DD or ${UNKNOWN_DATE}, not "${given}".`);
  return parsed.data;
}

const ANSWERS = { same: "accepted", different: "rejected", replaced: "replaced" } as const;

/** RECORD=ANSWER of each --decide. @throws UsageError */
function decisionsOf(given: unknown): Map<number, Decision> {
  const decisions = new Map<number, Decision>();
  for (const item of Array.isArray(given) ? given.map(String) : []) {
    const [, record, answer] = /^(\d{1,9})=(same|different|replaced)$/.exec(item) ?? [];
    if (record === undefined)
      throw new UsageError(
        `--decide must be ROW=same, ROW=different or ROW=replaced, such as 12=replaced, not "${item}".`,
      );
    decisions.set(Number(record), ANSWERS[answer as keyof typeof ANSWERS]);
  }
  return decisions;
}

/** Decides proposed rewordings one by one. @throws Refused where a record is none */
async function decideEach(
  actor: Actor,
  importId: number,
  decisions: ReadonlyMap<number, Decision>,
): Promise<void> {
  if (decisions.size === 0) return;
  const [commands, queries] = await Promise.all([
    import("@/lib/dataset/imports/deciding-commands"),
    import("@/lib/dataset/imports/plan-queries"),
  ]);
  const proposed = await queries.proposedRewordings(actor, importId);
  for (const [record, decision] of decisions) {
    const pair = proposed.find((one) => one.record === record);
    if (!pair)
      throw new Refused({
        code: "not-found",
        message: `Row ${record} is not a proposed rewording. Nothing was changed.`,
      });
    valueOf(await commands.decideRewording(actor, { importId, ordinal: pair.ordinal, decision }));
  }
}

/** Says what the columns of a file are that --map names. @throws Refused with the columns where it names none, or not enough */
async function mapColumns(
  actor: Actor,
  importId: number,
  values: Parameters<typeof text>[0],
): Promise<ImportStatus> {
  const { importColumns } = await import("@/lib/dataset/imports/file-queries");
  const { mapImportColumns } = await import("@/lib/dataset/imports/reading-commands");
  const { readKept } = await import("@/lib/dataset/imports/mapping-service");
  const columns = (await importColumns(actor, importId))!;
  const maps = pairsOf("map", values.map, columns.names, MAPPED_AS);
  if (maps.size === 0)
    throw new Refused(
      {
        code: "columns",
        message: [
          "The file’s columns are not called as in a release:",
          ...columns.names.map((name, at) => {
            const sample = columns.samples[at]?.[0];
            return `  ${name}${sample === undefined ? "" : ` (“${sample.slice(0, 60)}”)`}${columns.as[at] ? `, probably ${columns.as[at]}` : ""}`;
          }),
          `Run again with --map for each column to import, for example: ${columns.names
            .flatMap((name, at) =>
              columns.as[at] ? [`--map ${quotedForShell(`${name}=${columns.as[at]}`)}`] : [],
            )
            .join(" ")}. Nothing was changed.`,
        ].join("\n"),
      },
      { columns: columns.names, probably: columns.as },
    );
  const defaults = pairsOf("new", values.new, Object.keys(DEFAULT_VALUES), null);
  const parsed = columnDefaultsSchema.safeParse(Object.fromEntries(defaults));
  if (!parsed.success)
    throw new UsageError(
      `--new takes ${Object.entries(DEFAULT_VALUES)
        .map(([column, known]) => `${column}=${known.join("|")}`)
        .join(", ")}.`,
    );
  valueOf(
    await mapImportColumns(actor, {
      importId,
      as: columns.names.map((name) => maps.get(name) ?? ""),
      defaults: { ...USUAL_DEFAULTS, ...parsed.data },
    }),
  );
  return readKept(actor, importId);
}

/** What an option NAME=VALUE, given several times, says. @throws UsageError for a name or value that is none */
function pairsOf<Value extends string>(
  option: string,
  given: unknown,
  names: readonly string[],
  known: readonly Value[] | null,
): Map<string, Value> {
  return new Map(
    ((given as string[] | undefined) ?? []).map((pair) => {
      const at = pair.lastIndexOf("=");
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim() as Value];
      if (at === -1 || !names.includes(name))
        throw new UsageError(
          `--${option} “${pair}”: use NAME=VALUE with one of: ${names.join(", ")}.`,
        );
      if (known !== null && !known.includes(value))
        throw new UsageError(
          `--${option} “${pair}”: “${value}” is no column of a release. Use one of: ${known.filter((one) => one !== ("" as Value)).join(", ")}.`,
        );
      return [name, value];
    }),
  );
}

/** The reading that --read-as names; undefined without it. @throws UsageError */
export function readAs(values: Parameters<typeof text>[0]): Reading | undefined {
  const given = text(values, "read-as");
  if (given === undefined) return undefined;
  const reading = parseReading(given);
  if (reading === null)
    throw new UsageError(
      `--read-as must name one or more of ${READING_SYNTAX}, separated by commas, not "${given}".`,
    );
  return reading;
}

/** The refusal of a file that can be read, but not as the usual form: what was found, the first rows as read, and the option that agrees to it. */
export function offer(
  reading: Reading,
  rows: readonly string[],
  kept: string,
  details: object,
): Refused {
  const flag = `--read-as ${quotedForShell(readingText(reading))}`;
  return new Refused(
    {
      code: "reading",
      message: [
        `The file is not in the official form. It can be read like this: ${describeReading(reading).join(" ")}`,
        ...rows,
        `If that is right, run again with ${flag}. Exports always have the official form. ${kept}`,
      ].join("\n"),
    },
    { ...details, offered: reading, readAs: readingText(reading) },
  );
}

function quotedForShell(value: string): string {
  return /^[\w=,.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** The option by which rows are taken that were left out although it is clear how they would be read. */
function readingAdvice(findings: readonly FindingGroup[], reading: Reading): string {
  const has = (code: string) => findings.some((group) => group.code === code);
  const wanted = ROW_READINGS.filter(has).reduce<Reading>(
    (so, reason) => ({ ...so, ...TAKEN_AS[reason] }),
    reading,
  );
  return readingText(wanted) === readingText(reading)
    ? ""
    : ` Or import the rows as shown with --read-as ${quotedForShell(readingText(wanted))}.`;
}

/** The size of a file in bytes. @throws Refused where there is none */
export async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch {
    // Told below: there is no such file, or none that we may look at.
  }
  throw new Refused({ code: "not-found", message: `Cannot read file ${path}.` });
}

/** Tells a waiting person how far it is; programs and files get no such lines. */
function showProgress(actor: Actor, importId: number, say: (line: string) => void): () => void {
  if (!process.stderr.isTTY) return () => {};
  const timer = setInterval(() => {
    void import("@/lib/dataset/imports/queries")
      .then(({ importProgress }) => importProgress(actor, importId))
      .then((at) =>
        say(
          at.status === "matching"
            ? `Matching row ${formatCount(at.rowsMatched)} of ${formatCount(at.rows)} …`
            : `Read ${formatCount(at.rows)} rows …`,
        ),
      )
      .catch(() => {});
  }, 2_000);
  return () => clearInterval(timer);
}

async function readPlan(actor: Actor, importId: number) {
  const queries = await import("@/lib/dataset/imports/plan-queries");
  const [plan, pairs] = await Promise.all([
    queries.importPlan(actor, importId),
    queries.proposedRewordings(actor, importId),
  ]);
  const json = {
    importId,
    fileName: plan.fileName,
    format: plan.format,
    sha256: plan.sha256,
    ...plan.counts,
    pairs: pairs.map((pair) => ({
      record: pair.record,
      question: pair.question,
      questionId: `Q${pair.questionId}`,
      partner: pair.partner,
      score: pair.score,
      candidates: pair.candidates.map((candidate) => ({
        questionId: `Q${candidate.questionId}`,
        question: candidate.question,
        score: candidate.score,
      })),
    })),
    findings: plan.findings,
    ...(!isOfficialReading(plan.reading) && { reading: plan.reading }),
  };
  return { json, words: describePlan(plan, pairs), reading: plan.reading };
}

const COUNT_WORDS: [keyof PlanCounts, string][] = [
  ["rows", "rows in the file"],
  ["exact", "matched by exact text"],
  ["normalized", `matched except for ${DIFFERS_IN_FORM}`],
  ["unchanged", "unchanged"],
  ["changed", "changed"],
  ["conflicts", "changed both here and in the file"],
  ["changedHere", "edited here only (kept)"],
  ["reworded", "possible rewordings"],
  ["new", "new"],
  ["missing", "questions not in the file"],
  ["bad", "rows with errors"],
  ["suspect", "rows with warnings"],
  ["unreadable", "rows could not be read"],
];

function describePlan(
  plan: ImportPlan,
  pairs: { record: number; question: string; questionId: number; partner: string; score: number }[],
): string {
  const counts = COUNT_WORDS.filter(
    ([key]) =>
      plan.counts[key] > 0 || ["rows", "unchanged", "changed", "new", "missing"].includes(key),
  );
  const width = Math.max(...counts.map(([key]) => String(plan.counts[key]).length));
  const lines = counts.map(
    ([key, words]) => `${String(plan.counts[key]).padStart(width)}  ${words}`,
  );
  for (const pair of pairs.slice(0, 50)) {
    lines.push(
      "",
      `Row ${pair.record}, ${alikePercent(pair.score)} similar to Q${pair.questionId}:`,
      `  now   ${pair.partner}`,
      `  file  ${pair.question}`,
    );
  }
  if (pairs.length > 50) lines.push("", `… and ${pairs.length - 50} more; --json lists all.`);
  return lines.join("\n");
}

function describeFindings(findings: FindingGroup[]): string {
  const { listed, more } = listedGroups(findings);
  return [
    ...listed.flatMap((group) => {
      const first = group.examples[0];
      const words = describeFinding({
        record: first?.record ?? null,
        column: group.column,
        code: group.code,
        severity: group.severity,
        value: first?.value ?? null,
      });
      const where =
        (first?.record ?? null) === null
          ? ""
          : ` (row ${group.examples.map((example) => example.record).join(", ")}${group.count > group.examples.length ? ` and ${group.count - group.examples.length} more` : ""})`;
      return [
        `${group.severity === "suspect" ? "warning" : group.severity}: ${group.column === null ? "" : `${group.column}: `}${words.problem} ${words.remedy}${where}`,
      ];
    }),
    ...more.map(describeMore),
  ].join("\n");
}

const ADVICE: Record<string, string> = {
  undecided:
    "Run again with --accept-rewordings or --reject-rewordings, decide single ones with --decide ROW=same, different or replaced, or decide on each in the web app under Imports. For questions changed both here and in the file, add --conflicts ours, file or combined.",
  "bad-rows": "Run again with --skip-bad-rows to skip them.",
  "suspect-rows":
    "Run again with --accept-suspect to import them as is, or with --skip-bad-rows to skip them.",
};

/** @param left proposals that are too little alike to be accepted together */
function adviceOn(code: string, message: string, left: number): string {
  if (code === "undecided" && left > 0) {
    return (
      `${left} proposed ${left === 1 ? "rewording is" : "rewordings are"} less than ${alikePercent(SAFE_SCORE)} similar and ${left === 1 ? "was" : "were"} not accepted. ` +
      "Decide each with --decide ROW=same, different or replaced (--dry-run lists them), or import all of them as new questions with --reject-rewordings."
    );
  }
  return ADVICE[code] === undefined ? message : `${message} ${ADVICE[code]}`;
}

const OUTCOME_WORDS: Record<string, string> = { leftOut: "skipped", keptEdits: "kept as edited" };

function describeOutcome(outcome: ImportOutcome): string {
  const rows = Object.entries(outcome)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => [String(count), OUTCOME_WORDS[what] ?? what]);
  return `Imported:\n${columns(rows)}`;
}
