import { describe, expect, it } from "vitest";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  checkDeskForm,
  deskFormOf,
  isTyped,
  rebaseDeskForm,
  shownYear,
  type DeskForm,
} from "./desk-draft";
import { sampleContent } from "@/prisma/testing/content";

const content: Content = sampleContent({
  effectiveYear: { year: 2022, before: true },
  nextReview: { policy: "frequently", on: null },
  factType: "fast-changing",
  answers: ["Ada Brandt", "Brandt"],
});
const lines = (...texts: string[]) => texts.map((text, key) => ({ key, text }));
const answer = (changes: Partial<DeskForm> = {}): DeskForm => ({
  ...deskFormOf(content, "answer"),
  ...changes,
});

describe("the form of the desk", () => {
  it("sends only what was changed beside the answers", () => {
    expect(checkDeskForm(answer({ answers: lines("Bea Okafor") }), content).change).toEqual({
      kind: "answer",
      answers: ["Bea Okafor"],
    });
    expect(
      checkDeskForm(
        answer({
          answers: lines("Bea Okafor"),
          sources: lines("https://news.example"),
          policy: "on_date",
          on: "2027-03-09",
        }),
        content,
      ).change,
    ).toEqual({
      kind: "answer",
      answers: ["Bea Okafor"],
      sources: ["https://news.example"],
      nextReview: { policy: "on_date", on: "2027-03-09" },
    });
  });

  it("lets the year follow the answer until someone types one", () => {
    expect(shownYear(answer(), content, 2026)).toEqual({ text: "2022", before: true });
    expect(shownYear(answer({ answers: lines("Bea Okafor") }), content, 2026)).toEqual({
      text: "2026",
      before: false,
    });
    expect(
      checkDeskForm(answer({ year: { text: "2025", before: false } }), content).change,
    ).toMatchObject({ effectiveYear: { year: 2025, before: false } });
    expect(checkDeskForm(answer({ year: { text: "20x", before: false } }), content).errors).toEqual(
      { "effectiveYear.year": "Enter a four-digit year." },
    );
  });

  it.each<[string, DeskForm, string]>([
    ["an empty answer", answer({ answers: lines("") }), "answers.0"],
    [
      "a second address that is none, behind an empty line",
      { ...deskFormOf(content, "evidence"), sources: lines("https://a.example", "", "nowhere") },
      "sources.2",
    ],
    [
      "a day that is not chosen",
      { ...deskFormOf(content, "schedule"), policy: "on_date" },
      "nextReview.on",
    ],
    ["retiring without a reason", deskFormOf(content, "retire"), "comment"],
  ])("refuses %s at its field", (_name, form, field) => {
    expect(checkDeskForm(form, content)).toMatchObject({
      change: null,
      errors: { [field]: expect.any(String) },
    });
  });

  it("knows whether anything was typed", () => {
    expect(isTyped(answer(), content)).toBe(false);
    expect(isTyped(answer({ comment: "because" }), content)).toBe(true);
  });

  it("put on top of another's change keeps what was typed and takes over what they changed elsewhere", () => {
    const theirs: Content = {
      ...content,
      answers: ["Eli Tanaka"],
      sources: ["https://theirs.example"],
      nextReview: { policy: "on_date", on: "2027-01-01" },
    };
    const form = rebaseDeskForm(answer({ answers: lines("Bea Okafor") }), content, theirs);
    expect(checkDeskForm(form, theirs).change).toEqual({ kind: "answer", answers: ["Bea Okafor"] });
    expect(form).toMatchObject({
      policy: "on_date",
      on: "2027-01-01",
      sources: lines("https://theirs.example"),
    });
  });
});
