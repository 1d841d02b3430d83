import { describe, expect, it, vi } from "vitest";
import { repeatedKeys } from "@/components/desk/key-samples";
import { guideOf, onKey } from "@/components/desk/keys";
import { MapStorage } from "@/components/desk/outbox-samples";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { readAnswers } from "@/lib/rating/protocols/rules";
import { protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import type { ProtocolDefinition, ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import {
  differs,
  emptyForm,
  enterCannotTell,
  enterDigit,
  enterSide,
  formOfAnswers,
  moveCard,
  protocolDrafts,
  questionAt,
  turn,
  turnCard,
  write,
  type ProtocolForm,
  type Subject,
} from "./protocol-answers";
import { exampleItem } from "./protocol-example";
import { deskKeys, protocolKeys } from "./protocol-keys";
import { EMPTY_FORM, formDrafts } from "./rating-form";

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;
const ANSWERS: Subject = { definition: presetOf("webglm-answers"), places: [1] };
const RANKING: Subject = { definition: presetOf("webglm-turing"), places: [3, 1, 2] };
const PAIR: Subject = { definition: presetOf("pairwise-fresh"), places: [2, 1] };

const text: ProtocolQuestion = {
  kind: "text",
  key: "why",
  label: "Why",
  help: "",
  when: null,
  required: false,
  max: 100,
};
/** Every kind that its unit can have, a tie and "cannot tell" included. */
const variants: [string, ProtocolDefinition][] = [
  ...PROTOCOL_PRESETS.map(({ key, definition }): [string, ProtocolDefinition] => [key, definition]),
  [
    "ranking with ties and text",
    {
      ...RANKING.definition,
      questions: [{ ...RANKING.definition.questions[0]!, ties: true } as ProtocolQuestion, text],
    },
  ],
  [
    "pairs with both bad, cannot tell and text",
    {
      ...PAIR.definition,
      questions: [
        {
          ...PAIR.definition.questions[0]!,
          ties: "good-or-bad",
          cannotTell: true,
        } as ProtocolQuestion,
        text,
      ],
    },
  ],
];

const digits = (subject: Subject, ...keys: number[]) =>
  keys.reduce((form, digit) => enterDigit(subject, form, digit), emptyForm(subject));

describe.each(variants)("the desk of %s", (_, definition) => {
  it("has each key once, those of the whole desk included", () => {
    expect(protocolDefinitionSchema.safeParse(definition).error).toBeUndefined();
    expect(repeatedKeys(protocolKeys(definition), deskKeys(definition))).toEqual([]);
  });

  it("has an example item that shows what the protocol shows", () => {
    const { answers, sources, responses, reference } = exampleItem(definition);
    const { shows, unit } = definition;
    expect(answers.length > 0).toBe(shows.correctAnswers);
    expect(sources.length > 0).toBe(shows.evidence);
    expect(responses.length).toBe({ reference: 0, response: 1, pair: 2, question: 3 }[unit]);
    expect(reference !== null).toBe(unit === "reference");
    for (const { text: shown, references } of responses) {
      expect(references.length > 0).toBe(shows.references);
      if (shows.marks === "removed") expect(shown).not.toContain("[1]");
    }
  });
});

describe("digits", () => {
  it("choose a level each and go on, so that six answers are six keys", () => {
    const form = digits(ANSWERS, 4, 3, 3, 2, 2, 1);
    expect(readAnswers(ANSWERS.definition, form.answers, 1).answers).toEqual({
      fluency: { value: 3 },
      correctness: { value: 2 },
      "citation-accuracy": { value: 2 },
      objectivity: { value: 1 },
      truthfulness: { value: 1 },
      redundancy: { value: 0 },
    });
    expect(questionAt(ANSWERS, form).key).toBe("redundancy");
  });

  it("do nothing where there is no such level, and zero only where “cannot tell” is an answer", () => {
    const begun = emptyForm(ANSWERS);
    expect(enterDigit(ANSWERS, begun, 5)).toBe(begun);
    expect(enterCannotTell(ANSWERS, begun)).toBe(begun);
    const at = { ...begun, at: "truthfulness" };
    expect(enterCannotTell(ANSWERS, at).answers).toEqual({ truthfulness: { cannotTell: true } });
  });

  it("rank responses as they are shown, the best first; the last one comes by itself", () => {
    const form = digits(RANKING, 2, 1);
    // Shown second is place 1, shown first place 3.
    expect(form.answers).toEqual({ rank: { ranks: [1, 3, 2] } });
    expect(readAnswers(RANKING.definition, form.answers, 3).problems).toBeNull();
    // Again: it leaves the ranking, which is then no answer.
    expect(enterDigit(RANKING, form, 2).answers).toEqual({});
    expect(digits(RANKING, 4)).toEqual(emptyForm(RANKING));
  });
});

describe("a ranking", () => {
  it("is made by choosing a card and moving it", () => {
    let form = digits(RANKING, 2, 1);
    // The cards are 1, 3, 2; the one at hand is 3.
    form = turnCard(RANKING, form, 1);
    expect(form.card).toBe(2);
    form = moveCard(RANKING, moveCard(RANKING, form, -1), -1);
    expect(form.answers).toEqual({ rank: { ranks: [2, 1, 3] } });
    expect(turnCard(RANKING, form, -1).card).toBe(2);
    expect(moveCard(RANKING, form, "tie")).toBe(form);
  });

  it("has ties where the protocol has", () => {
    const tied: Subject = { ...RANKING, definition: variants.at(-2)![1] };
    const form = moveCard(tied, { ...digits(tied, 2, 1), at: "rank", card: 3 }, "tie");
    expect(form.answers).toEqual({ rank: { ranks: [1, 3, 1] } });
  });
});

describe("a pair", () => {
  it("is answered by the side on which a response stands, whichever that is", () => {
    const [first] = PAIR.definition.questions;
    const answered = (places: number[], side: "left" | "right" | "tie" | "bothBad") =>
      enterSide({ ...PAIR, places }, emptyForm(PAIR), side).answers[first!.key];
    expect(answered([2, 1], "left")).toEqual({ value: 2 });
    expect(answered([1, 2], "left")).toEqual({ value: 1 });
    expect(answered([2, 1], "right")).toEqual({ value: 1 });
    expect(answered([2, 1], "tie")).toEqual({ value: 0 });
    expect(answered([2, 1], "bothBad")).toBeUndefined();
  });

  it("is answered by the arrows, which elsewhere go to and fro", () => {
    expect(deskKeys(PAIR.definition).back.keys).toEqual(["b"]);
    expect(deskKeys(ANSWERS.definition).back.keys).toEqual(["ArrowLeft"]);
  });
});

describe("questions", () => {
  it("that a condition leaves out are not at hand", () => {
    const [fluency, correctness, ...others] = ANSWERS.definition.questions;
    const subject: Subject = {
      ...ANSWERS,
      definition: {
        ...ANSWERS.definition,
        questions: [fluency!, { ...correctness!, when: { key: "fluency", is: 3 } }, ...others],
      },
    };
    expect(questionAt(subject, digits(subject, 1)).key).toBe("citation-accuracy");
    expect(questionAt(subject, digits(subject, 4)).key).toBe("correctness");
  });

  it("are turned within the form, and a text stays at hand while it is written", () => {
    const begun = emptyForm(ANSWERS);
    expect(turn(ANSWERS, begun, -1)).toBe(begun);
    expect(turn(ANSWERS, begun, 1).at).toBe("correctness");
    const subject: Subject = { ...RANKING, definition: variants.at(-2)![1] };
    const written = write(subject, emptyForm(subject), text, "Because");
    expect([written.at, written.answers]).toEqual(["why", { why: { text: "Because" } }]);
    expect(write(subject, written, text, "").answers).toEqual({});
  });
});

describe("keys", () => {
  /** Presses a key at a form. @returns the form behind it, and whether the key is taken from the browser */
  const press = (subject: Subject, form: ProtocolForm, init: Partial<KeyboardEvent>) => {
    let next = form;
    let taken = false;
    onKey(
      protocolKeys(subject.definition) as never,
      { subject, form, change: (changed: ProtocolForm) => (next = changed) } as never,
      {
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        shiftKey: false,
        preventDefault: () => (taken = true),
        target: null,
        ...init,
      } as never,
    );
    return { next, taken };
  };

  it("that move a card do so with Alt alone", () => {
    const before = digits(RANKING, 2, 1);
    for (const init of [{}, { altKey: true, shiftKey: true }, { altKey: true, ctrlKey: true }])
      expect(press(RANKING, before, { key: "ArrowUp", ...init }).next).toBe(before);
  });

  it("that go from question to question scroll the page where there is none", () => {
    vi.stubGlobal("document", { querySelector: () => null });
    vi.stubGlobal("Element", class {});
    const first = emptyForm(ANSWERS);
    expect(press(ANSWERS, first, { key: "ArrowUp" })).toEqual({ next: first, taken: false });
    const down = press(ANSWERS, first, { key: "ArrowDown" });
    expect([down.taken, down.next.at]).toEqual([true, "correctness"]);
    const last = { ...first, at: ANSWERS.definition.questions.at(-1)!.key };
    expect(press(ANSWERS, last, { key: "ArrowDown" })).toEqual({ next: last, taken: false });
    vi.unstubAllGlobals();
  });

  it("name responses as the page does, wherever they stand on it", () => {
    expect(JSON.stringify(guideOf(protocolKeys(PAIR.definition) as never))).not.toMatch(
      /left|right/,
    );
  });
});

describe("what is entered and not submitted", () => {
  const kept = { form: digits(RANKING, 2), activeMs: 400 };

  it("is kept, a ranking that is not complete included", () => {
    const storage = new MapStorage();
    const drafts = protocolDrafts(storage, 7, RANKING.definition);
    drafts.write(5, kept);
    expect(drafts.read(5)).toEqual(kept);
    expect(protocolDrafts(storage, 8, RANKING.definition).read(5)).toBeNull();
  });

  it("is refused in the shape of another protocol, and by the desk of Relaxed and Strict", () => {
    const storage = new MapStorage();
    const drafts = protocolDrafts(storage, 7, ANSWERS.definition);
    formDrafts(storage, 7, "rating").write(5, { form: EMPTY_FORM, activeMs: 1 });
    expect(drafts.read(5)).toBeNull();
    const full = { form: digits(RANKING, 2, 1), activeMs: 1 };
    protocolDrafts(storage, 7, RANKING.definition).write(5, full);
    expect(drafts.read(5)).toBeNull();
    expect(formDrafts(storage, 7, "rating").read(5)).toBeNull();
    for (const answers of [
      { fluency: null },
      { fluency: { value: "3" } },
      { fluency: { cannotTell: true } },
      { fluency: { ranks: [1] } },
    ]) {
      drafts.write(5, { form: { ...emptyForm(ANSWERS), answers: answers as never }, activeMs: 1 });
      expect(drafts.read(5), JSON.stringify(answers)).toBeNull();
    }
    for (const tiers of [{ rank: [1] }, { rank: [["1"]] }, { rank: null }]) {
      drafts.write(5, { form: { ...emptyForm(ANSWERS), tiers: tiers as never }, activeMs: 1 });
      expect(drafts.read(5), JSON.stringify(tiers)).toBeNull();
    }
    drafts.write(5, { form: emptyForm(ANSWERS), activeMs: 1 });
    expect(drafts.read(5)).not.toBeNull();
  });

  it("differs by what is said alone", () => {
    const before = formOfAnswers(RANKING, { rank: { ranks: [1, 3, 2] } }, EMPTY_FORM);
    const same = digits(RANKING, 2, 1);
    expect(differs(same, before)).toBe(false);
    expect(differs({ ...same, comment: "x" }, before)).toBe(true);
    expect(differs(moveCard(RANKING, same, -1), before)).toBe(true);
    expect(differs(enterDigit(RANKING, emptyForm(RANKING), 1), emptyForm(RANKING))).toBe(true);
  });
});
