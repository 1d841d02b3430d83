import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { splitAnswer } from "@/lib/runs/references/marks";
import type { Reference } from "@/lib/runs/references/vocabulary";
import { CitedText } from "./cited-text";
import { ReferenceList } from "./reference-list";

const ANSWER = "One [1] <b>two</b> [2, 9][1]. Three";
const segments = splitAnswer(ANSWER);
const reference = (place: number, more: Partial<Reference> = {}): Reference => ({
  place,
  title: null,
  url: null,
  text: "text",
  ...more,
});
const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

it("an answer stays as it is, its marks lead to the references that there are", () => {
  const markup = renderToStaticMarkup(
    <CitedText text={ANSWER} segments={segments} places={new Set([1, 2])} />,
  );
  expect(textOf(markup)).toBe(ANSWER);
  expect(
    Array.from(
      markup.matchAll(/<a href="(.*?)" aria-label="(.*?)">(.*?)<\/a>/g),
      ([, ...found]) => found,
    ),
  ).toEqual([
    ["#reference-1", "Reference 1", "[1]"],
    ["#reference-2", "Reference 2", "2"],
    ["#reference-1", "Reference 1", "[1]"],
  ]);
  expect(markup).toMatch(/title="No such reference">9</);
});

it("references lead back to each mark that cites them, and only web addresses are links", () => {
  const answer = renderToStaticMarkup(
    <CitedText text={ANSWER} segments={segments} places={new Set([1])} />,
  );
  const markup = renderToStaticMarkup(
    <ReferenceList
      references={[
        reference(1, { title: "<i>", url: "javascript:alert(1)" }),
        reference(2, { url: "https://example.org/a?b=1" }),
        reference(3, { text: `${"long ".repeat(200)}end` }),
        reference(4, { title: "T", text: "" }),
      ]}
      segments={segments}
    />,
  );
  const back = Array.from(markup.matchAll(/href="#(mark-\d+)"/g), ([, id]) => id!);
  expect(back).toHaveLength(3);
  for (const id of back) expect(answer).toContain(`id="${id}"`);
  expect(markup).toContain("<b>&lt;i&gt;</b>");
  expect(Array.from(markup.matchAll(/href="([^#].*?)"/g), ([, href]) => href)).toEqual([
    "https://example.org/a?b=1",
  ]);
  expect(markup).toContain('rel="noopener noreferrer"');
  expect(markup).toMatch(
    /<details.*Show all 1,003 characters.*Show less.*long end<\/p><\/details>/,
  );
  expect(markup).toContain("No text");
  expect(markup.match(/Not cited/g)).toHaveLength(2);
});
