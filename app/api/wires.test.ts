import { describe, expect, it } from "vitest";
import { type z } from "zod";
import { SHEET_WIRE } from "@/lib/dataset/sheet/wire";
import { readInput, type Wire } from "@/lib/people/access/desk-route";
import { CASE_WIRE } from "@/lib/rating/adjudication/wire";
import { JUDGING_WIRE } from "@/lib/rating/judging/wire";
import { REFRESH_WIRE } from "@/lib/refreshing/wire";
import { notEmpty } from "@/prisma/testing/not-empty";
import { productSourcesIn, read } from "@/prisma/testing/tree";

const WIRES = {
  "lib/dataset/sheet/wire.ts": SHEET_WIRE,
  "lib/rating/adjudication/wire.ts": CASE_WIRE,
  "lib/rating/judging/wire.ts": JUDGING_WIRE,
  "lib/refreshing/wire.ts": REFRESH_WIRE,
} satisfies Record<string, Wire>;

it("every wire stands here", () => {
  const makes = /import \{[^}]*\bwire\b[^}]*\} from "@\/lib\/people\/access\/desk-route"/;
  const wires = productSourcesIn("lib", "app").filter((path) => makes.test(read(path)));
  expect(wires.sort()).toEqual(Object.keys(WIRES).sort());
});

const LEAVES = new Set(["boolean", "enum", "literal", "number", "string", "transform"]);

/** Each object of a schema, and each field, by its path: "change.kind", "cells[].text". */
function walk(schema: z.core.$ZodType, path: string, found: { fields: string[]; loose: string[] }) {
  const def = (schema as z.ZodType)._zod.def as z.core.$ZodTypes["_zod"]["def"];
  switch (def.type) {
    case "object":
      if ((def.catchall as z.core.$ZodTypes | undefined)?._zod.def.type !== "never")
        found.loose.push(path);
      for (const [field, inner] of Object.entries(def.shape)) {
        const place = path === "" ? field : `${path}.${field}`;
        found.fields.push(place);
        walk(inner, place, found);
      }
      return found;
    case "array":
      return walk(def.element, `${path}[]`, found);
    case "record":
      return walk(def.valueType, `${path}{}`, found);
    case "union":
      for (const option of def.options) walk(option, path, found);
      return found;
    case "pipe":
      return walk(def.out, path, walk(def.in, path, found));
    case "default":
    case "nullable":
    case "optional":
    case "prefault":
    case "readonly":
      return walk(def.innerType, path, found);
    default:
      if (!LEAVES.has(def.type)) throw new Error(`Unknown here, at ${path}: ${def.type}`);
      return found;
  }
}
const fieldsOf = (body: z.ZodType) => walk(body, "", { fields: [], loose: [] });

describe.each(Object.entries<Wire>(WIRES))("the wire in %s", (_, wire) => {
  it.each(Object.entries(wire.steps))("%s refuses a field that it doesn't know", (_, step) => {
    expect(fieldsOf(step.body).loose).toEqual([]);
    expect(readInput(wire, step, { surprise: 1 }).error?.message).toContain("surprise");
  });
});

it.each(Object.entries<Wire>(WIRES).filter(([, { visit }]) => visit !== null))(
  "%s tells of the visit exactly the steps that ask for it",
  (_, wire) => {
    const visit = wire.visit!;
    const told = notEmpty(Object.entries(wire.steps)).filter(([, step]) => {
      const { issues } = readInput(wire, step, { [visit]: 7 }).error!;
      return issues.some(({ path, code }) => path[0] === visit || code === "unrecognized_keys");
    });
    const asking = Object.entries(wire.steps).filter(([, { body }]) => visit in body.shape);
    expect(told.map(([name]) => name)).toEqual(asking.map(([name]) => name));
  },
);

/*
 * The fields that each version has. A change here is a change of what is sent: raise the version in the wire and in the desk's
 * rules, and let `earlier` there read what devices keep of the one before (docs/decisions/0251). A field that means something
 * else under the same name needs the same, and nothing here can notice it.
 */
it("has the fields of its version", () => {
  const said = Object.entries<Wire>(WIRES).flatMap(([path, { version, steps }]) =>
    Object.entries(steps).map(
      ([name, { body }]) =>
        `${path} ${version} ${name}: ${[...new Set(fieldsOf(body).fields)].join(" ")}`,
    ),
  );
  expect(said).toMatchInlineSnapshot(`
    [
      "lib/dataset/sheet/wire.ts 1 rows: questionIds",
      "lib/dataset/sheet/wire.ts 1 preview: cells cells[].questionId cells[].baseRevisionId cells[].field cells[].text",
      "lib/dataset/sheet/wire.ts 1 save: cells cells[].questionId cells[].baseRevisionId cells[].field cells[].text clientKey",
      "lib/dataset/sheet/wire.ts 1 undo: operationId clientKey",
      "lib/rating/adjudication/wire.ts 2 next: token filters filters.campaign filters.cause except first count",
      "lib/rating/adjudication/wire.ts 2 renew: token",
      "lib/rating/adjudication/wire.ts 2 release: token taskIds",
      "lib/rating/adjudication/wire.ts 2 settle: taskId verdict verdict.relaxed verdict.strict verdict.relaxedReason verdict.strictReason answers answers{}.cannotTell answers{}.value answers{}.ranks answers{}.text reason audit clientKey token",
      "lib/rating/adjudication/wire.ts 2 correct: taskId verdict verdict.relaxed verdict.strict verdict.relaxedReason verdict.strictReason answers answers{}.cannotTell answers{}.value answers{}.ranks answers{}.text reason supersedes clientKey token",
      "lib/rating/judging/wire.ts 2 next: campaignId count held visit left progress",
      "lib/rating/judging/wire.ts 2 shown: taskId visit",
      "lib/rating/judging/wire.ts 2 judge: verdict verdict.relaxed verdict.strict verdict.relaxedReason verdict.strictReason answers answers{}.cannotTell answers{}.value answers{}.ranks answers{}.text comment lowConfidence flagged activeMs clientKey taskId revisionId enteredAt",
      "lib/rating/judging/wire.ts 2 correct: verdict verdict.relaxed verdict.strict verdict.relaxedReason verdict.strictReason answers answers{}.cannotTell answers{}.value answers{}.ranks answers{}.text comment lowConfidence flagged activeMs clientKey supersedes correction enteredAt",
      "lib/rating/judging/wire.ts 2 skip: taskId clientKey",
      "lib/rating/judging/wire.ts 2 status: campaignId visit",
      "lib/rating/judging/wire.ts 2 leave: visit",
      "lib/refreshing/wire.ts 1 next: token filters filters.when filters.day filters.category filters.hops filters.host filters.assignee after count",
      "lib/refreshing/wire.ts 1 renew: token",
      "lib/refreshing/wire.ts 1 release: token questionIds",
      "lib/refreshing/wire.ts 1 verify: questionId baseRevisionId evidence comment clientKey token",
      "lib/refreshing/wire.ts 1 refresh: questionId baseRevisionId change change.kind change.answers change.effectiveYear change.effectiveYear.year change.effectiveYear.before change.sources change.nextReview change.nextReview.policy change.nextReview.on change.factType change.falsePremise change.hops change.verified evidence comment clientKey token",
      "lib/refreshing/wire.ts 1 skip: token questionId clientKey",
      "lib/refreshing/wire.ts 1 undo: undoes clientKey token",
      "lib/refreshing/wire.ts 1 open: token questionId clientKey",
    ]
  `);
});
