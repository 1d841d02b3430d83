import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";
import { moment } from "@/lib/platform/days";
import { text } from "@/lib/platform/text";
import { questionKey } from "@/lib/rating/protocols/schema";

/** Values of levels lie between -100 and 100. */
const value = z.number().int().min(-100).max(100);

const expected = z.record(
  questionKey,
  z.union([
    z.strictObject({ cannotTell: z.literal(true) }),
    z.strictObject({ value, tolerance: z.number().int().min(0).max(200).default(0) }),
  ]),
);

/** An item that may be gold: a response, or one of its references. */
const item = {
  responseId: id,
  referencePlace: id.nullable().default(null),
};

export const setGoldAnswersSchema = z.object({
  ...item,
  /** The version whose questions the maintainer saw. */
  versionId: id,
  /** The revision whose answers they saw. */
  revisionId: id,
  expected,
  explanation: text(5_000).trim().default(""),
  /** When the gold that the form showed was set (ISO); null: there was none. */
  replaces: moment().nullable(),
  clientKey,
});
export const withdrawGoldAnswersSchema = z.object({ ...item, versionId: id });
