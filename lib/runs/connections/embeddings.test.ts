import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outgoingGuard, type OutgoingGuard } from "@/lib/platform/outgoing/guard";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { askSimilarities, cosine, readSimilarities } from "./embeddings";
import type { ModelConnection, ModelError } from "./models";

const KEY = "planted-key-0123456789";

let services: ModelServices;
let outgoing: OutgoingGuard;
beforeAll(async () => {
  services = await startModelServices();
  outgoing = outgoingGuard({ allows: (host) => services.origin.endsWith(host) });
});
afterAll(async () => {
  await outgoing.close();
  services.stop();
});

const ask = (model: string, given: Partial<ModelConnection> = {}, texts = ["stop", "zebra"]) =>
  askSimilarities(
    {
      api: "openai-chat",
      baseUrl: `${services.origin}/v1/`,
      key: KEY,
      keyHeader: "authorization",
      query: {},
      ...given,
    },
    { model, question: "post", texts, timeoutMs: 2_000 },
    outgoing,
  );

it.each<[number[], number[], number]>([
  [[1, 0], [2, 0], 1],
  [[1, 0], [0, 3], 0],
  [[1, 2], [-1, -2], -1],
  [[3, 4], [4, 3], 0.96],
  [[0, 0], [1, 1], 0],
])("the cosine of %j and %j is %s", (one, other, expected) =>
  expect(cosine(one, other)).toBeCloseTo(expected, 12),
);

describe("comparing texts with a question", () => {
  it.each(["ok", "shuffled"])(
    "gives each text its cosine, in whatever order the service answers: %s",
    async (behavior) => {
      const reply = await ask(`compare/${behavior}`);
      // The services' vectors count letters: "stop" has those of "post", "zebra" none of them.
      expect(readSimilarities(reply.text)).toEqual([1, 0]);
      expect(reply).toMatchObject({
        finish: "stop",
        usage: { input: 60, output: 0, reasoning: null, cached: null },
        sent: {
          model: `compare/${behavior}`,
          input: ["post", "stop", "zebra"],
          encoding_format: "float",
        },
      });
      // Of the vectors the lengths alone are kept.
      const { data } = JSON.parse(reply.received) as { data: { embedding: string }[] };
      expect(data.map(({ embedding }) => embedding)).toEqual(Array(3).fill("[26 numbers]"));
    },
  );

  it("sends the key where the connection says, and its parameters", async () => {
    await ask("compare-key/ok", { keyHeader: "api-key", query: { "api-version": "1" } });
    const request = (await services.received()).find(
      ({ body }) => body.model === "compare-key/ok",
    )!;
    expect(request.path).toBe("/v1/embeddings?api-version=1");
    expect(request.headers["api-key"]).toBe(KEY);
    expect(request.headers.authorization).toBeUndefined();
  });

  it.each([
    ["key-refused", "key-refused", 401],
    ["rate-limited", "rate-limited", 429],
    ["unavailable", "unavailable", 503],
    ["request-refused", "request-refused", 400],
    ["one-short", "broken-answer", 200],
    ["other-json", "broken-answer", 200],
    ["broken-json", "broken-answer", 200],
    ["held", "unanswered", null],
  ])("says what went wrong, without the key: %s", async (behavior, trouble, status) => {
    const error = await ask(`wrong/${behavior}`).then(
      () => null,
      (thrown: unknown) => thrown as ModelError,
    );
    expect(error).toMatchObject({ trouble });
    // The library does not say with which status an answer came that is none.
    if (status !== 200) expect(error!.details.status).toBe(status);
    expect(JSON.stringify([error!.message, error!.details])).not.toContain(KEY);
  });
});
