import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  atomFeed,
  citeRelease,
  namesTag,
  readRange,
  releaseNameOf,
  suggestReleaseName,
  tabulateCounts,
} from "./rules";
import { publishReleaseSchema } from "./schema";
import { releaseDay } from "./vocabulary";

describe("a release's name", () => {
  it.each([
    ["FreshQA_v04072025", "2025-04-07"],
    ["FreshQA_v02292024", "2024-02-29"],
    ["FreshQA_v02292025", null],
    ["FreshQA_v13012025", null],
    ["FreshQA_v00102025", null],
    ["FreshQA_v01010000", null],
    ["FreshQA_v4072025", null],
    ["freshqa_v04072025", null],
    ["FreshQA_v04072025.csv", null],
    ["FreshQA_v04072025\n", null],
    ["", null],
  ])("%j names the day %j", (name, day) => expect(releaseDay(name)).toBe(day));

  it("made of a day names that day", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("1000-01-01T00:00:00Z"),
          max: new Date("9999-12-31T00:00:00Z"),
          noInvalidDate: true,
        }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          expect(releaseDay(releaseNameOf(day))).toBe(day);
        },
      ),
    );
  });

  it.each([
    [[], "FreshQA_v12312026", null],
    [["FreshQA_v12312026"], "FreshQA_v01012027", "FreshQA_v12312026"],
    [["FreshQA_v12312026", "FreshQA_v01012027"], "FreshQA_v01022027", "FreshQA_v12312026"],
  ])("is suggested for the first free day where %j are taken", (taken, name, todayTaken) =>
    expect(suggestReleaseName("2026-12-31", taken)).toEqual({ name, todayTaken }),
  );
});

describe("what is published", () => {
  const input = { name: "FreshQA_v04072025", notes: "", selection: { kind: "all" } };
  it.each([
    [{ notes: "x".repeat(20_001) }, "notes"],
    [{ name: "FreshQA_v99992025" }, "name"],
    [{ selection: { kind: "questions", questionIds: [3, 3] } }, "selection"],
    [{ selection: { kind: "questions", questionIds: [] } }, "selection"],
    [{ selection: { kind: "splits", splits: [] } }, "selection"],
    [{ selection: { kind: "splits", splits: ["TRAIN"] } }, "selection"],
  ])("is refused with %j", (change, field) => {
    const parsed = publishReleaseSchema.safeParse({ ...input, ...change });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.path[0]).toBe(field);
  });
  it("may have 20,000 characters of notes", () =>
    expect(publishReleaseSchema.safeParse({ ...input, notes: "x".repeat(20_000) }).success).toBe(
      true,
    ));
});

describe("a Range header", () => {
  it.each([
    [null, null],
    ["", null],
    ["bytes=", null],
    ["bytes=-", null],
    ["items=0-1", null],
    ["bytes=0-1,4-5", null],
    ["bytes=5-2", null],
    ["bytes=a-b", null],
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=2-", { start: 2, end: 9 }],
    ["bytes=2-100", { start: 2, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-100", { start: 0, end: 9 }],
    ["bytes=9-", { start: 9, end: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=10-20", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
  ])("%j of a file of 10 bytes is %j", (header, range) =>
    expect(readRange(header, 10)).toEqual(range),
  );
});

describe("an entity tag", () => {
  it.each([
    [null, '"a"', true, false],
    ['"a"', '"a"', true, true],
    ['W/"a"', '"a"', true, true],
    ['W/"a"', '"a"', false, false],
    ['"b", "a"', '"a"', true, true],
    ["*", '"a"', true, true],
    ["*", '"a"', false, false],
    ['"b"', '"a"', true, false],
    ['"a"', 'W/"a"', true, true],
    ['"a"', 'W/"a"', false, false],
  ])("%j names %j (weakly: %j): %j", (header, tag, weak, named) =>
    expect(namesTag(header, tag, weak)).toBe(named),
  );
});

describe("counts", () => {
  it("stand in eight rows with the splits that occur as columns", () => {
    const table = tabulateCounts([
      { category: "false-premise", hops: "one-hop", split: "TEST", count: 3 },
      { category: "slow-changing", hops: "multi-hop", split: null, count: 2 },
      { category: "slow-changing", hops: "multi-hop", split: "TEST", count: 1 },
    ]);
    expect(table.splits).toEqual(["TEST", null]);
    expect(table.rows).toHaveLength(8);
    expect(
      table.rows.find((row) => row.category === "slow-changing" && row.hops === "multi-hop"),
    ).toEqual({ category: "slow-changing", hops: "multi-hop", bySplit: [1, 2], total: 3 });
    expect(table.totals).toEqual([4, 2]);
    expect(table.total).toBe(6);
  });
});

describe("for those who cite and follow", () => {
  const release = {
    name: "FreshQA_v04072025",
    notes: 'Changed: <b> & \u0001\ud800"C"',
    sha256: "ab".repeat(32),
    byteSize: 12,
    questionCount: 600,
    publishedAt: "2025-04-08T09:00:00.000Z",
  };

  it("a citation names the release, its day and the checksum, with TeX's special signs escaped", () => {
    expect(
      citeRelease({
        ...release,
        address: "https://freshqa.example/public/releases/FreshQA_v04072025",
      }),
    ).toContain(`@misc{FreshQA_v04072025,
  title        = {{FreshQA}, release \\texttt{FreshQA\\_v04072025}},`);
    expect(citeRelease({ ...release, address: "https://freshqa.example/x" }))
      .toContain(`  year         = {2025},
  month        = {4},
  howpublished = {\\url{https://freshqa.example/x}},
  note         = {Answers as of 2025-04-07. SHA-256 of the CSV file: ${"ab".repeat(32)}}
}`);
  });

  it("a feed has an entry a release and holds nothing that XML would misread", () => {
    const feed = atomFeed("https://freshqa.example", [release]);
    expect(feed).toContain("Changed: &lt;b&gt; &amp; &quot;C&quot;");
    expect(feed).toContain(
      '<link rel="enclosure" type="text/csv" length="12" href="https://freshqa.example/public/releases/FreshQA_v04072025/FreshQA_v04072025.csv"/>',
    );
    expect(feed.match(/<updated>2025-04-08T09:00:00.000Z<\/updated>/g)).toHaveLength(2);
    expect(atomFeed("https://freshqa.example", [])).toContain(
      "<updated>1970-01-01T00:00:00.000Z</updated>",
    );
  });
});
