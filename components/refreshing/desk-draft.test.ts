import { describe, expect, it } from "vitest";
import type { Content } from "@/lib/dataset/questions/schema";
import type { RefreshKind } from "@/lib/refreshing/schema";
import { checkDeskValues } from "./desk-check";
import {
  asKind,
  deskValuesOf,
  isTyped,
  readDeskDraft,
  rebaseDeskDraft,
  shownYear,
  type DeskDraft,
  type DeskValues,
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
const draftOf = (
  kind: RefreshKind,
  changes: Partial<DeskValues> = {},
  of = content,
): DeskDraft => ({
  kind,
  open: true,
  values: { ...deskValuesOf(of, kind), ...changes },
});
const answer = (changes: Partial<DeskValues> = {}): DeskValues => draftOf("answer", changes).values;
const check = ({ kind, values }: DeskDraft, of = content) =>
  checkDeskValues(kind, values, of, TODAY);
const on = (day: string) => ({ nextReview: { policy: "on_date" as const, on: day } });

describe("the form of the desk", () => {
  it("sends only what was changed beside the answers", () => {
    expect(check(draftOf("answer", { answers: lines("Bea Okafor") })).value).toEqual({
      kind: "answer",
      answers: ["Bea Okafor"],
    });
    expect(
      check(
        draftOf("answer", {
          answers: lines("Bea Okafor"),
          sources: lines("https://news.example"),
          ...on("2027-03-09"),
        }),
      ).value,
    ).toEqual({
      kind: "answer",
      answers: ["Bea Okafor"],
      sources: ["https://news.example"],
      nextReview: { policy: "on_date", on: "2027-03-09" },
    });
  });

  it("sends the fields of its kind", () => {
    const changes: Partial<DeskValues> = {
      question: "Never sent from here",
      note: "Nor is this",
      answers: lines("Bea Okafor"),
      sources: lines("https://news.example"),
      hops: "multi-hop",
      yearFollows: false,
      comment: "because",
    };
    const fieldsOf = (kind: RefreshKind) => Object.keys(check(draftOf(kind, changes)).value!);
    expect(fieldsOf("answer")).toEqual(["kind", "answers", "effectiveYear", "sources"]);
    expect(fieldsOf("reclassify").sort()).toEqual(
      ["kind", "factType", "falsePremise", "hops", "verified"].sort(),
    );
    expect(fieldsOf("schedule")).toEqual(["kind", "nextReview", "verified"]);
    expect(fieldsOf("evidence")).toEqual(["kind", "sources", "verified"]);
    expect(fieldsOf("retire")).toEqual(["kind"]);
  });

  it("lets the year follow the answer until someone types one", () => {
    expect(shownYear(answer(), content, 2026)).toEqual({ text: "2022", before: true });
    expect(shownYear(answer({ answers: lines("Bea Okafor") }), content, 2026)).toEqual({
      text: "2026",
      before: false,
    });
    const typed = (text: string) =>
      draftOf("answer", { yearFollows: false, effectiveYear: { text, before: false } });
    expect(shownYear(typed("2025").values, content, 2026)).toEqual({ text: "2025", before: false });
    expect(check(typed("2025")).value).toMatchObject({
      effectiveYear: { year: 2025, before: false },
    });
    expect(check(typed("20x")).errors).toEqual({
      "effectiveYear.year": "Enter a four-digit year.",
    });
  });

  it.each<[string, DeskDraft, string]>([
    ["an empty answer", draftOf("answer", { answers: lines("") }), "answers.0"],
    [
      "a second address that is none, behind an empty line",
      draftOf("evidence", { sources: lines("https://a.example", "", "nowhere") }),
      "sources.2",
    ],
    ["a day that is not chosen", draftOf("schedule", on("")), "nextReview.on"],
    ["retiring without a reason", draftOf("retire"), "comment"],
  ])("refuses %s at its field", (_name, draft, field) => {
    expect(check(draft)).toMatchObject({ value: null, errors: { [field]: expect.any(String) } });
  });

  describe("over a fixed review date that has passed", () => {
    const passed: Content = { ...content, nextReview: { policy: "on_date", on: "2026-11-23" } };
    const typed = (kind: RefreshKind, part: Partial<DeskValues> = {}) =>
      draftOf(
        kind,
        {
          ...(kind === "answer" && { answers: lines("Bea Okafor") }),
          ...(kind === "evidence" && { sources: lines("https://news.example") }),
          ...(kind === "reclassify" && { hops: "multi-hop" }),
          ...part,
        },
        passed,
      );
    const kinds = ["answer", "reclassify", "schedule", "evidence"] as const;

    it.each(kinds)("asks for the next date before %s verifies the answers", (kind) => {
      expect(check(typed(kind), passed)).toEqual({
        value: null,
        errors: { "nextReview.on": "Choose a date after today." },
      });
      expect(check(typed(kind, on("")), passed).errors).toHaveProperty(["nextReview.on"]);
      expect(check(typed(kind, on("2026-11-24")), passed)).toMatchObject({
        value: { kind, nextReview: { policy: "on_date", on: "2026-11-24" } },
        errors: {},
      });
      const never = { nextReview: { policy: "never" as const, on: "2026-11-23" } };
      expect(check(typed(kind, never), passed)).toMatchObject({
        value: { kind, nextReview: { policy: "never", on: null } },
        errors: {},
      });
    });

    it("leaves the schedule alone where no one verified the answers", () => {
      expect(check(typed("evidence", { verified: false }), passed).value).toEqual({
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
    expect(isTyped(draftOf("answer"), content)).toBe(false);
    for (const changes of [
      { comment: "because" },
      { verified: false },
      { yearFollows: false },
      { hops: "multi-hop" } as const,
    ])
      expect(isTyped(draftOf("answer", changes), content)).toBe(true);
    const entered = { effectiveYear: { text: "1999", before: false } };
    expect(isTyped(draftOf("answer", { ...entered, yearFollows: true }), content)).toBe(false);
    expect(isTyped(draftOf("answer", { ...entered, yearFollows: false }), content)).toBe(true);
  });

  it("put on top of another's change keeps what was typed and takes over what they changed elsewhere", () => {
    const theirs: Content = {
      ...content,
      answers: ["Eli Tanaka"],
      sources: ["https://theirs.example"],
      effectiveYear: { year: 2025, before: false },
      nextReview: { policy: "on_date", on: "2027-01-01" },
    };
    const typed = draftOf("answer", { answers: lines("Bea Okafor") });
    const draft = rebaseDeskDraft(typed, content, theirs);
    expect(check(draft, theirs).value).toEqual({ kind: "answer", answers: ["Bea Okafor"] });
    expect(draft.values).toMatchObject({
      ...on("2027-01-01"),
      sources: lines("https://theirs.example"),
      effectiveYear: { text: "2025", before: false },
    });
    const year = { yearFollows: false, effectiveYear: { text: "2022", before: true } };
    expect(rebaseDeskDraft(draftOf("answer", year), content, theirs).values).toMatchObject(year);
  });

  it("of another kind keeps what was typed, and asks for a date only where a schedule is chosen", () => {
    const unnamed: Content = { ...content, nextReview: { policy: "unrecognized", on: null } };
    const typed = draftOf("answer", { answers: lines("Bea Okafor") }, unnamed);
    const schedule = asKind(typed, "schedule", unnamed);
    expect(schedule).toMatchObject({ kind: "schedule", values: on("") });
    const back = asKind(schedule, "answer", unnamed);
    expect(back).toEqual(typed);
    expect(check(back, unnamed).value).toEqual({ kind: "answer", answers: ["Bea Okafor"] });
    const chosen = { ...schedule, values: { ...schedule.values, ...on("2027-01-01") } };
    expect(asKind(chosen, "answer", unnamed).values).toMatchObject(on("2027-01-01"));
  });
});

describe("a form that a device has kept", () => {
  const kept = draftOf("schedule", { yearFollows: false, comment: "later" });

  it("is read as it was", () => {
    expect(readDeskDraft(JSON.parse(JSON.stringify(kept)), content)).toEqual(kept);
  });

  it("of before a field has been added says of it what the question does", () => {
    const { hops: _, ...values } = kept.values;
    expect(readDeskDraft({ ...kept, values }, content)).toEqual(kept);
  });

  it.each([
    ["nothing", undefined],
    ["a list", []],
    ["another kind", { ...kept, kind: "delete" }],
    ["a kind that every object has", { ...kept, kind: "toString" }],
    ["without values", { kind: "answer", open: true }],
    ["with a field that is no value", { ...kept, values: { ...kept.values, hops: 2 } }],
    ["without a comment", { ...kept, values: { ...kept.values, comment: undefined } }],
    ["without a word on the year", { ...kept, values: { ...kept.values, yearFollows: "no" } }],
  ])("is none where it is %s", (_, stored) => {
    expect(readDeskDraft(stored, content)).toBeNull();
  });
});
