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
