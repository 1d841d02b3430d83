import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { notEmpty } from "@/prisma/testing/not-empty";
import { keptForm, NOTHING_NOTED, notesOf, type ItemForm } from "./item-form";
import { differs as answersDiffer, emptyForm, type ProtocolForm } from "./protocol-answers";
import { differs as verdictsDiffer, EMPTY_FORM, formOf, type RatingForm } from "./rating-form";

const RANKING = PROTOCOL_PRESETS.find(({ definition }) =>
  definition.questions.some(({ kind }) => kind === "ranking"),
)!.definition;

/** A form with each of its fields changed, one at a time, or the reason why a change of it says nothing. */
type Changed<F extends ItemForm> = { [Field in keyof F]: F[Field] | [F[Field], "no difference"] };
const NOTED: Changed<ItemForm> = {
  comment: "Seen",
  lowConfidence: true,
  flagged: true,
  correction: "Misread",
};
const VERDICT: Changed<RatingForm> = {
  ...NOTED,
  verdict: { ...EMPTY_FORM.verdict, relaxed: false },
  mode: ["strict", "no difference"],
};
const ANSWERS: Changed<ProtocolForm> = {
  ...NOTED,
  answers: { rank: { ranks: [1, 2] } },
  tiers: { rank: [[2]] },
  at: ["elsewhere", "no difference"],
  card: [2, "no difference"],
};

function holds<F extends ItemForm>(
  name: string,
  empty: F,
  changed: Changed<F>,
  differs: (one: F, other: F) => boolean,
): void {
  describe(`a form of ${name}`, () => {
    it("has a change of each field here", () => {
      expect(Object.keys(changed).sort()).toEqual(Object.keys(empty).sort());
    });

    it.each(Object.entries(changed))(
      "differs in %s exactly where that says something",
      (field, to) => {
        const says = !(Array.isArray(to) && to[1] === "no difference");
        const other = { ...empty, [field]: says ? to : (to as unknown[])[0] };
        expect(other).not.toEqual(empty);
        expect(differs(other, empty)).toBe(says);
        expect(differs(empty, other)).toBe(says);
        expect(differs(other, { ...other })).toBe(false);
      },
    );

    it("says the same with space around what is typed", () => {
      const form = { ...empty, comment: "Seen", correction: "Misread" };
      expect(differs({ ...form, comment: " Seen\n", correction: "Misread " }, form)).toBe(false);
    });

    it("is read from the device whole, by its own fields, and without a note that an older page did not know", () => {
      expect(keptForm({ form: empty, activeMs: 5 }, empty)).toEqual({ form: empty, activeMs: 5 });
      const unknown = { ...empty, surprise: 1 };
      expect(keptForm({ form: unknown, activeMs: 5 }, empty)?.form).toEqual(empty);
      for (const field of notEmpty(Object.keys(empty))) {
        const { [field]: gone, ...rest } = empty as unknown as Record<string, unknown>;
        const read = keptForm({ form: rest, activeMs: 5 }, empty);
        expect(read?.form ?? null, field).toEqual(field in NOTHING_NOTED ? empty : null);
        const other = { ...rest, [field]: typeof gone === "string" ? 1 : "1" };
        expect(keptForm({ form: other, activeMs: 5 }, empty), field).toBeNull();
      }
      for (const kept of [null, [], {}, { form: empty }, { form: empty, activeMs: -1 }])
        expect(keptForm(kept, empty)).toBeNull();
    });
  });
}

holds("Relaxed and Strict", EMPTY_FORM, VERDICT, verdictsDiffer);
holds(
  "another protocol",
  emptyForm({ definition: RANKING, places: [1, 2] }),
  ANSWERS,
  answersDiffer,
);

it("says the same whatever the order of its fields", () => {
  const verdict = { relaxed: true, strict: false, relaxedReason: null, strictReason: null };
  const turned = Object.fromEntries(Object.entries(verdict).reverse()) as typeof verdict;
  expect(JSON.stringify(turned)).not.toBe(JSON.stringify(verdict));
  expect(verdictsDiffer({ ...EMPTY_FORM, verdict }, { ...EMPTY_FORM, verdict: turned })).toBe(
    false,
  );
});

it("takes the notes of a rating and nothing else of it", () => {
  const notes = { comment: "Seen", lowConfidence: true, flagged: true };
  const rating = { ...notes, relaxed: true, strict: true, relaxedReason: null, strictReason: null };
  expect(notesOf(rating)).toEqual(notes);
  expect(formOf({ ...rating })).toMatchObject({ ...notes, correction: "" });
});
