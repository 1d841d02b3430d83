import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accuracyRequest } from "@/lib/reporting/accuracy/schema";
import { chosen, requestOf } from "@/lib/reporting/requests/parameters";
import { testTerminal } from "@/prisma/testing/command-line";
import { UsageError, type Call } from "./command";
import { inputOf, optionsOf } from "./report";

const NOBODY: Call["actor"] = { userId: 0, name: "nobody", roles: [], via: "cli" };
const call = (values: Call["values"], words: string[] = []): Call => ({
  actor: NOBODY,
  words,
  values,
  json: true,
  say: () => {},
  terminal: testTerminal().terminal,
});

describe("what a command of a report asks for", () => {
  const request = requestOf({
    place: {
      schema: z.string(),
      required: true,
      option: { argument: "PLACE", words: "where", positional: true },
    },
    ...accuracyRequest.parameters,
    provider: {
      schema: chosen(z.string().nullable().default(null)),
      option: { argument: "NAME", words: "only models of this provider" },
    },
    shown: { schema: chosen(z.string().default("all")), option: null },
  });

  it("follows from its parameters: a further one is an option with its help, and reaches the request", async () => {
    const { options, explanations } = optionsOf(request.parameters);
    expect(options.provider).toEqual({ type: "string" });
    expect(options.category).toEqual({ type: "string", multiple: true });
    expect(options.common).toEqual({ type: "boolean" });
    expect(options).not.toHaveProperty("shown");
    expect(options).not.toHaveProperty("place");
    expect(options).not.toHaveProperty("runs");
    expect(explanations[0]).toEqual(["PLACE", "where"]);
    expect(explanations.at(-1)).toEqual(["--provider NAME", "only models of this provider"]);
    const input = await inputOf(
      request.parameters,
      call({ provider: "Acme", category: ["false-premise", "fast-changing"], common: true }, [
        "here",
      ]),
    );
    expect(request.parse({ ...input, runs: [1] })).toMatchObject({
      place: "here",
      provider: "Acme",
      category: ["false-premise", "fast-changing"],
      questions: "common",
      split: "all",
    });
  });

  it("refuses other values of a closed list, and two that exclude each other", async () => {
    const of = (values: Call["values"]) => inputOf(request.parameters, call(values, ["here"]));
    await expect(of({ split: "train" })).rejects.toThrow(
      new UsageError('--split must be all, TEST or DEV, not "train".'),
    );
    await expect(of({ common: true, standardized: true })).rejects.toThrow(
      new UsageError("Use either --common or --standardized."),
    );
  });
});
