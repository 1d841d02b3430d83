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
import { describeReading } from "@/lib/dataset/imports/rules";
import type { FindingGroup, ImportPlan } from "@/lib/dataset/imports/queries";
import { alikePercent } from "@/lib/dataset/imports/rules";
import {
  MISSING_CHOICES,
  ORDER_CHOICES,
  SAFE_SCORE,
  type Decision,
  type ImportOutcome,
  type PlanCounts,
} from "@/lib/dataset/imports/schema";
import { choice, columns, Refused, text, UsageError, valueOf, type Command } from "./command";
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
    "skip-bad-rows": { type: "boolean" },
    "accept-suspect": { type: "boolean" },
    missing: { type: "string" },
    order: { type: "string" },
    "read-as": { type: "string" },
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
    ["--skip-bad-rows", "skip rows with errors"],
    ["--accept-suspect", "import possibly damaged rows as is"],
    [
      "--read-as READING",
      `how to read a file that is not in the official form: ${READING_SYNTAX}, separated by commas`,
    ],
    ["--missing CHOICE", "keep (default) or retire questions missing from the file"],
    ["--order CHOICE", "question order: file or present (keep current)"],
  ],
  words: 1,
  needs: "database",
  async run({ actor, words, values, say }) {
    const missing = choice(values, "missing", MISSING_CHOICES) ?? "keep";
    const order = choice(values, "order", ORDER_CHOICES);
    const path = resolve(words[0]!);
    const decisions = decisionsOf(values.decide);
    if (values["accept-rewordings"] && values["reject-rewordings"])
      throw new UsageError("Choose one of --accept-rewordings and --reject-rewordings.");
    const reading = readAs(values);
    const commands = await import("@/lib/dataset/imports/commands");
    const { importId } = valueOf(
      await commands.beginImport(actor, { fileName: basename(path), byteSize: await sizeOf(path) }),
    );

    const endProgress = showProgress(actor, importId, say);
    const read = await commands
      .readImport(actor, { importId, path, ...(reading && { reading }) })
      .finally(endProgress);
    const { status } = valueOf(read);
    const plan = await readPlan(actor, importId);
    // What is staged for this call is of no use to anyone once it ends without being applied.
    const discard = () => commands.cancelImport(actor, { importId });
    const sayFindings = () =>
      plan.json.findings.length > 0 && say(describeFindings(plan.json.findings));
    if (status === "offered") {
      const rows = await (
        await import("@/lib/dataset/imports/queries")
      ).rowsAsRead(actor, importId);
      await discard();
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
      await discard();
      sayFindings();
      return { json: { dryRun: true, ...plan.json }, words: plan.words };
    }
    try {
      await decideEach(actor, importId, decisions);
    } catch (error) {
      await discard();
      throw error;
    }
    const together = values["accept-rewordings"]
      ? ("accepted" as const)
      : values["reject-rewordings"]
        ? ("rejected" as const)
        : null;
    const left =
      together === null
        ? 0
        : valueOf(await commands.decideAllRewordings(actor, { importId, decision: together })).left;
    const applied = await commands.applyImport(actor, {
      importId,
      skipBadRows: values["skip-bad-rows"] === true,
      acceptSuspect: values["accept-suspect"] === true,
      missing,
      ...(order && { order }),
    });
    if (!applied.ok) {
      await discard();
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
  },
};

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
    import("@/lib/dataset/imports/commands"),
    import("@/lib/dataset/imports/queries"),
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
  const wanted: Reading = {
    ...reading,
    ...(has("unescaped-quotes") && { quotes: "literal" }),
    ...(has("formula-without-result") && { formulas: "empty" }),
  };
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
  const queries = await import("@/lib/dataset/imports/queries");
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
  ["normalized", "matched except for case, spacing, quotes or dashes"],
  ["unchanged", "unchanged"],
  ["changed", "changed"],
  ["reworded", "possible rewordings"],
  ["new", "new"],
  ["missing", "questions not in the file"],
  ["bad", "rows with errors"],
  ["suspect", "possibly damaged rows"],
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
        `${group.severity}: ${group.column === null ? "" : `${group.column}: `}${words.problem} ${words.remedy}${where}`,
      ];
    }),
    ...more.map(describeMore),
  ].join("\n");
}

const ADVICE: Record<string, string> = {
  undecided:
    "Run again with --accept-rewordings or --reject-rewordings, decide single ones with --decide ROW=same, different or replaced, or decide on each in the web app under Imports.",
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

function describeOutcome(outcome: ImportOutcome): string {
  const rows = Object.entries(outcome)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => [String(count), what === "leftOut" ? "skipped" : what]);
  return `Imported:\n${columns(rows)}`;
}
