import { describe, expect, it } from "vitest";
import { z } from "zod";
import { moduleFiles } from "@/prisma/testing/modules";

/*
 * Every text that a schema of lib takes, found by walking the schemas: none lets through what the database cannot hold.
 * A field that someone adds with a bare z.string() fails here.
 */

/** What the product itself has written is read back by these; nothing of them comes from outside. */
const OWN_RECORDS = [
  "runs/responses/schema:importColumnsSchema",
  "runs/logs/schema:foundLogSchema",
  "dataset/imports/schema:fileColumnsSchema",
];

interface Field {
  path: string;
  schema: z.core.$ZodType;
}

type Definition = { type: string } & Record<string, unknown>;
const definition = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** True for a string, also behind defaults and in front of transformations: then all of it is one field. */
function takesText(schema: z.core.$ZodType): boolean {
  const def = definition(schema);
  if (def.type === "string" || def.type === "template_literal") return true;
  if (def.type === "pipe") return takesText(def.in as z.core.$ZodType);
  return "innerType" in def && takesText(def.innerType as z.core.$ZodType);
}

/** The text fields of a schema. @throws Error for a kind of schema that the walk does not know */
function fieldsOf(
  schema: z.core.$ZodType,
  path: string,
  seen = new Set<z.core.$ZodType>(),
): Field[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const into = (next: unknown, step: string) =>
    fieldsOf(next as z.core.$ZodType, `${path}${step}`, new Set(seen));
  const def = definition(schema);
  if (takesText(schema)) return [{ path, schema }];
  switch (def.type) {
    case "object":
      return [
        ...Object.entries(def.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) =>
          into(field, `.${name}`),
        ),
        ...(def.catchall ? into(def.catchall, ".*") : []),
      ];
    case "array":
      return into(def.element, "[]");
    case "tuple":
      return (def.items as unknown[]).flatMap((item, at) => into(item, `[${at}]`));
    case "union":
      return (def.options as unknown[]).flatMap((option, at) => into(option, `|${at}`));
    case "intersection":
      return [...into(def.left, "&"), ...into(def.right, "&")];
    case "record":
      return [...into(def.keyType, ".key"), ...into(def.valueType, ".value")];
    case "pipe":
      return [...into(def.in, ""), ...into(def.out, "")];
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
    case "nonoptional":
      return into(def.innerType, "");
    case "number":
    case "int":
    case "boolean":
    case "enum":
    case "literal":
    case "null":
    case "undefined":
    case "transform":
    case "date":
    case "never":
    case "bigint":
      return [];
    default:
      throw new Error(`${path}: this walk does not know z.${def.type}; a text could hide there.`);
  }
}

async function allFields(): Promise<Field[]> {
  const found: Field[] = [];
  for (const { key: file, load } of moduleFiles("schema", "rules")) {
    if (OWN_RECORDS.includes(file)) continue;
    for (const [name, exported] of Object.entries(await load())) {
      if (OWN_RECORDS.includes(`${file}:${name}`)) continue;
      if (exported instanceof z.core.$ZodType) found.push(...fieldsOf(exported, `${file}:${name}`));
    }
  }
  return found;
}

const HOSTILE = { NUL: "\u0000", "a lone surrogate": "\uD800", "a noncharacter": "\uFFFF" };
const LENGTHS = [1, 2, 3, 5, 10, 21, 36, 43, 64, 100];

/** Texts with the character at the beginning, in the middle and at the end, in the lengths that fields ask for. */
const samples = (character: string) =>
  LENGTHS.flatMap((length) => {
    const letters = "a".repeat(length - 1);
    return [
      character + letters,
      letters + character,
      letters.slice(0, length >> 1) + character + letters.slice(length >> 1),
    ];
  });

const fields = await allFields();

describe("the text fields of all schemas", () => {
  it("are found: a walk that sees few of them proves nothing", () => {
    expect(fields.length).toBeGreaterThan(120);
    const paths = fields.map((field) => field.path);
    for (const known of [
      "rating/judging/schema:submitJudgmentSchema.comment",
      "rating/judging/schema:correctJudgmentSchema.correction",
      "refreshing/schema:verifyQuestionSchema.evidence[]",
      "rating/adjudication/schema:adjudicateSchema.reason",
      "rating/answer-flags/schema:resolveFlagsSchema.note",
      "dataset/questions/schema:saveViewSchema.query",
      "dataset/schedule/schema:updateSettingsSchema.timeZone",
      "dataset/questions/schema:createQuestionSchema.content.answers[]",
      "rating/campaigns/schema:createCampaignSchema.plan.name",
      "people/accounts/schema:signInSchema.email",
    ])
      expect(paths).toContain(known);
  });

  it.each(Object.entries(HOSTILE))("let %s through nowhere", (_, character) => {
    const open = fields.filter(({ schema }) =>
      samples(character).some((sample) => {
        const parsed = z.safeParse(schema, sample);
        return (
          parsed.success &&
          JSON.stringify(parsed.data ?? null).includes(JSON.stringify(character).slice(1, -1))
        );
      }),
    );
    expect(open.map((field) => field.path)).toEqual([]);
  });

  it("take no day and no moment of a year that the database's calendar lacks", () => {
    const accepts = (schema: z.core.$ZodType, sample: string) => {
      const parsed = z.safeParse(schema, sample);
      return parsed.success && JSON.stringify(parsed.data ?? null).includes(sample);
    };
    // A field for any text takes the second of each pair too.
    const LOST = [
      ["0000-01-01", "0000-01-0x"],
      ["0000-06-01T00:00:00Z", "0000-06-01T00:00:0xZ"],
      ["0000-06-01T00:00:00.000Z", "0000-06-01T00:00:00.00xZ"],
      ["0001-01-01T00:00:00+23:00", "0001-01-01T00:00:00+23:0x"],
    ];
    const open = fields.filter(({ schema }) =>
      LOST.some(([day, word]) => accepts(schema, day!) && !accepts(schema, word!)),
    );
    expect(open.map((field) => field.path)).toEqual([]);
    expect(
      fields.filter(({ schema }) => accepts(schema, "2026-11-22") && !accepts(schema, "2026-11-2x"))
        .length,
    ).toBeGreaterThan(8);
  });
});
