import fc from "fast-check";
import type { z } from "zod";
import { hostileText, hostileValue } from "./hostile";

/*
 * What nearly fits a schema: of its shape, with hostile leaves, so that refinements and transformations behind the first
 * look are reached.
 */

const PLAUSIBLE = [
  "2024-02-29",
  "2026-11-23T10:00:00Z",
  "01234567-89ab-4cde-8f01-23456789abcd",
  "ann@example.org",
  "https://example.org/a",
  "FreshQA_v01012026",
  "Europe/Berlin",
  "1",
  "1,2",
  "a",
];
const texts = fc.oneof(fc.constantFrom(...PLAUSIBLE), hostileText(PLAUSIBLE, 3_000));
const numbers = fc.constantFrom(0, 1, -1, 2, 0.5, 2 ** 31, 2 ** 53, 1e308, -0, NaN, Infinity);

/** Values for a schema; a fifth of every part is something else altogether. */
export function valuesFor(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fitting(schema, depth) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function fitting(schema: z.core.$ZodType, depth: number): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as { type: string } & Record<string, unknown>;
  const of = (inner: unknown) => valuesFor(inner as z.core.$ZodType, depth + 1);
  if (depth > 6) return hostileValue;
  switch (def.type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(def["shape"] as Record<string, unknown>).map(([name, field]) => [
            name,
            of(field),
          ]),
        ),
        { requiredKeys: [] },
      );
    case "array":
      return fc.array(of(def["element"]), { maxLength: 4 });
    case "tuple":
      return fc.tuple(...(def["items"] as unknown[]).map(of));
    case "union":
      return fc.oneof(...(def["options"] as unknown[]).map(of));
    case "intersection":
      return fc
        .tuple(of(def["left"]), of(def["right"]))
        .map(([one, other]) => Object.assign({}, one, other) as unknown);
    case "record":
      return fc.dictionary(fc.oneof(texts, fc.constant("__proto__")), of(def["valueType"]), {
        maxKeys: 4,
      });
    case "pipe":
      return (def["in"] as z.core.$ZodType)._zod.def.type === "transform"
        ? of(def["out"])
        : of(def["in"]);
    case "enum":
      return fc.constantFrom(...Object.values(def["entries"] as Record<string, string>));
    case "literal":
      return fc.constantFrom(...(def["values"] as unknown[]));
    case "string":
    case "template_literal":
      return texts;
    case "number":
    case "int":
      return numbers;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return "innerType" in def ? of(def["innerType"]) : fc.oneof(texts, numbers, hostileValue);
  }
}
