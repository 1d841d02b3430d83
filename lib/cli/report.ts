import { ZodError } from "zod";
import { alternatives } from "@/lib/platform/format";
import { NotFound } from "@/lib/platform/errors";
import type { Actor } from "@/lib/people/access/schema";
import type { ReportChoices } from "@/lib/reporting/accuracy/schema";
import type { ProtocolCampaign } from "@/lib/reporting/protocols/schema";
import { linesOf, type ReportTable } from "@/lib/reporting/files/table";
import { TABLE_FORMATS, writeTable } from "@/lib/reporting/files/write-table";
import { REPORTS, type Report } from "@/lib/reporting/reports";
import type { Named, Option, Parameter, Parameters } from "@/lib/reporting/requests/parameters";
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
  type Call,
  type Command,
} from "./command";

/** `freshqa report …`: a command for each report, by its definition. */
export const REPORT_COMMANDS: readonly Command[] = Object.values<Report>(REPORTS).map(commandOf);

function commandOf({ command, request, view, open }: Report): Command {
  const parameters: Parameters = { ...request.parameters, ...view.parameters };
  const name = `report ${command.name}`;
  const { options, explanations } = optionsOf(parameters);
  return {
    name,
    summary: command.summary,
    usage: usageOf(parameters),
    options: { ...options, format: { type: "string" } },
    explanations: [
      ...explanations,
      ["--format FORMAT", `print one table in this format: ${TABLE_FORMATS.join(", ")}`],
    ],
    words: optionsIn(parameters).filter(([, { positional }]) => positional).length,
    needs: "database",
    async run(call) {
      const format = choice(call.values, "format", TABLE_FORMATS);
      for (const [option, { several }] of missing(parameters, call))
        throw new UsageError(
          `--${option} is missing: specify ${several ? "at least one" : "the"} ${option}. See: freshqa ${name} --help`,
        );
      const input = await inputOf(parameters, call);
      // What the schemas refuse is refused field by field; what only the query knows, as a call that makes no sense.
      parseInput(request.schema, input);
      parseInput(view.schema, input);
      const opened = valueOf(await asRefusals(() => open(call.actor, input)));
      return asRefusals(async () => {
        // A table that is not there is refused in every form.
        const { words, tables } = opened.printed();
        const json = opened.report;
        if (format !== undefined && !call.json)
          return {
            json,
            words: writeTable(opened.file(format).table, format).replace(/\r?\n$/, ""),
          };
        const parts = [
          ...(words.length === 0 ? [] : [words.join("\n")]),
          ...tables.map(tableWords),
        ];
        return { json, words: parts.join("\n\n") };
      });
    },
  };
}

/** The parameters that are no flags, by the names of their options. */
function optionsIn(parameters: Parameters): [name: string, option: Option, parameter: Parameter][] {
  return Object.entries(parameters).flatMap(([key, parameter]) => {
    const { option } = parameter;
    return option === null || "flags" in option ? [] : [[option.name ?? key, option, parameter]];
  });
}

/** The options without which nothing is chosen, where the call lacks them. */
function missing(parameters: Parameters, { values }: Call) {
  return optionsIn(parameters).filter(
    ([name, { positional, several }, { required }]) =>
      required === true &&
      positional !== true &&
      (several ? list(values, name).length === 0 : text(values, name) === undefined),
  );
}

/** "FIRST SECOND [options]". */
function usageOf(parameters: Parameters): string {
  const needed = optionsIn(parameters).flatMap(([name, option, { required }]) => {
    const { argument, positional, several } = option;
    if (positional) return [argument];
    const words = `--${name} ${argument}`;
    return required ? [several ? `${words} [${words} …]` : words] : [];
  });
  return [...needed, "[options]"].join(" ");
}

/** The options of parameters, with the lines of their help. */
export function optionsOf(parameters: Parameters): Pick<Command, "options" | "explanations"> {
  const options: Command["options"] = {};
  const explanations: Command["explanations"] = [];
  for (const [key, { option }] of Object.entries(parameters)) {
    if (option === null) continue;
    if ("flags" in option) {
      for (const [flag, words] of Object.entries(option.flags)) {
        options[flag] = { type: "boolean" };
        explanations.push([`--${flag}`, words]);
      }
      continue;
    }
    const { name = key, argument, words, positional, several } = option;
    const before = explanations.at(-1);
    if (!positional) {
      options[name] = { type: "string", ...(several === true && { multiple: true }) };
      explanations.push([`--${name} ${argument}`, words]);
    } else if (before?.[1] === words) before[0] += `, ${argument}`;
    else explanations.push([argument, words]);
  }
  return { options, explanations };
}

/**
 * What a call says of parameters, as an address would.
 * @throws UsageError, Refused where a name is unknown or ambiguous, or a file cannot be read
 */
export async function inputOf(
  parameters: Parameters,
  { actor, words, values }: Call,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const positional = [...words];
  const idCalled = namesFor(actor);
  for (const [key, { option }] of Object.entries(parameters)) {
    if (option === null) continue;
    if ("flags" in option) {
      const given = Object.keys(option.flags).filter((flag) => values[flag] === true);
      if (given.length > 1)
        throw new UsageError(`Use either ${alternatives(given.map((flag) => `--${flag}`))}.`);
      input[key] = given[0];
      continue;
    }
    const { name = key, named } = option;
    const said = option.positional
      ? positional.shift()
      : option.several
        ? list(values, name)
        : option.values
          ? choice(values, name, option.values)
          : text(values, name);
    const idOf = async (word: string) => (named === undefined ? word : idCalled(named, word));
    input[key] =
      said === undefined
        ? undefined
        : Array.isArray(said)
          ? await Promise.all(said.map(idOf))
          : option.file
            ? await readTextFile(said)
            : await idOf(said);
  }
  return input;
}

/** Finds what is called so, by its number; what there is is read once. @throws Refused where nothing or several are */
export function namesFor(actor: Actor): (named: Named, word: string) => Promise<number> {
  let choices: Promise<ReportChoices> | undefined;
  let ofProtocols: Promise<ProtocolCampaign[]> | undefined;
  return async (named, word) => {
    if (named === "protocol campaign") {
      const { listProtocolCampaigns } = await import("@/lib/reporting/protocols/queries");
      const known = await (ofProtocols ??= listProtocolCampaigns(actor));
      return called(word, known, "campaign");
    }
    const { listReportChoices } = await import("@/lib/reporting/accuracy/queries");
    const { runs, campaigns, evaluators } = await (choices ??= listReportChoices(actor));
    switch (named) {
      case "run":
        return runCalled(word, runs);
      case "campaign":
        return called(word, campaigns, named);
      case "evaluator":
        return called(word, evaluators, named);
      case "model":
        return called(
          word,
          runs.map(({ modelId, model }) => ({ id: modelId, name: model })),
          "model with runs",
        );
    }
  };
}

/** A name, or else a number. @throws Refused */
function called(word: string, known: readonly { id: number; name: string }[], what: string) {
  const item =
    known.find(({ name }) => name === word) ?? known.find(({ id }) => String(id) === word);
  if (!item) throw new Refused({ code: "not-found", message: `No ${what} named "${word}".` });
  return item.id;
}

/** @throws Refused where none or several runs are called so */
function runCalled(word: string, runs: ReportChoices["runs"]): number {
  const names = (run: ReportChoices["runs"][number]) => [
    run.model,
    `${run.model} / ${run.run}`,
    `${run.model} · ${run.run}`,
    `${run.model} / ${run.run} / ${run.release}`,
  ];
  const byNumber = runs.find(({ runId }) => String(runId) === word);
  const matching = byNumber ? [byNumber] : runs.filter((run) => names(run).includes(word));
  if (matching.length === 1) return matching[0]!.runId;
  if (matching.length === 0)
    throw new Refused({ code: "not-found", message: `No run named "${word}".` });
  throw new Refused({
    code: "ambiguous",
    message: `Several runs are named "${word}". Specify one by its number:\n${matching.map((run) => `  ${run.runId}  ${run.model} / ${run.run} / ${run.release}`).join("\n")}`,
  });
}

/** What is not there, and what the database knows to be wrong, in words for a terminal. @throws Refused, UsageError */
export async function asRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFound)
      throw new Refused({ code: "not-found", message: `${error.what} was not found.` });
    if (error instanceof ZodError)
      throw new UsageError(error.issues.map(({ message }) => message).join(" "));
    throw error;
  }
}

/** A report's table for a terminal, with its caption above and its notes below. */
export function tableWords(table: ReportTable): string {
  const title = (column: ReportTable["columns"][number]) =>
    `${column.group === "Valid premise" ? "vp " : column.group === "False premise" ? "fp " : ""}${column.title}`;
  return [
    table.caption,
    ...(table.about ?? []),
    "",
    columns([table.columns.map(title), ...table.rows.flatMap(linesOf)]),
    "",
    ...table.notes,
  ].join("\n");
}
