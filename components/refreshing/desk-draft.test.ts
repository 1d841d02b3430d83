import { describe, expect, it } from "vitest";
import type { Content } from "@/lib/dataset/questions/schema";
import { checkDeskForm } from "./desk-check";
import {
  deskFormOf,
  isTyped,
  readDeskForm,
  rebaseDeskForm,
  shownYear,
  type DeskForm,
} from "./desk-draft";
import { dateHasPassed } from "@/lib/refreshing/rules";
import { sampleContent } from "@/prisma/testing/content";

const content: Content = sampleContent({
  effectiveYear: { year: 2022, before: true },
  nextReview: { policy: "frequently", on: null },
  factType: "fast-changing",
  answers: ["Ada Brandt", "Brandt"],
});
const TODAY = "2026-11-23";
const lines = (...texts: string[]) => texts.map((text, key) => ({ key, text }));
const answer = (changes: Partial<DeskForm> = {}): DeskForm => ({
  ...deskFormOf(content, "answer"),
  ...changes,
});

describe("the form of the desk", () => {
  it("sends only what was changed beside the answers", () => {
    expect(checkDeskForm(answer({ answers: lines("Bea Okafor") }), content, TODAY).change).toEqual({
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
        TODAY,
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
      checkDeskForm(answer({ year: { text: "2025", before: false } }), content, TODAY).change,
    ).toMatchObject({ effectiveYear: { year: 2025, before: false } });
    expect(
      checkDeskForm(answer({ year: { text: "20x", before: false } }), content, TODAY).errors,
    ).toEqual({ "effectiveYear.year": "Enter a four-digit year." });
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
    expect(checkDeskForm(form, content, TODAY)).toMatchObject({
      change: null,
      errors: { [field]: expect.any(String) },
    });
  });

  describe("over a fixed review date that has passed", () => {
    const passed: Content = { ...content, nextReview: { policy: "on_date", on: "2026-11-23" } };
    const typed = (kind: DeskForm["kind"], part: Partial<DeskForm> = {}): DeskForm => ({
      ...deskFormOf(passed, kind),
      ...(kind === "answer" && { answers: lines("Bea Okafor") }),
      ...(kind === "evidence" && { sources: lines("https://news.example") }),
      ...(kind === "reclassify" && { hops: "multi-hop" }),
      ...part,
    });
    const kinds = ["answer", "reclassify", "schedule", "evidence"] as const;

    it.each(kinds)("asks for the next date before %s verifies the answers", (kind) => {
      expect(checkDeskForm(typed(kind), passed, TODAY)).toEqual({
        change: null,
        errors: { "nextReview.on": "Choose a date after today." },
      });
      expect(checkDeskForm(typed(kind, { on: "" }), passed, TODAY).errors).toHaveProperty([
        "nextReview.on",
      ]);
      expect(checkDeskForm(typed(kind, { on: "2026-11-24" }), passed, TODAY)).toMatchObject({
        change: { kind, nextReview: { policy: "on_date", on: "2026-11-24" } },
        errors: {},
      });
      expect(checkDeskForm(typed(kind, { policy: "never" }), passed, TODAY)).toMatchObject({
        change: { kind, nextReview: { policy: "never", on: null } },
        errors: {},
      });
    });

    it("leaves the schedule alone where no one verified the answers", () => {
      const unverified = typed("evidence", { verified: false });
      expect(checkDeskForm(unverified, passed, TODAY).change).toEqual({
        kind: "evidence",
        sources: ["https://news.example"],
        verified: false,
      });
    });

    it("is passed from the day itself on", () => {
      expect(dateHasPassed(passed, "2026-11-22")).toBe(false);
      expect(dateHasPassed(passed, "2026-11-23")).toBe(true);
      expect(dateHasPassed(content, "2099-01-01")).toBe(false);
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
    expect(checkDeskForm(form, theirs, TODAY).change).toEqual({
      kind: "answer",
      answers: ["Bea Okafor"],
    });
    expect(form).toMatchObject({
      policy: "on_date",
      on: "2027-01-01",
      sources: lines("https://theirs.example"),
    });
  });
});

describe("a form that a device has kept", () => {
  const kept = deskFormOf(content, "schedule");

  it("is read as it was, its lines numbered anew", () => {
    const typed = { ...kept, year: { text: "2025", before: true }, comment: "later" };
    const stored: unknown = JSON.parse(
      JSON.stringify({ ...typed, sources: [{ key: 7, text: "x" }] }),
    );
    expect(readDeskForm(stored)).toEqual({ ...typed, sources: [{ key: 0, text: "x" }] });
  });

  it.each([
    ["nothing", undefined],
    ["a list", []],
    ["another kind", { ...kept, kind: "delete" }],
    ["a kind that every object has", { ...kept, kind: "toString" }],
    ["no lines", { ...kept, answers: "Ada" }],
    ["a line without text", { ...kept, answers: [{ key: 0 }] }],
    ["an unknown fact type", { ...kept, factType: "sometimes" }],
    ["an unknown policy", { ...kept, policy: "sometimes" }],
    ["unknown hops", { ...kept, hops: "no-hop" }],
    ["a year that is none", { ...kept, year: "2025" }],
    ["no comment", { ...kept, comment: undefined }],
  ])("is none where it is %s", (_, stored) => {
    expect(readDeskForm(stored)).toBeNull();
  });
});
