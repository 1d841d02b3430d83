import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { OutgoingGuard } from "@/lib/platform/outgoing/guard";
import {
  compatibleOf,
  countOf,
  explain,
  sender,
  type ModelConnection,
  type ModelReply,
  type Wire,
} from "./models";
import { blotted } from "./troubles";

/*
 * The one way to ask a model how like a question texts are: `/embeddings`, as OpenAI and the servers that follow it have it.
 * Like askModel, it asks once.
 */

/**
 * Compares texts with a question.
 * @param signal ends the request; its reason is thrown.
 * @returns a reply whose text is JSON: the cosine of the question with each text, in their order, to six places. Of the
 *   vectors, `received` has the lengths alone.
 * @throws ModelError; its message names host and status and quotes what the service says, with the key blotted out.
 */
export async function askSimilarities(
  connection: ModelConnection,
  request: { model: string; question: string; texts: readonly string[]; timeoutMs: number },
  outgoing: OutgoingGuard,
  signal?: AbortSignal,
): Promise<ModelReply> {
  const wire: Wire = { sent: null, received: null };
  const send = sender(wire, outgoing, request.timeoutMs, signal);
  try {
    const model = createOpenAICompatible(compatibleOf(connection, send)).embeddingModel(
      request.model,
    );
    const { embeddings, usage, response } = await model.doEmbed({
      values: [request.question, ...request.texts],
    });
    const [question, ...texts] = inOrder(embeddings, response?.body);
    if (texts.length !== request.texts.length || !texts.every((one) => fits(question!, one)))
      throw new TypeError("Not a vector for each text.");
    return {
      text: JSON.stringify(texts.map((one) => round(cosine(question!, one)))),
      finish: "stop",
      finishRaw: null,
      usage: { input: countOf(usage?.tokens), output: 0, reasoning: null, cached: null },
      sent: wire.sent,
      received: blotted(withoutVectors(response?.body), connection.key),
    };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw explain(error, connection, wire);
  }
}

/** Reads what askSimilarities() says. */
export function readSimilarities(text: string): number[] {
  return JSON.parse(text) as number[];
}

/** Vectors in the order of the texts, where the service says which is whose. */
function inOrder(vectors: readonly number[][], body: unknown): readonly number[][] {
  const data = (body as { data?: { index?: unknown }[] } | undefined)?.data ?? [];
  const indices = data.map(({ index }) => index);
  const all = vectors.map((_one, at) => at);
  if (!all.every((at) => indices.includes(at))) return vectors;
  return all.map((at) => vectors[indices.indexOf(at)]!);
}

const fits = (one: readonly number[], other: readonly number[]) =>
  one.length > 0 && one.length === other.length && other.every(Number.isFinite);

/** The cosine of two vectors of one length; 0 where one of them is all 0. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  let product = 0;
  let ones = 0;
  let others = 0;
  for (const [at, value] of one.entries()) {
    product += value * other[at]!;
    ones += value * value;
    others += other[at]! * other[at]!;
  }
  const lengths = Math.sqrt(ones) * Math.sqrt(others);
  return lengths === 0 ? 0 : product / lengths;
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

function withoutVectors(body: unknown): string {
  return JSON.stringify(body ?? null, (name, value: unknown) =>
    name === "embedding" && Array.isArray(value) ? `[${value.length} numbers]` : value,
  );
}
