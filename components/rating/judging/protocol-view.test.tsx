import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { ProtocolItem } from "@/lib/rating/judging/queries";
import { NOTHING_NOTED } from "./item-form";
import { formOfAnswers } from "./protocol-answers";
import { exampleItem } from "./protocol-example";
import { ProtocolFormView } from "./protocol-form";
import { ProtocolItemView } from "./protocol-item";
import { ProtocolPreview } from "./protocol-preview";

const definitionOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;

const itemAs = (item: ProtocolItem) =>
  renderToStaticMarkup(
    <ProtocolItemView
      item={item}
      raw={false}
      onRaw={() => {}}
      unfolded={false}
      onUnfold={() => {}}
      keys
    />,
  );
const withoutTags = (html: string) => html.replace(/<[^>]*>/g, "");

describe("an item", () => {
  it("links each citation mark to its reference, and one without a reference to nothing", () => {
    const item = exampleItem(definitionOf("webglm-answers"));
    const [response] = item.responses;
    const text = "Two [1], [1, 2] and [9].";
    const html = itemAs({
      ...item,
      responses: [{ ...response!, text, rich: [{ is: "paragraph", of: [{ is: "text", text }] }] }],
    });
    expect(withoutTags(html)).toContain(text);
    expect(html.match(/href="#[^"]*"/g)).toEqual([
      'href="#response-1-reference-1"',
      'href="#response-1-reference-1"',
      'href="#response-1-reference-2"',
    ]);
    for (const place of [1, 2]) expect(html).toContain(`id="response-1-reference-${place}"`);
    expect(html).toContain('title="No such reference"');
  });

  it("puts no link into a link", () => {
    const item = exampleItem(definitionOf("webglm-answers"));
    const mark = { is: "text", text: "[1]" } as const;
    const html = itemAs({
      ...item,
      responses: [
        {
          ...item.responses[0]!,
          rich: [
            {
              is: "link",
              href: "https://a.example/",
              of: [mark, { is: "strong", of: [mark] }],
            },
          ],
        },
      ],
    });
    expect(/<a [^>]*a\.example.*?<\/a>/.exec(html)![0].match(/<a /g)).toHaveLength(1);
    expect(html).not.toContain('href="#');
  });

  it("names responses in the order in which they are shown, and says nothing of their places", () => {
    const item = exampleItem(definitionOf("webglm-turing"));
    const [one, two, three] = item.responses;
    const html = (responses: ProtocolItem["responses"]) => itemAs({ ...item, responses });
    const shown = withoutTags(html([three!, one!, two!]));
    expect([..."ABC"].map((letter) => shown.indexOf(`Response ${letter}`))).not.toContain(-1);
    expect(shown.indexOf(three!.text)).toBeLessThan(shown.indexOf(one!.text));
    const renamed = [three!, one!, two!].map((response, i) => ({ ...response, place: i + 1 }));
    expect(html(renamed)).toBe(html([three!, one!, two!]));
  });

  it("shows the rated reference alone where one is rated", () => {
    const shown = withoutTags(itemAs(exampleItem(definitionOf("webglm-references"))));
    expect(shown).toContain("The moons of Mars");
    expect(shown).not.toContain("Response");
    expect(shown).not.toContain("Asaph Hall");
  });
});

describe("a form", () => {
  it("says what the chosen level means, for those who cannot point at it", () => {
    const definition = definitionOf("webglm-answers");
    const subject = { definition, places: [1] };
    const [question] = definition.questions;
    if (question?.kind !== "ordinal") throw new Error("The first question has levels.");
    const htmlOf = (value: number) =>
      withoutTags(
        renderToStaticMarkup(
          <ProtocolFormView
            subject={subject}
            form={formOfAnswers(subject, { [question.key]: { value } }, NOTHING_NOTED)}
            onChange={() => {}}
            problems={{}}
            keys
          />,
        ),
      );
    for (const { value, meaning } of question.levels)
      for (const other of question.levels)
        expect(htmlOf(other.value).includes(meaning)).toBe(other.value === value);
  });
});

describe.each(PROTOCOL_PRESETS)("the preview of $key", ({ definition }) => {
  it("asks every question, with the levels and their meanings", () => {
    const html = renderToStaticMarkup(<ProtocolPreview definition={definition} />)
      .replaceAll("&#x27;", "'")
      .replaceAll("&quot;", '"');
    for (const question of definition.questions) {
      expect(html).toContain(question.label);
      expect(html).toContain(question.help);
      for (const { label, meaning } of "levels" in question ? question.levels : []) {
        expect(html).toContain(label);
        expect(html).toContain(`title="${meaning}"`);
      }
    }
  });
});
