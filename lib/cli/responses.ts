import { writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Actor } from "@/lib/people/access/schema";
import { writeFindingsCsv } from "@/lib/dataset/file-formats/write-findings-csv";
import { alikePercent } from "@/lib/dataset/imports/rules";
import { SAFE_SCORE } from "@/lib/dataset/imports/schema";
import { DIFFERS_IN_FORM } from "@/lib/dataset/questions/same-text";
import { LOG_PARTS, type FoundLog, type LogPart } from "@/lib/runs/logs/schema";
import { LOG_TOOLS } from "@/lib/runs/logs/vocabulary";
import { hasModel, modelsOf, namesOther, withScorer } from "@/lib/runs/responses/log-choices";
import {
  describeFileFinding,
  PROBLEM_LABELS,
  reportedProblem,
} from "@/lib/runs/responses/finding-messages";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import type { FileGroup } from "@/lib/runs/responses/file-groups";
import type { ResponsePlan } from "@/lib/runs/responses/queries";
import {
  countLeftOut,
  countWorthALook,
  describeOutcome,
  describePlan,
  ratingColumn,
} from "@/lib/runs/responses/rules";
import { COLUMN_ROLES, mapColumnsSchema, type ColumnRole } from "@/lib/runs/responses/schema";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { releaseNameSchema } from "@/lib/dataset/releases/schema";
import {
  columns,
  discarding,
  parseInput,
  Refused,
  text,
  UsageError,
  valueOf,
  type Command,
} from "./command";
import { offer, readAs, sizeOf } from "./import";
import { formatCount } from "@/lib/platform/format";
import { ROW_PROBLEMS } from "@/lib/runs/responses/vocabulary";

const FIRST_RUN = "Run 1";
/** As many files are taken at once. */
const MAX_FILES = 50;

export const importResponses: Command = {
  name: "responses import",
  summary:
    "Import a model's responses (CSV, XLSX, JSON, JSON Lines or the log of an evaluation tool) into a run, matching a release's questions",
  usage: "FILE… --release NAME [--model NAME] [--run NAME] [--create] [--dry-run] [options]",
  options: {
    release: { type: "string" },
    model: { type: "string" },
    run: { type: "string" },
    create: { type: "boolean" },
    "dry-run": { type: "boolean" },
    column: { type: "string", multiple: true },
    accept: { type: "string", multiple: true },
    "accept-similar": { type: "boolean" },
    choose: { type: "string", multiple: true },
    scorer: { type: "string" },
    evaluator: { type: "string" },
    mode: { type: "string" },
    problems: { type: "string" },
    "read-as": { type: "string" },
  },
  explanations: [
    ["--release NAME", "the release that the model answered"],
    ["--model NAME", "model name; not needed for a log that names its model"],
    ["--run NAME", "its run on this release; not needed if there is only one"],
    ["--create", "create the model and the run if they don't exist"],
    ["--dry-run", "preview only; change nothing"],
    [
      "--column NAME=ROLE",
      `map a column, if the guess is wrong: ${COLUMN_ROLES.join(", ")}; may be repeated`,
    ],
    ["--accept ROW", "accept this row's similar question as the same; may be repeated"],
    [
      "--accept-similar",
      `accept all similar questions that are at least ${alikePercent(SAFE_SCORE)} similar as the same`,
    ],
    [
      "--choose PART=NAME",
      `of a log with several for each question, which is taken: ${LOG_PARTS.join(", ")}; may be repeated`,
    ],
    ["--scorer NAME", "of a log, whose verdicts are imported as Relaxed ones; none: no verdicts"],
    ["--evaluator NAME", "automatic evaluator, if the file contains its verdicts"],
    [
      "--mode relaxed|strict",
      "rating mode of a file that FreshEval’s notebooks wrote, if its name does not say it",
    ],
    [
      "--read-as READING",
      "how to read a file that is not comma-separated: separator=semicolon|tab, quotes=literal; as=table: not as a tool’s log; separated by commas",
    ],
    ["--problems FILE", "write skipped rows and warnings to a CSV file"],
  ],
  words: 1,
  optionalWords: MAX_FILES - 1,
  needs: "database",
  async run({ actor, words, values, say }) {
    const dryRun = values["dry-run"] === true;
    const files = words.map((word) => ({ path: resolve(word), fileName: basename(word) }));
    for (const { path } of files) await sizeOf(path);
    const asked = {
      dryRun,
      wanted: rolesOf(values.column),
      accepted: recordsOf(values.accept),
      acceptSimilar: values["accept-similar"] === true,
      reading: readAs(values),
      mode: modeOf(text(values, "mode")),
      ofLog: { choose: choicesOf(values.choose), scorer: text(values, "scorer") },
      evaluator: text(values, "evaluator"),
      problems: text(values, "problems"),
    };
    const { groupFiles } = await import("@/lib/runs/responses/file-groups");
    const groups = valueOf(await groupFiles(files));
    if (groups.length > 1 && asked.problems !== undefined)
      throw new UsageError(
        `These are ${groups.length} imports: use --problems with one log or table at a time.`,
      );
    const run = await findOrCreateRun(actor, {
      release: text(values, "release"),
      model: text(values, "model") ?? (await modelOf(actor, groups)),
      run: text(values, "run"),
      create: values.create === true && !dryRun,
    });
    const answers: { json: object; words: string }[] = [];
    for (const [at, group] of groups.entries()) {
      const { fileName } = group.file;
      const answer = await importGroup(actor, run, group, asked, say).catch((error: unknown) => {
        for (const { words: before } of answers) say(before);
        if (groups.length > 1) say(`${fileName} (${at + 1} of ${groups.length}):`);
        throw error;
      });
      answers.push(
        groups.length === 1
          ? answer
          : {
              json: { fileName, ...answer.json },
              words: `${fileName} (${at + 1} of ${groups.length})\n${answer.words}\n`,
            },
      );
    }
    return groups.length === 1
      ? answers[0]!
      : {
          json: { imports: answers.map(({ json }) => json) },
          words: answers.map((one) => one.words).join("\n"),
        };
  },
};

/** The model that the logs name, where no one named another. @throws Refused where they name several */
async function modelOf(actor: Actor, groups: readonly FileGroup[]): Promise<string | undefined> {
  const { lookAtFile } = await import("@/lib/runs/responses/look-queries");
  const models = new Set<string>();
  for (const group of groups) {
    const { log } = await lookAtFile(actor, group);
    if (log !== null && log.model !== "") models.add(log.model);
  }
  const [model, ...more] = models;
  if (more.length > 0)
    throw new Refused({
      code: "several-models",
      message: `These logs name several models: ${[...models].map((name) => `“${name}”`).join(", ")}. Nothing was added. Import each model's files into a run of its own.`,
    });
  return model;
}

interface Asked {
  dryRun: boolean;
  wanted: Map<string, ColumnRole>;
  accepted: number[];
  acceptSimilar: boolean;
  reading: Reading | undefined;
  mode: "relaxed" | "strict" | null;
  ofLog: { choose: Map<LogPart, string>; scorer: string | undefined };
  evaluator: string | undefined;
  problems: string | undefined;
}

/** Imports a file, with what its tool wrote beside it, into a run. @throws Refused with what to do */
async function importGroup(
  actor: Actor,
  run: { runId: number; model: string; title: string },
  group: FileGroup,
  asked: Asked,
  say: (words: string) => void,
): Promise<{ json: object; words: string }> {
  const { path, fileName } = group.file;
  const commands = await import("@/lib/runs/responses/commands");
  const { importId } = valueOf(
    await commands.beginResponseImport(actor, {
      runId: run.runId,
      fileName,
      byteSize: await sizeOf(path),
    }),
  );
  return discarding(
    () => importStaged(actor, importId, run, group, asked, say),
    asked.dryRun,
    () => commands.cancelResponseImport(actor, { importId }),
  );
}

async function importStaged(
  actor: Actor,
  importId: number,
  run: { runId: number; model: string; title: string },
  { file: { path }, beside }: FileGroup,
  asked: Asked,
  say: (words: string) => void,
): Promise<{ json: object; words: string }> {
  const { dryRun, reading, problems } = asked;
  const commands = await import("@/lib/runs/responses/commands");
  const queries = await import("@/lib/runs/responses/queries");
  const { status } = valueOf(
    await commands.readResponseImport(actor, {
      importId,
      path,
      beside,
      ...(reading && { reading }),
    }),
  );
  if (status === "offered") {
    const {
      reading: offered,
      columns: found,
      preview,
      previewRecords,
    } = await queries.responsePlan(actor, importId);
    throw offer(
      offered,
      preview.map(
        (cells, at) =>
          `  row ${previewRecords[at]!}: ${cells
            .map((cell, column) => `${found.columns[column]!}: ${cell}`)
            .join(" | ")
            .slice(0, 200)}`,
      ),
      "Nothing was added.",
      { importId },
    );
  }
  if (status !== "planned" && status !== "mapping") {
    const { error } = await queries.responseImportProgress(actor, importId);
    throw new Refused({
      code: status,
      message: error ?? "The import was canceled. Nothing was added.",
    });
  }
  await mapAsWanted(
    actor,
    importId,
    new Map(asked.wanted),
    asked.mode,
    asked.ofLog,
    asked.evaluator,
    status === "mapping",
  );
  await acceptSimilar(actor, importId, asked.acceptSimilar, asked.accepted);
  const plan = await queries.responsePlan(actor, importId);
  if (problems !== undefined) await writeProblems(actor, importId, problems);
  const told = {
    runId: run.runId,
    importId,
    dryRun,
    columns: Object.fromEntries(
      plan.columns.columns.map((name, at) => [name, plan.columns.roles[at]]),
    ),
    ...plan.counts,
  };
  if (dryRun) return { json: told, words: describe(plan, run.model) };
  const applied = await commands.applyResponseImport(actor, { importId });
  if (!applied.ok) {
    say(describe(plan, run.model));
    throw new Refused(applied.refusal, told);
  }
  return {
    json: { ...told, outcome: applied.value },
    words: `${describe(plan, run.model)}\n\n${run.title}: ${describeOutcome(applied.value)}.`,
  };
}

/** The run that the options name, made where that was asked for. @throws Refused with what to do */
async function findOrCreateRun(
  actor: Actor,
  asked: {
    release: string | undefined;
    model: string | undefined;
    run: string | undefined;
    create: boolean;
  },
): Promise<{ runId: number; model: string; title: string }> {
  const { release, model, run, create } = asked;
  if (release === undefined || model === undefined)
    throw new UsageError("Specify the release and the model: --release NAME --model NAME.");
  const names = {
    release: parseInput(releaseNameSchema, release),
    model: model.trim(),
    run: run?.trim(),
  };
  const queries = await import("@/lib/runs/models/queries");
  const found = await queries.findRun(actor, names);
  const title = (name: string) => `${names.model}, ${name}`;
  if (found.runs.length === 1)
    return { runId: found.runs[0]!.runId, model: names.model, title: title(found.runs[0]!.name) };
  if (found.runs.length > 1) {
    throw new Refused({
      code: "several-runs",
      message: `${names.model} has several runs on ${names.release}: ${found.runs.map((one) => `“${one.name}”`).join(", ")}. Choose one with --run NAME. Nothing was added.`,
    });
  }
  const choices = await queries.listRunChoices(actor);
  if (!choices.releases.includes(names.release)) {
    throw new Refused({
      code: "not-found",
      message: `Release ${names.release} not found. Nothing was added. See: freshqa release list`,
    });
  }
  const what =
    found.modelId === null
      ? `Model “${names.model}” not found`
      : `${names.model} has no run${names.run === undefined ? "" : ` “${names.run}”`} on ${names.release}`;
  if (!create)
    throw new Refused({
      code: "not-found",
      message: `${what}. Nothing was added. Add it in the web app under Model runs, or run again with --create (without --dry-run).`,
    });

  const commands = await import("@/lib/runs/models/commands");
  const modelId =
    found.modelId ??
    valueOf(await commands.createModel(actor, parseInput(modelSchema, { name: names.model })))
      .modelId;
  const name = names.run ?? FIRST_RUN;
  const { runId } = valueOf(
    await commands.createRun(
      actor,
      parseInput(runSchema, { modelId, releaseName: names.release, name }),
    ),
  );
  return { runId, model: names.model, title: title(name) };
}

/** NAME=ROLE of each --column. @throws UsageError */
function rolesOf(given: unknown): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>();
  for (const item of Array.isArray(given) ? given.map(String) : []) {
    const at = item.lastIndexOf("=");
    const role = COLUMN_ROLES.find((known) => known === item.slice(at + 1));
    if (at < 1 || role === undefined)
      throw new UsageError(
        `--column must be NAME=ROLE with one of ${COLUMN_ROLES.join(", ")}, not "${item}".`,
      );
    roles.set(item.slice(0, at), role);
  }
  return roles;
}

/** @throws UsageError */
function modeOf(given: string | undefined): "relaxed" | "strict" | null {
  if (given === undefined || given === "relaxed" || given === "strict") return given ?? null;
  throw new UsageError(`--mode must be relaxed or strict, not "${given}".`);
}

/** Maps the columns as asked for; whatever else was guessed to have a role that is given away becomes metadata. @throws Refused */
async function mapAsWanted(
  actor: Actor,
  importId: number,
  wanted: Map<string, ColumnRole>,
  mode: "relaxed" | "strict" | null,
  ofLog: { choose: Map<LogPart, string>; scorer: string | undefined },
  evaluator: string | undefined,
  open: boolean,
): Promise<void> {
  const { choose, scorer } = ofLog;
  if (
    !open &&
    wanted.size + choose.size === 0 &&
    mode === null &&
    scorer === undefined &&
    evaluator === undefined
  )
    return;
  const queries = await import("@/lib/runs/responses/queries");
  const commands = await import("@/lib/runs/responses/commands");
  const { columns: guess } = await queries.responsePlan(actor, importId);
  const unknown = [...wanted.keys()].filter((name) => !guess.columns.includes(name));
  const there = `The file’s columns are ${likelyFirst(guess.columns, guess.roles)}.`;
  if (unknown.length > 0)
    throw new Refused({
      code: "no-such-column",
      message: `The file has no column “${unknown[0]!}”. ${there} Nothing was added.`,
    });
  if (mode !== null) {
    const rating = ratingColumn(guess.columns, guess.roles);
    if (rating === null)
      throw new Refused({
        code: "no-such-column",
        message: `--mode needs a column “rating” that holds the only verdicts of the file. ${there} Nothing was added.`,
      });
    wanted.set(guess.columns[rating]!, mode);
  }
  const { log } = guess;
  if (log === undefined && (choose.size > 0 || scorer !== undefined))
    throw new Refused({
      code: "no-such-column",
      message: `--choose and --scorer are for logs of evaluation tools; this file is a table. Nothing was added.`,
    });
  for (const [part, name] of choose)
    if (!log!.parts[part].includes(name))
      throw new Refused({
        code: "invalid",
        message: `The log has no ${part} “${name}”. It has: ${log!.parts[part].join(", ") || "none"}. Nothing was added.`,
      });
  if (scorer !== undefined) {
    const found = log!.scorers.find(({ name }) => name === scorer);
    if (found === undefined && scorer !== "none")
      throw new Refused({
        code: "no-such-column",
        message: `The log has no scorer “${scorer}”. It has: ${log!.scorers.map(({ name }) => name).join(", ") || "none"}. Nothing was added.`,
      });
    Object.assign(guess, withScorer(guess, log!, found?.column ?? null));
  }
  const given = new Set(wanted.values());
  const roles = guess.columns.map(
    (name, at) =>
      wanted.get(name) ??
      (guess.roles[at] !== "ignore" && given.has(guess.roles[at]!) ? "metadata" : guess.roles[at]!),
  );
  const mapped = await commands.mapColumns(
    actor,
    parseInput(mapColumnsSchema, {
      importId,
      roles,
      evaluator: evaluator ?? guess.evaluator,
      ...(log !== undefined && { chosen: { ...log.chosen, ...Object.fromEntries(choose) } }),
    }),
  );
  if (!mapped.ok)
    throw new Refused({
      ...mapped.refusal,
      message: `${mapped.refusal.message} ${there} Use --column NAME=ROLE${mapped.refusal.message.includes("evaluator") ? " and --evaluator NAME" : ""}${mapped.refusal.message.includes("rating mode") ? " or --mode relaxed|strict" : ""}.`,
    });
}

/** The parts of each --choose. @throws UsageError */
function choicesOf(given: unknown): Map<LogPart, string> {
  return new Map(
    (Array.isArray(given) ? given.map(String) : []).map((item) => {
      const at = item.indexOf("=");
      const part = LOG_PARTS.find((one) => one === item.slice(0, at));
      if (part === undefined)
        throw new UsageError(
          `--choose must be ${LOG_PARTS.map((one) => `${one}=NAME`).join(" or ")}, not "${item}".`,
        );
      return [part, item.slice(at + 1)];
    }),
  );
}

/** The numbers of each --accept. @throws UsageError */
function recordsOf(given: unknown): number[] {
  return (Array.isArray(given) ? given.map(String) : []).map((item) => {
    if (!/^\d{1,9}$/.test(item))
      throw new UsageError(`--accept must be a row number, not "${item}".`);
    return Number(item);
  });
}

/** Takes similar questions for the same, as asked for. @throws Refused where a record has none */
async function acceptSimilar(
  actor: Actor,
  importId: number,
  all: boolean,
  records: readonly number[],
): Promise<void> {
  const [commands, queries] = await Promise.all([
    import("@/lib/runs/responses/commands"),
    import("@/lib/runs/responses/queries"),
  ]);
  if (all)
    valueOf(await commands.decideSimilar(actor, { importId, ordinal: null, accepted: true }));
  if (records.length === 0) return;
  const similar = new Map<number, number>();
  for await (const batch of queries.allProblems(actor, importId)) {
    for (const row of batch) if (row.candidateId !== null) similar.set(row.record, row.ordinal);
  }
  for (const record of records) {
    const ordinal = similar.get(record);
    if (ordinal === undefined)
      throw new Refused({
        code: "not-found",
        message: `Row ${record} has no similar question to accept. Nothing was added.`,
      });
    valueOf(await commands.decideSimilar(actor, { importId, ordinal, accepted: true }));
  }
}

function describeFileFindings(findings: readonly Finding[]): string[] {
  const told = new Map<string, { finding: Finding; count: number }>();
  for (const finding of findings) {
    const key = JSON.stringify([
      finding.code,
      finding.column,
      finding.record === null ? finding.value : null,
    ]);
    told.set(key, {
      finding: told.get(key)?.finding ?? finding,
      count: (told.get(key)?.count ?? 0) + 1,
    });
  }
  return [...told.values()].map(({ finding, count }) => {
    const { problem, remedy } = describeFileFinding(finding);
    const place =
      finding.record === null
        ? ""
        : ` (row ${finding.record}${count > 1 ? ` and ${count - 1} more` : ""})`;
    return `${finding.severity}: ${problem} ${remedy}${place}`;
  });
}

const COLUMNS_NAMED = 30;

/** A file's columns for a message: those first that may hold what is needed, and how many more there are. */
function likelyFirst(columns: readonly string[], roles: readonly ColumnRole[]): string {
  const likely = (name: string, at: number): boolean =>
    (roles[at] !== "metadata" && roles[at] !== "ignore") ||
    (/response|answer|output|completion|generat|predict|question|query|prompt|\bid\b/i.test(name) &&
      roles[at] === "metadata");
  const sorted = [
    ...columns.filter((name, at) => likely(name, at)),
    ...columns.filter((name, at) => !likely(name, at)),
  ];
  const named = sorted
    .slice(0, COLUMNS_NAMED)
    .map((name) => `“${name}”`)
    .join(", ");
  return sorted.length > COLUMNS_NAMED
    ? `${named} and ${sorted.length - COLUMNS_NAMED} more`
    : named;
}

async function writeProblems(actor: Actor, importId: number, file: string): Promise<void> {
  const queries = await import("@/lib/runs/responses/queries");
  async function* problems() {
    for await (const batch of queries.allProblems(actor, importId))
      yield* batch.map(reportedProblem);
  }
  try {
    await writeFile(
      file,
      writeFindingsCsv(problems(), (found) => found.words),
    );
  } catch {
    throw new Refused({
      code: "not-written",
      message: `Cannot write file ${file}. Nothing was added.`,
    });
  }
}

/** What a log says of its run, and what of it is taken. */
function describeLog(log: FoundLog, model: string): string {
  const facts = [
    [LOG_TOOLS[log.tool], log.toolVersion].filter(Boolean).join(" "),
    ...(log.model === "" ? [] : [`model ${log.model}`]),
    ...(log.task === "" ? [] : [`task ${log.task}`]),
    ...(log.startedAt === null ? [] : [log.startedAt.slice(0, 10)]),
    ...(log.temperature === null ? [] : [`temperature ${log.temperature}`]),
    ...(log.maxTokens === null ? [] : [`max tokens ${log.maxTokens}`]),
    ...(log.trouble === "" ? [] : [`the run did not finish (${log.trouble})`]),
  ];
  const models = modelsOf(log);
  const parts = LOG_PARTS.filter((part) => log.parts[part].length > 1).map(
    (part) =>
      `${part} “${log.chosen[part]}” of ${log.parts[part].map((name) => `“${name}”`).join(", ")}`,
  );
  return [
    `Log: ${facts.join(", ")}.`,
    ...(namesOther(log, model)
      ? [
          models.length > 1
            ? `notice: The log has ${models.length} models, ${hasModel(log, model) ? `also “${model}”, which the run is of` : `and none is named “${model}”`}. Taken: “${log.model}”; --choose variant=NAME takes another.`
            : `notice: The log names the model “${log.model}”; the run is of “${model}”.`,
        ]
      : []),
    ...(parts.length > 0 ? [`Taken: ${parts.join("; ")}.`] : []),
    ...(log.scorers.length > 0
      ? [`Scorers: ${log.scorers.map(({ name }) => name).join(", ")}.`]
      : []),
  ].join("\n");
}

/** @param model of the run */
function describe(plan: ResponsePlan, model: string): string {
  const { counts } = plan;
  const rows = [
    [counts.rows, "rows in the file"],
    [counts.matched.text, "matched by exact text"],
    [counts.matched.normalized, `matched except for ${DIFFERS_IN_FORM}`],
    [counts.matched.similar, "similar and accepted"],
    [counts.matched.id + counts.matched["stable-id"], "matched by ID (no text)"],
    [counts.sameVerdicts, "with a verdict that is imported already"],
    [counts.noVerdict, "without a verdict"],
    ...ROW_PROBLEMS.map(
      (problem) => [counts.problems[problem], PROBLEM_LABELS[problem].toLowerCase()] as const,
    ),
  ] as const;
  const taken = plan.columns.columns.flatMap((name, at) =>
    plan.columns.roles[at] === "metadata" || plan.columns.roles[at] === "ignore"
      ? []
      : [`${plan.columns.roles[at]}: “${name}”`],
  );
  return [
    ...(plan.columns.log === undefined ? [] : [describeLog(plan.columns.log, model)]),
    `Columns: ${taken.join(", ")}.`,
    "",
    columns(
      rows
        .filter(([count], at) => at === 0 || count > 0)
        .map(([count, words]) => [formatCount(count), words]),
    ),
    "",
    describePlan(counts),
    ...(counts.problems.similar > 0
      ? [
          `${formatCount(counts.problems.similar)} only similar to a question: --accept ROW accepts one as the same, --accept-similar all that are at least ${alikePercent(SAFE_SCORE)} similar (${formatCount(counts.similarSafe)}).`,
        ]
      : []),
    ...(plan.unescaped.count > 0
      ? [
          `${formatCount(plan.unescaped.count)} rows have double quotes inside unquoted cells and are skipped; --read-as quotes=literal imports them with the quotes as text.`,
        ]
      : []),
    ...describeFileFindings(plan.findings),
    ...(countLeftOut(counts) + countWorthALook(counts) > 0
      ? ["--problems FILE lists each row with its reason."]
      : []),
  ].join("\n");
}
