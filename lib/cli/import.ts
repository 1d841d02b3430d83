import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Actor } from "@/lib/access/schema";
import { describeFinding } from "@/lib/exchange/finding-words";
import type { FindingGroup, ImportPlan } from "@/lib/exchange/queries";
import { MISSING_CHOICES, ORDER_CHOICES, type ImportOutcome, type PlanCounts } from "@/lib/exchange/schema";
import { choice, columns, Refused, valueOf, type Command } from "./command";

export const importFile: Command = {
  name: "import",
  summary: "Reads a release (CSV, XLSX, JSON or JSON Lines), matches it by question text and applies it",
  usage: "FILE [--dry-run] [--accept-rewordings] [--skip-bad-rows] [options]",
  options: {
    "dry-run": { type: "boolean" }, "accept-rewordings": { type: "boolean" }, "skip-bad-rows": { type: "boolean" }, "accept-suspect": { type: "boolean" },
    missing: { type: "string" }, order: { type: "string" },
  },
  explanations: [
    ["--dry-run", "show the plan and leave everything as it is"],
    ["--accept-rewordings", "take each proposed rewording for what it seems to be"],
    ["--skip-bad-rows", "leave out the rows that cannot be imported"],
    ["--accept-suspect", "take rows with suspect text as they are"],
    ["--missing CHOICE", "keep (the default) or retire the questions that the file lacks"],
    ["--order CHOICE", "file or present: whose order the data set has afterwards"],
  ],
  words: 1,
  needs: "database",
  async run({ actor, words, values, say }) {
    const missing = choice(values, "missing", MISSING_CHOICES) ?? "keep";
    const order = choice(values, "order", ORDER_CHOICES);
    const path = resolve(words[0]!);
    const commands = await import("@/lib/exchange/commands");
    const { importId } = valueOf(await commands.beginImport(actor, { fileName: basename(path), byteSize: await sizeOf(path) }));

    const endProgress = showProgress(actor, importId, say);
    const read = await commands.readImport(actor, { importId, path }).finally(endProgress);
    const { status } = valueOf(read);
    const plan = await readPlan(actor, importId);
    const sayFindings = () => plan.json.findings.length > 0 && say(describeFindings(plan.json.findings));
    if (status !== "planned") {
      sayFindings();
      throw new Refused({ code: status, message: status === "refused" ? "The file cannot be imported, and nothing was changed. What is wrong is listed above." : "The import failed, and nothing was changed." }, plan.json);
    }
    // What is staged for this call is of no use to anybody once it ends without being applied.
    const discard = () => commands.cancelImport(actor, { importId });
    if (values["dry-run"]) {
      await discard();
      sayFindings();
      return { json: { dryRun: true, ...plan.json }, words: plan.words };
    }
    if (values["accept-rewordings"]) valueOf(await commands.decideAllRewordings(actor, { importId, decision: "accepted" }));
    const applied = await commands.applyImport(actor, {
      importId, skipBadRows: values["skip-bad-rows"] === true, acceptSuspect: values["accept-suspect"] === true, missing, ...(order && { order }),
    });
    if (!applied.ok) {
      await discard();
      say(plan.words);
      sayFindings();
      throw new Refused({ ...applied.refusal, message: `${adviceOn(applied.refusal.code, applied.refusal.message)} Nothing was changed.` }, plan.json);
    }
    return { json: { dryRun: false, ...plan.json, outcome: applied.value }, words: `${plan.words}\n\n${describeOutcome(applied.value)}` };
  },
};

/** The size of a file in bytes. @throws Refused where there is none */
export async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch {
    // Told below: there is no such file, or none that we may look at.
  }
  throw new Refused({ code: "not-found", message: `There is no file ${path} that can be read.` });
}

/** Tells a waiting person how far it is; programs and files get no such lines. */
function showProgress(actor: Actor, importId: number, say: (line: string) => void): () => void {
  if (!process.stderr.isTTY) return () => {};
  const timer = setInterval(() => {
    void import("@/lib/exchange/queries").then(({ importProgress }) => importProgress(actor, importId)).then((at) =>
      say(at.status === "matching" ? `Matching row ${at.rowsMatched.toLocaleString("en")} of ${at.rows.toLocaleString("en")} …` : `Read ${at.rows.toLocaleString("en")} rows …`)).catch(() => {});
  }, 2_000);
  return () => clearInterval(timer);
}

async function readPlan(actor: Actor, importId: number) {
  const queries = await import("@/lib/exchange/queries");
  const [plan, pairs] = await Promise.all([queries.importPlan(actor, importId), queries.proposedRewordings(actor, importId)]);
  const json = {
    importId, fileName: plan.fileName, format: plan.format, sha256: plan.sha256, ...plan.counts,
    pairs: pairs.map((pair) => ({
      record: pair.record, question: pair.question, questionId: `Q${pair.questionId}`, partner: pair.partner, score: pair.score,
      candidates: pair.candidates.map((candidate) => ({ questionId: `Q${candidate.questionId}`, question: candidate.question, score: candidate.score })),
    })),
    findings: plan.findings,
  };
  return { json, words: describePlan(plan, pairs) };
}

const COUNT_WORDS: [keyof PlanCounts, string][] = [
  ["rows", "rows in the file"], ["exact", "have the text of a question"], ["normalized", "differ from one in case, spaces or punctuation only"],
  ["unchanged", "of these are as they were"], ["changed", "of these have other content"], ["reworded", "seem to be rewordings"], ["new", "are new"],
  ["missing", "questions are not in the file"], ["bad", "rows have errors"], ["suspect", "rows look damaged"], ["unreadable", "records could not be read"],
];

function describePlan(plan: ImportPlan, pairs: { record: number; question: string; questionId: number; partner: string; score: number }[]): string {
  const counts = COUNT_WORDS.filter(([key]) => plan.counts[key] > 0 || ["rows", "unchanged", "changed", "new", "missing"].includes(key));
  const width = Math.max(...counts.map(([key]) => String(plan.counts[key]).length));
  const lines = counts.map(([key, words]) => `${String(plan.counts[key]).padStart(width)}  ${words}`);
  for (const pair of pairs.slice(0, 50)) {
    lines.push("", `Record ${pair.record}, ${Math.round(pair.score * 100)} % like Q${pair.questionId}:`, `  now   ${pair.partner}`, `  file  ${pair.question}`);
  }
  if (pairs.length > 50) lines.push("", `… and ${pairs.length - 50} more; --json lists all.`);
  return lines.join("\n");
}

function describeFindings(findings: FindingGroup[]): string {
  return findings.flatMap((group) => {
    const first = group.examples[0];
    const words = describeFinding({ record: first?.record ?? null, column: group.column, code: group.code, severity: group.severity, value: first?.value ?? null });
    const where = (first?.record ?? null) === null ? "" : ` (record ${group.examples.map((example) => example.record).join(", ")}${group.count > group.examples.length ? ` and ${group.count - group.examples.length} more` : ""})`;
    return [`${group.severity}: ${group.column === null ? "" : `${group.column}: `}${words.problem} ${words.remedy}${where}`];
  }).join("\n");
}

const ADVICE: Record<string, string> = {
  undecided: "Run it again with --accept-rewordings, or import the file on the page Imports and decide each there.",
  "bad-rows": "Run it again with --skip-bad-rows to leave them out.",
  "suspect-rows": "Run it again with --accept-suspect to take them as they are, or with --skip-bad-rows to leave them out.",
};

function adviceOn(code: string, message: string): string {
  return ADVICE[code] === undefined ? message : `${message} ${ADVICE[code]}`;
}

function describeOutcome(outcome: ImportOutcome): string {
  const rows = Object.entries(outcome).filter(([, count]) => count > 0).map(([what, count]) => [String(count), what === "leftOut" ? "left out" : what]);
  return `Imported:\n${columns(rows)}`;
}
