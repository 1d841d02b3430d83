import { campaignInWords } from "@/lib/reporting/snapshots/rules";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { acceptedAnswers, answerCellsOf, categoryOf, cellOf } from "@/lib/dataset/questions/cells";
import type { FactType } from "@/lib/dataset/questions/vocabulary";
import { arePublicPagesOn } from "@/lib/dataset/releases/queries";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { isoDayOf } from "@/lib/platform/days";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { inputError } from "@/lib/platform/fields";
import { writeZip, type ZipPart } from "@/lib/platform/zip";
import { z } from "zod";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { countedResponses, getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import {
  inputNotes,
  selfContainedNotes,
  spokenForByMode,
  staleByMode,
} from "@/lib/reporting/accuracy/rules";
import type { Accuracy } from "@/lib/reporting/accuracy/accuracy-table";
import type { AccuracyRequest, CountedResponse } from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { type ReportState } from "@/lib/reporting/snapshots/schema";
import { writeState } from "@/lib/reporting/snapshots/address";
import { aggregateOf, linesOf, pathsOf, type SamplesWritten } from "./every-eval-ever";
import { hubResults } from "./hub";
import type {
  PublishedAccuracy,
  PublishedAgreement,
  PublishedInstance,
  RunResults,
} from "./results";
import { resultFileName } from "./rules";
import type { RunResultsRequest } from "./schema";

/** A file on its way to someone. */
export interface ResultFile {
  fileName: string;
  mediaType: string;
  /** Responses that the file has no lines of, because whoever asks for it has still to rate them. */
  leftOut: number;
  bytes: AsyncGenerator<Uint8Array>;
}

/**
 * The accuracy of a run for publishing elsewhere: for the Hub as YAML; as Every Eval Ever a zip archive of the aggregate and
 * a line for each verdict. The numbers are those of the accuracy report by the same request, as of one state, which the
 * file names. Lines are for those who may export ratings, and are bounded and blind as these exports are.
 * @param origin the address under which others reach this server
 * @throws NotFound; ZodError where no response has a verdict that counts
 */
export async function openRunResults(
  actor: Actor,
  runId: number,
  wanted: RunResultsRequest,
  request: Omit<AccuracyRequest, "questions" | "runs">,
  origin: string,
): Promise<ResultFile> {
  authorize(actor, "reports.read");
  if (wanted.format === "every-eval-ever") authorize(actor, "ratings.export");
  const asked: AccuracyRequest = {
    ...request,
    runs: [runId],
    questions: "rated",
    // All is counted as of one moment.
    state: request.state ?? (await presentState(actor)),
  };
  const results = await resultsOf(actor, asked, origin);
  const fileName = resultFileName(results, wanted.format);
  if (wanted.format === "hub") {
    const text = hubResults(results, { ...wanted, dataset: wanted.dataset! });
    return {
      fileName,
      mediaType: "application/yaml; charset=utf-8",
      leftOut: 0,
      bytes: (async function* () {
        yield Buffer.from(text, "utf8");
      })(),
    };
  }
  const { responses, leftOut } = await countedResponses(actor, asked);
  const version = await productVersion();
  async function* parts(): AsyncGenerator<ZipPart> {
    const { aggregate, samples } = pathsOf(results, hashOf);
    const written: SamplesWritten = { path: samples, sha256: "", rows: 0, leftOut };
    yield { path: samples, content: samplesOf(results, responses, written) };
    // Names the checksum of the part before, which has been read by now.
    const said = aggregateOf(results, wanted, version, written);
    yield { path: aggregate, content: `${JSON.stringify(said, null, 2)}\n` };
  }
  return { fileName, mediaType: "application/zip", leftOut, bytes: writeZip(parts()) };
}

/** @throws ZodError while something large is being written, with what to do */
async function presentState(actor: Actor): Promise<ReportState> {
  const found = await currentSnapshot(actor);
  if (found.ok) return found.value;
  throw inputError(
    [],
    "Responses, questions or verdicts are being saved right now. Try again in a minute.",
  );
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function productVersion(): Promise<string> {
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile("package.json", "utf8")))
    .version;
}

async function resultsOf(
  actor: Actor,
  request: AccuracyRequest,
  origin: string,
): Promise<RunResults> {
  const [runId] = request.runs;
  const run = await db.modelRun.findUnique({
    where: { id: runId! },
    include: { model: true, release: { select: { name: true, sha256: true } } },
  });
  if (run === null) throw new NotFound("This run");
  const [report, agreement, isPublic] = await Promise.all([
    getAccuracyReport(actor, request),
    agreementOf(actor, request),
    arePublicPagesOn(),
  ]);
  const { inputs, rows } = report;
  const { all } = rows[0]!.accuracy;
  const modes = { relaxed: published(all.relaxed), strict: published(all.strict) };
  if (modes.relaxed === null && modes.strict === null)
    throw inputError(
      [],
      "No response of this run has a verdict that counts, so there is no accuracy yet.",
    );
  const address = isPublic ? `${origin}/public/releases/${run.release.name}` : null;
  return {
    model: run.model,
    run: {
      runId: run.id,
      name: run.name,
      ranOn: isoDayOf(run.ranOn),
      promptMethod: rows[0]!.generatedBy ?? run.promptMethod,
      temperature: run.temperature,
      maxTokens: run.maxTokens,
    },
    release: {
      ...run.release,
      address,
      file: address && `${address}/${run.release.name}.csv`,
    },
    at: inputs.at,
    state: writeState(request.state!),
    questions: rows[0]!.questions,
    modes,
    estimated: inputs.basis === "estimate",
    agreement,
    notes: [
      ...selfContainedNotes(inputs, staleByMode(rows[0]!), spokenForByMode(rows[0]!)),
      ...inputNotes(inputs),
    ],
    counted: {
      verdicts: [inputs.verdicts, inputs.evaluator?.name].filter(Boolean).join(": "),
      rule: inputs.rule,
      truth: inputs.truth,
      gold: inputs.gold,
      split: inputs.split,
      campaign: inputs.campaign?.name ?? "all",
    },
  };
}

function published({
  value,
  low,
  high,
  right,
  judged,
  automatic,
}: Accuracy): PublishedAccuracy | null {
  return value === null ? null : { value, low, high, right, judged, automatic };
}

/** How far the raters of the run agree, in the campaigns that its accuracy counts. */
async function agreementOf(
  actor: Actor,
  { runs, campaign, split, category, hops, rule, truth, gold, state, verdicts }: AccuracyRequest,
): Promise<PublishedAgreement | null> {
  if (verdicts === "automatic") return null;
  const campaigns = await db.campaign.findMany({
    where: {
      runs: { some: { runId: { in: runs } } },
      status: { not: "draft" },
      protocolVersionId: RELAXED_STRICT_VERSION,
      ...(campaign !== null && { id: campaign }),
      // One that came after the state has nothing that counts.
      ...(state?.since && { tasks: { some: { id: { lte: state.since.tasks } } } }),
    },
    select: { id: true },
    orderBy: { id: "asc" },
    take: MOST_CAMPAIGNS,
  });
  if (campaigns.length === 0) return null;
  const { inputs, counts, coefficients } = await getAgreementReport(actor, {
    ...agreementRequest.parse({ campaign: campaigns.map(({ id }) => id), run: runs }),
    ...{ split, category, hops, rule, truth, gold, state },
  });
  if (counts.judgments === 0) return null;
  const of = (name: "krippendorff" | "percent") => ({
    relaxed: coefficients.relaxed.overall[name].value,
    strict: coefficients.strict.overall[name].value,
  });
  return {
    campaigns: inputs.campaigns.map(campaignInWords),
    judgments: counts.judgments,
    raters: counts.raters,
    compared: counts.compared,
    alpha: of("krippendorff"),
    percent: of("percent"),
  };
}

/** As many as one report of agreement takes. */
const MOST_CAMPAIGNS = 50;

/** Responses that are read at a time. */
const BATCH = 500;

/** The lines of all responses, hashed and counted on their way. */
async function* samplesOf(
  results: RunResults,
  responses: readonly CountedResponse[],
  written: SamplesWritten,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for (let from = 0; from < responses.length; from += BATCH) {
    const lines = (await instancesOf(responses.slice(from, from + BATCH))).flatMap((instance) =>
      linesOf(results, instance, hashOf),
    );
    const bytes = Buffer.from(lines.join(""), "utf8");
    hash.update(bytes);
    written.rows += lines.length;
    yield bytes;
  }
  written.sha256 = hash.digest("hex");
}

/** With their texts: the question as the release asks it, the answers that the verdicts were made by. */
async function instancesOf(batch: readonly CountedResponse[]): Promise<PublishedInstance[]> {
  const [texts, truths] = await Promise.all([
    db.response.findMany({
      where: { id: { in: batch.map(({ responseId }) => responseId) } },
      select: { id: true, text: true, revision: { select: { cells: true, split: true } } },
    }),
    db.revision.findMany({
      where: { id: { in: batch.map(({ revisionId }) => revisionId) } },
      select: { id: true, cells: true, falsePremise: true, factType: true, hops: true },
    }),
  ]);
  const byResponse = new Map(texts.map((one) => [one.id, one]));
  const byRevision = new Map(truths.map((one) => [one.id, one]));
  return batch.map(({ responseId, questionId, revisionId, relaxed, strict, automatic }) => {
    const { text, revision } = byResponse.get(responseId)!;
    const truth = byRevision.get(revisionId)!;
    return {
      questionId: `Q${questionId}`,
      question: cellOf(revision.cells, "question").trim(),
      answers: acceptedAnswers(answerCellsOf(truth.cells)),
      response: text,
      category: categoryOf({
        falsePremise: truth.falsePremise,
        factType: truth.factType as FactType,
      }),
      hops: truth.hops,
      split: revision.split,
      automatic,
      verdicts: { relaxed, strict },
    };
  });
}
