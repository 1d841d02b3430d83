import { resolve } from "node:path";
import { formatCount } from "@/lib/platform/format";
import { accuracyRequest, accuracyScope } from "@/lib/reporting/accuracy/schema";
import { runResultsSchema } from "@/lib/reporting/run-results/schema";
import {
  RELATIONSHIPS,
  RESULT_FORMATS,
  RESULT_WORDS,
} from "@/lib/reporting/run-results/vocabulary";
import { parseInput, text, type Command } from "./command";
import { outputOf, toFile, toOutput } from "./output-file";
import { asRefusals, inputOf, namesFor, optionsOf } from "./report";
import { serverAddress } from "./user";

const scope = optionsOf(accuracyScope);

export const runResults: Command = {
  name: "run results",
  summary: "Write a run's accuracy for the Hugging Face Hub or Every Eval Ever",
  usage: `RUN --format ${RESULT_FORMATS.join("|")} [--dataset ORGANIZATION/NAME] --out FILE [options]`,
  options: {
    ...scope.options,
    format: { type: "string" },
    dataset: { type: "string" },
    revision: { type: "string" },
    organization: { type: "string" },
    relationship: { type: "string" },
    out: { type: "string", short: "o" },
  },
  explanations: [
    ["RUN", "a run's number, its model's name, or MODEL / RUN"],
    [
      "--format FORMAT",
      "hub: YAML for .eval_results of the model's repository; every-eval-ever: a zip archive of the aggregate and a line for each verdict",
    ],
    ["--dataset ORGANIZATION/NAME", "the dataset on the Hub; needed for hub"],
    ["--revision COMMIT", "its commit on the Hub"],
    ["--organization NAME", "who reports the results"],
    [
      "--relationship WORD",
      `how they stand to the model's makers: ${RELATIONSHIPS.join(", ")} (default other)`,
    ],
    ...scope.explanations,
    ["--out FILE", "output file, replaced atomically; - for stdout"],
  ],
  words: 1,
  needs: "database",
  async run(call) {
    const { actor, words, values, json, terminal } = call;
    const told = (name: string) => text(values, name);
    const wanted = parseInput(runResultsSchema, {
      format: told("format"),
      dataset: told("dataset"),
      revision: told("revision"),
      organization: told("organization"),
      relationship: told("relationship"),
    });
    const out = outputOf(values, json);
    const { openRunResults } = await import("@/lib/reporting/run-results/queries");
    const runId = await namesFor(actor)("run", words[0]!);
    const request = parseInput(accuracyRequest.schema, {
      ...(await inputOf(accuracyScope, call)),
      runs: [runId],
    });
    const { origin } = new URL(await serverAddress());
    const { bytes } = await asRefusals(() => openRunResults(actor, runId, wanted, request, origin));
    if (out === "-") {
      await toOutput(bytes, terminal.output);
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return {
      json: { file: resolve(out), run: runId, format: wanted.format, byteSize },
      words: `Wrote the results of run ${runId} for ${RESULT_WORDS[wanted.format]} to ${out} (${formatCount(byteSize)} bytes).`,
    };
  },
};
