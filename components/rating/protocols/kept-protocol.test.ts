import { expect, it } from "vitest";
import type { Keeping } from "@/components/ui/device-storage";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { keep, readKept } from "./kept-protocol";
import { draftOf } from "./protocol-draft";

function device(): Keeping {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

const { definition } = PROTOCOL_PRESETS[1]!;
const typed = {
  name: "Ours",
  note: "",
  // As one leaves it in the middle of a word, which no definition could be.
  draft: { ...draftOf(definition), questions: draftOf(definition).questions.slice(0, 1) },
  base: { from: "", number: 1, definition },
};
typed.draft.questions[0] = { ...typed.draft.questions[0]!, label: "", max: "" };

it("brings back what was typed, finished or not, until it is forgotten", () => {
  const storage = device();
  expect(readKept("a", storage)).toBeNull();
  keep("a", typed, storage);
  expect(readKept("a", storage)).toEqual(typed);
  expect(readKept("b", storage)).toBeNull();
  keep("a", null, storage);
  expect(readKept("a", storage)).toBeNull();
});

it("leaves out what has another form than today's", () => {
  const storage = device();
  storage.setItem("a", JSON.stringify({ ...typed, draft: { ...typed.draft, unit: "page" } }));
  storage.setItem("b", "{");
  expect([readKept("a", storage), readKept("b", storage)]).toEqual([null, null]);
});
