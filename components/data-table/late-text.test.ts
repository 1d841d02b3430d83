import { describe, expect, it } from "vitest";
import { pressWaiting, textArrives, typeWaiting, type Onto } from "./late-text";

/** Keys as "Ctrl+a"; a letter alone is typed. */
function after(keys: readonly string[]): { onto: Onto; typed: string | null } {
  let onto: Onto = "end";
  let typed: string | null = null;
  for (const pressed of keys) {
    const mod = pressed.startsWith("Ctrl+");
    const key = pressed.replace("Ctrl+", "");
    onto = pressWaiting(onto, { key, mod });
    if (mod || key.length > 1) continue;
    typed = onto === "all" ? key : (typed ?? "") + key;
    onto = typeWaiting(onto);
  }
  return { onto, typed };
}

describe("a cell whose text comes after its editor was opened says", () => {
  it.each([
    ["the text, where nothing was typed", [], null],
    ["the text and behind it what was typed", ["x", "y"], "long textxy"],
    ["what was typed alone, where everything was selected first", ["Ctrl+a", "x", "y"], "xy"],
    ["what was typed behind a selection, too", ["x", "Ctrl+a", "y", "z"], "yz"],
    ["the text, where everything is only selected", ["Ctrl+a"], null],
    ["nothing, where everything was deleted", ["Ctrl+a", "Delete"], ""],
    ["nothing, where everything was cut", ["Ctrl+A", "Ctrl+x"], ""],
    ["what was typed once everything was deleted", ["Ctrl+a", "Backspace", "x"], "x"],
    ["all of it, where the selection was left again", ["Ctrl+a", "End", "x"], "long textx"],
    ["all of it, where something else was pressed with Ctrl", ["Ctrl+b", "x"], "long textx"],
    ["what replaced it, whatever is selected then", ["Ctrl+a", "x", "Ctrl+a", "End", "y"], "xy"],
  ])("%s", (_, keys, said) => {
    const { onto, typed } = after(keys);
    expect(textArrives(onto, "long text", typed)).toBe(said);
  });
});
