import { describe, expect, it } from "vitest";
import { matching, type Entry } from "./palette-match";

const ENTRIES: Entry[] = [
  { href: "/", label: "Home" },
  { href: "/refresh", label: "Answer refresh", also: "due overdue review" },
  { href: "/refresh/desk", label: "Refresh answers" },
  { href: "/releases", label: "Releases" },
  { href: "/releases/new", label: "Publish release", also: "snapshot version" },
];
const found = (typed: string) => matching(ENTRIES, typed).map(({ label }) => label);

describe("matching", () => {
  it("gives all entries in their order while nothing is typed", () => {
    expect(found("  ")).toEqual(ENTRIES.map(({ label }) => label));
  });

  it("puts labels that begin with what was typed before those that have it, and other words last", () => {
    expect(found("ref")).toEqual(["Refresh answers", "Answer refresh"]);
    expect(found("rel")).toEqual(["Releases", "Publish release"]);
    expect(found("due")).toEqual(["Answer refresh"]);
  });

  it("wants every word to begin one, in any order and case", () => {
    expect(found("RELEASE pub")).toEqual(["Publish release"]);
    expect(found("release due")).toEqual([]);
    expect(found("lease")).toEqual([]);
  });

  it("finds nothing for signs alone", () => {
    expect(found("–")).toEqual([]);
  });
});
