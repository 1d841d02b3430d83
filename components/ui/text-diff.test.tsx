import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TextDiff } from "./text-diff";

/** The comparison as text: [-went-] and {+came+}. */
function shown(before: string, after: string): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <TextDiff before={before} after={after} />
    </MantineProvider>,
  )
    .replace(/<style[^]*?<\/style>/g, "")
    .replace(/<span[^>]*> (removed|added): <\/span>/g, "")
    .replace(/<del[^>]*>([^]*?)<\/del>/g, "[-$1-]")
    .replace(/<ins[^>]*>([^]*?)<\/ins>/g, "{+$1+}")
    .replace(/<[^>]*>/g, "")
    .replace(/&#x27;/g, "'");
}

describe("a comparison of two texts", () => {
  it.each([
    ["the same", "the same", "the same"],
    ["By Republicans now", "By Democrats now", "By [-Republicans-]{+Democrats+} now"],
    ["campaign this year?", "campaign in 2023?", "campaign [-this year-]{+in 2023+}?"],
    ["President Joe", "Joe", "[-President -]Joe"],
    ["one two", "one and a two", "one {+and a +}two"],
    ["gone", "", "[-gone-] (empty)"],
    ["", "new", "{+new+}"],
  ])("of %j and %j shows what went and what came: %s", (before, after, expected) =>
    expect(shown(before, after)).toBe(expected),
  );

  it.each([
    ["2026-10-30", "2026-11-30", "[-2026-10-30-]{+2026-11-30+}"],
    ["2023", "2024", "[-2023-]{+2024+}"],
    ["before 2023", "2023", "[-before -]2023"],
    ["11/30/2026", "11/29/2026", "[-11/30/2026-]{+11/29/2026+}"],
    ["at 10:30.", "at 10:45.", "at [-10:30-]{+10:45+}."],
    ["1,200.50 dollars", "1,300.50 dollars", "[-1,200.50-]{+1,300.50+} dollars"],
    ["in 2022, 2023", "in 2022, 2024", "in 2022, [-2023-]{+2024+}"],
    ["GPT-4-0314", "GPT-4-0613", "GPT-[-4-0314-]{+4-0613+}"],
    ["v1.2a", "v1.3a", "v1.[-2a-]{+3a+}"],
  ])("of %j and %j marks dates and numbers whole: %s", (before, after, expected) =>
    expect(shown(before, after)).toBe(expected),
  );

  it.each([
    ["end ", "end", "end[-␣-]"],
    ["a\r\nb", "a\nb", "a[-␍␊\n-]{+␊\n+}b"],
    ["a\tb", "a b", "a[-⇥-]{+␣+}b"],
  ])("of %j and %j shows white space that changed as signs", (before, after, expected) =>
    expect(shown(before, after)).toBe(expected),
  );

  it("of two long texts without a word in common is there in no time", () => {
    const words = (seed: string) =>
      Array.from({ length: 40_000 }, (_, index) => `${seed}${(index * 7919) % 40_009}`).join(" ");
    const begin = performance.now();
    shown(words("a"), words("b"));
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
