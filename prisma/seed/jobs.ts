/**
 * The jobs of the sample: one made the responses of a run by FreshPrompt, the others had responses judged by FreshEval. The
 * product's own worker does what there is to do; the services that it asks do not exist, and answer from the dataset.
 */
import { randomUUID } from "node:crypto";
import { cellOf } from "@/lib/dataset/questions/cells";
import type { Cells } from "@/lib/dataset/questions/vocabulary";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db, transaction, type Tx } from "@/lib/platform/db";
import type { AnyResult } from "@/lib/platform/result";
import {
  addPrice,
  addServedModel,
  archiveConnection,
  createConnection,
} from "@/lib/runs/connections/commands";
import type { ModelReply, ModelRequest } from "@/lib/runs/connections/models";
import { connectionSchema, priceSchema, servedModelSchema } from "@/lib/runs/connections/schema";
import { readSearchResults } from "@/lib/runs/connections/search-results";
import { searchParams } from "@/lib/runs/connections/searching";
import { createEvaluator } from "@/lib/runs/evaluators/commands";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { evaluatorSchema } from "@/lib/runs/evaluators/schema";
import { JUDGING_MODES, type JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { createGenerationJob, createJudgingJob, type StartOptions } from "@/lib/runs/jobs/commands";
import { generationJobSchema, judgingJobSchema } from "@/lib/runs/jobs/schema";
import { workOn, type Services } from "@/lib/runs/worker/items";
import { takeRest } from "@/lib/runs/worker/writes";
import { STUDIED, type SeedDataset, type SeedRun, type SeedVerdict } from "./dataset";
import { done, together } from "./done";
import { EVALUATOR, MODEL_SERVICE, SEARCH_SERVICE } from "./names";

const SERVICES = {
  // Domains that are reserved lead nowhere, whoever asks.
  model: { name: MODEL_SERVICE, service: "openai-chat", baseUrl: "https://models.example/v1" },
  search: { name: SEARCH_SERVICE, service: "serper", baseUrl: "https://search.example" },
} as const;
/** Half of each run is judged: all of it would take the start a second more. */
export const JUDGED = { size: 30, seed: 1 };
const JUDGE = "Bittern Judge (sample)";
/** US dollars: per million tokens, and per thousand searches. */
const PRICES = { input: 0.4, output: 1.6, requests: 1 };
const PRICED_FROM = "2026-01-01";
/** Tokens are counted as so many characters each. */
const CHARACTERS_PER_TOKEN = 4;

type Replies = Pick<SeedDataset, "responses" | "runs">;

/**
 * Has a job make the responses of a run by its preset, or goes on where that was interrupted.
 * @param admin who connects the services
 * @returns the run
 */
export async function makeRun(
  manager: Actor,
  admin: Actor,
  dataset: SeedDataset,
  { model, run, method, modelId }: SeedRun & { modelId: number },
): Promise<number> {
  const releaseName = dataset.releases.at(-1)!.name;
  const at = dataset.runs.findIndex((one) => one.run === run);
  const jobId = await connected(admin, ["model", "search"], async ([models, search]) =>
    workThrough(
      await db.job.findFirst({
        where: {
          kind: "generate",
          run: { modelId, name: run.name, release: { name: releaseName } },
        },
      }),
      async (options) => {
        const { id: methodVersionId } = await db.methodVersion.findFirstOrThrow({
          where: { method: { name: method! }, number: 1 },
        });
        return createGenerationJob(
          manager,
          generationJobSchema.parse({
            kind: "generate",
            target: { kind: "new", releaseName, name: run.name },
            methodVersionId,
            servedModelId: await serve(admin, models!, { label: model.name, modelId }),
            searchConnectionId: search,
            date: run.ranOn,
          }),
          { ...options, at: new Date(`${run.ranOn}T18:00:00Z`) },
        );
      },
      ({ cells }) => saying(dataset, at, cells).text,
      dataset.evidence,
    ),
  );
  const { runId } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  return runId;
}

/** Has FreshEval judge a part of the responses of the studied runs, or goes on where that was interrupted. */
export async function judgeRuns(
  manager: Actor,
  admin: Actor,
  runIds: readonly number[],
  dataset: SeedDataset,
): Promise<void> {
  await connected(admin, ["model"], async ([models]) => {
    const evaluatorId = await evaluatorOn(manager, admin, models!);
    await together(
      runIds.slice(0, STUDIED).map(async (runId, at) =>
        workThrough(
          await db.job.findFirst({ where: { kind: "judge", runId, evaluatorId } }),
          (options) =>
            createJudgingJob(
              manager,
              judgingJobSchema.parse({
                kind: "judge",
                runId,
                evaluatorId,
                modes: JUDGING_MODES,
                sample: JUDGED,
              }),
              options,
            ),
          ({ cells, mode }) => verdictInWords(saying(dataset, at, cells), cells, mode!),
        ),
      ),
    );
  });
}

/** What a run of the dataset says to a question. */
function saying({ responses }: Replies, run: number, cells: Cells) {
  const asked = cellOf(cells, "question");
  return responses.find(({ question }) => question === asked)!.says[run]!;
}

/** What FreshEval replies: a comment, and the verdict in the form that it is asked for. */
function verdictInWords(
  { final, judge = final }: { final?: SeedVerdict; judge?: SeedVerdict },
  cells: Cells,
  mode: JudgingMode,
): string {
  const credited = judge === "c" || (judge === "r" && mode === "relaxed");
  const answer = cellOf(cells, "answer_0").trim();
  const premise = cellOf(cells, "false_premise") === "TRUE";
  const comment = credited
    ? premise
      ? "The question has a false premise, and the response points it out."
      : `The primary answer agrees with a correct answer, “${answer}”.`
    : judge === "r"
      ? "The primary answer is correct, but not everything that the response says beside it is true and up to date."
      : premise
        ? "The question has a false premise, and the response does not point it out."
        : `The correct answer is “${answer}”, which can't be inferred from the response.`;
  return `${comment} Thus, the response is ${credited ? "" : "not "}credited.\nevaluation: ${credited ? "correct" : "incorrect"}`;
}

// Services ----------------------------------------------------------------------------------------------------------

/** Does something with services that do not exist. They are archived behind it: no new job is to offer them. */
async function connected<T>(
  admin: Actor,
  kinds: readonly (keyof typeof SERVICES)[],
  work: (connectionIds: number[]) => Promise<T>,
): Promise<T> {
  const connectionIds: number[] = [];
  const archive = async (connectionId: number, archived: boolean) =>
    done(await archiveConnection(admin, { connectionId, archived, clientKey: randomUUID() }));
  try {
    for (const kind of kinds) {
      const connectionId = await connectionTo(admin, kind);
      connectionIds.push(connectionId);
      await archive(connectionId, false);
    }
    return await work(connectionIds);
  } finally {
    for (const connectionId of connectionIds) await archive(connectionId, true);
  }
}

async function connectionTo(admin: Actor, kind: keyof typeof SERVICES): Promise<number> {
  const service = SERVICES[kind];
  const there = await db.connection.findUnique({ where: { name: service.name } });
  const connectionId =
    there?.id ??
    done(
      await createConnection(
        admin,
        connectionSchema.parse({ ...service, clientKey: randomUUID() }),
      ),
    ).connectionId;
  if (kind === "search") await price(admin, { connectionId, requests: PRICES.requests });
  return connectionId;
}

/** Adds a model to a connection, with its price. */
async function serve(
  admin: Actor,
  connectionId: number,
  { label, modelId }: { label: string; modelId: number | null },
): Promise<number> {
  const apiName = label.replace(" (sample)", "").toLowerCase().replaceAll(" ", "-");
  await price(admin, { connectionId, apiName, input: PRICES.input, output: PRICES.output });
  const there = await db.servedModel.findFirst({ where: { connectionId, label } });
  if (there !== null) return there.id;
  return done(
    await addServedModel(
      admin,
      servedModelSchema.parse({
        connectionId,
        modelId,
        label,
        apiName,
        temperature: true,
        seed: false,
        tokenParameter: "max_tokens",
        reasoningEffort: null,
        systemRole: "system",
        clientKey: randomUUID(),
      }),
    ),
  ).servedModelId;
}

async function price(
  admin: Actor,
  given: { connectionId: number; apiName?: string } & Partial<typeof PRICES>,
): Promise<void> {
  const { connectionId, apiName = "" } = given;
  if ((await db.price.count({ where: { connectionId, apiName } })) > 0) return;
  done(
    await addPrice(
      admin,
      priceSchema.parse({
        ...given,
        validFrom: PRICED_FROM,
        source: "Made up, as the service is.",
        clientKey: randomUUID(),
      }),
    ),
  );
}

async function evaluatorOn(manager: Actor, admin: Actor, connectionId: number): Promise<number> {
  const there = await db.evaluator.findUnique({ where: { name: EVALUATOR } });
  if (there !== null) return there.id;
  return done(
    await createEvaluator(
      manager,
      evaluatorSchema.parse({
        name: EVALUATOR,
        servedModelId: await serve(admin, connectionId, { label: JUDGE, modelId: null }),
        note: "FreshEval's prompts; what the made-up model replied is part of the sample.",
        definition: freshEvalDefinition(),
        clientKey: randomUUID(),
      }),
    ),
  ).evaluatorId;
}

// Jobs --------------------------------------------------------------------------------------------------------------

interface Asked {
  cells: Cells;
  mode: JudgingMode | null;
}

/** So often an item may be in another transaction's way, which has it wait. */
const ROUNDS = 3;

/**
 * Starts a job, or takes over what is left of one, and does everything of it.
 * @param replyTo what the model replies to an item. @param evidence what searches find, by query
 * @returns the job
 * @throws where something is left to do all the same
 */
async function workThrough(
  begun: { id: number } | null,
  start: (options: StartOptions) => Promise<AnyResult<{ jobId: number }>>,
  replyTo: (item: Asked) => string,
  evidence: NonNullable<SeedDataset["evidence"]> = {},
): Promise<number> {
  const token = randomUUID();
  // A server's workers must not ask in the meantime.
  const within = (tx: Tx, job: number) => takeRest(tx, job, token);
  const jobId = begun?.id ?? done(await start({ within })).jobId;
  for (let round = 1; ; round++) {
    if (begun !== null || round > 1) await transaction((tx) => within(tx, jobId));
    await workOnTaken(jobId, token, replyTo, evidence);
    const left = await db.jobItem.findFirst({
      where: { jobId, status: { in: ["waiting", "working", "failed"] } },
    });
    if (left === null) return jobId;
    if (round === ROUNDS)
      throw new Error(`An item of the sample's job ${jobId} ${left.status}: ${left.detail}`);
  }
}

async function workOnTaken(
  jobId: number,
  token: string,
  replyTo: (item: Asked) => string,
  evidence: NonNullable<SeedDataset["evidence"]>,
): Promise<void> {
  const items = await db.jobItem.findMany({
    where: { jobId, leaseToken: token },
    orderBy: { position: "asc" },
    select: { id: true, mode: true, revision: { select: { cells: true } } },
  });
  const never = new AbortController().signal;
  // One after the other: responses get their numbers in the same order every time.
  for (const { id, mode, revision } of items) {
    const asked = { cells: revision.cells, mode: mode as JudgingMode | null };
    await workOn(
      { itemId: id, jobId, token },
      { halt: never, cut: never },
      answering(() => replyTo(asked), evidence),
    );
  }
}

/** Services that answer at once. */
function answering(reply: () => string, evidence: NonNullable<SeedDataset["evidence"]>): Services {
  return {
    askModel: (_connection, _capabilities, request) => Promise.resolve(replied(reply(), request)),
    search: ({ service }, query, options, today) => {
      const results = evidence[query];
      if (results === undefined) throw new Error(`The sample has no evidence for “${query}”.`);
      const raw = {
        organic: results.map(({ title, url, date, snippet }, at) => ({
          title,
          link: url,
          snippet,
          ...(date !== null && { date }),
          position: at + 1,
        })),
      };
      return Promise.resolve({
        raw: [raw],
        params: searchParams(service, options),
        found: readSearchResults(service, raw, today),
        requests: 1,
        startedAt: now(),
        durationMs: 0,
      });
    },
  };
}

/** A reply as an OpenAI-compatible service sends it. */
function replied(
  text: string,
  { model, messages, temperature, maxTokens }: ModelRequest,
): ModelReply {
  const tokens = (said: string) => Math.ceil(said.length / CHARACTERS_PER_TOKEN);
  const input = messages.reduce((sum, { content }) => sum + tokens(content), 0);
  const output = tokens(text);
  return {
    text,
    finish: "stop",
    finishRaw: "stop",
    usage: { input, output, reasoning: null, cached: null },
    sent: { model, messages, temperature, max_tokens: maxTokens },
    received: JSON.stringify({
      object: "chat.completion",
      model,
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    }),
  };
}
