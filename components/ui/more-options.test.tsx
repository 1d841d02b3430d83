import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { factIf, factOf, type FieldFact } from "./facts-of-fields";
import { MoreOptions } from "./more-options";

describe("a folded field", () => {
  it.each([
    ["Seed", 1, 1, null],
    // A field of numbers holds a string while someone types.
    ["Seed", "1", 1, null],
    ["Seed", " 1 ", 1, null],
    ["Seed", 0, 1, "Seed: 0"],
    ["Seed", "", 1, "Seed: empty"],
    ["Requests per minute", "", "", null],
    ["Requests per minute", "  ", "", null],
    ["Requests per minute", 60, "", "Requests per minute: 60"],
  ])("%s with %j, usually %j, says %j", (label, value, usual, said) =>
    expect(factOf(label, value, usual)).toBe(said),
  );

  it("says its value in its own words, unless it is empty or usual", () => {
    expect(factOf("Timeout", 300, 120, "300 s")).toBe("Timeout: 300 s");
    expect(factOf("Timeout", "", 120, " s")).toBe("Timeout: empty");
    expect(factOf("Timeout", 120, 120, "120 s")).toBeNull();
    expect(factIf(true, "AI text")).toBe("AI text");
    expect(factIf(false, "AI text")).toBeNull();
  });
});

describe("a fold of fields", () => {
  const markup = (facts: readonly FieldFact[], about?: string) =>
    renderToStaticMarkup(
      <MantineProvider>
        <MoreOptions name="test" facts={facts} {...(about !== undefined && { about })}>
          <input aria-label="Timeout" />
        </MoreOptions>
      </MantineProvider>,
    );
  const line = (html: string) =>
    /<summary[^>]*>([^]*)<\/summary>/
      .exec(html)![1]!
      .replace(/<[^>]*>/g, "")
      .trim();

  it.each([
    [[], "Key header, timeout", "More options Key header, timeout"],
    [[null, null], "Key header, timeout", "More options Key header, timeout"],
    [[null, "Timeout: 300 s"], "Key header, timeout", "More options Timeout: 300 s"],
    [["A: 1", null, "B: 2"], "Key header, timeout", "More options A: 1 · B: 2"],
    [[], undefined, "More options"],
  ])("with %j says in its line what is set, else what can be set", (facts, about, said) =>
    expect(line(markup(facts, about))).toBe(said),
  );

  it("begins folded, with its fields in the form", () => {
    const html = markup([]);
    expect(html).toMatch(/<details(?![^>]*\bopen\b)[^>]*>/);
    expect(html).toMatch(/<\/summary>.*<input aria-label="Timeout"\/>.*<\/details>/);
  });
});
