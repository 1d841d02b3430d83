import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { differencesOf, hashOfSeal, type PresentRow, type SealText } from "./rules";

describe("differencesOf", () => {
  const seal = { afterKey: 10, upToKey: 20 };
  /** Rows by "key:digest". */
  const rows = (...texts: string[]): PresentRow[] =>
    texts.map((text) => ({ key: Number(text.split(":")[0]), digest: text.split(":")[1]! }));
  const none = { changed: [], added: [], missing: [] };

  it.each([
    ["nothing where nothing differs", ["a", "b"], rows("12:a", "20:b"), none],
    ["nothing of nothing", [], [], none],
    [
      "a row that was changed",
      ["a", "b", "c"],
      rows("12:a", "13:x", "20:c"),
      { ...none, changed: [13] },
    ],
    ["the first one", ["a", "b"], rows("12:x", "20:b"), { ...none, changed: [12] }],
    ["the last one", ["a", "b"], rows("12:a", "20:x"), { ...none, changed: [20] }],
    ["all of them", ["a", "b"], rows("12:x", "20:y"), { ...none, changed: [12, 20] }],
    [
      "a row that is gone, between its neighbours",
      ["a", "b", "c"],
      rows("12:a", "20:c"),
      { ...none, missing: [{ above: 12, below: 20 }] },
    ],
    [
      "the first one that is gone",
      ["a", "b"],
      rows("20:b"),
      { ...none, missing: [{ above: 10, below: 20 }] },
    ],
    [
      "the last one that is gone: a seal ends with a row",
      ["a", "b"],
      rows("12:a"),
      { ...none, missing: [{ above: 19, below: 21 }] },
    ],
    ["a row that was added", ["a", "b"], rows("12:a", "15:x", "20:b"), { ...none, added: [15] }],
    [
      "a row that is there twice",
      ["a", "b"],
      rows("12:a", "12:a", "20:b"),
      { ...none, added: [12] },
    ],
    [
      "one that is gone and one that was added elsewhere",
      ["a", "b", "c"],
      rows("12:a", "15:c", "19:x"),
      { ...none, missing: [{ above: 12, below: 15 }], added: [19] },
    ],
    [
      "more gone than there is new between two neighbours",
      ["a", "b", "c", "d"],
      rows("12:a", "14:x", "20:d"),
      { ...none, changed: [14], missing: [{ above: 12, below: 20 }] },
    ],
    [
      "rows of one key, in the order of their digests",
      ["a", "b", "c"],
      rows("20:a", "20:c", "20:x"),
      { ...none, changed: [20] },
    ],
  ])("names %s", (_, sealed, present, found) => {
    expect(differencesOf(seal, sealed, present)).toEqual(found);
  });
});

describe("hashOfSeal", () => {
  const text: SealText = {
    tableName: "audit_events",
    keyColumn: "id",
    columns: ["id", "data"],
    afterKey: 0,
    upToKey: 2,
    digests: Buffer.alloc(64, 7),
    sealedAt: new Date("2026-11-28T08:00:00.123Z"),
  };
  const hash = hashOfSeal(text, "");

  it("is the SHA-256 of what the documentation says", () => {
    const said = `["","audit_events","id",["id","data"],0,2,"2026-11-28T08:00:00.123Z"]\n`;
    const bytes = Buffer.concat([Buffer.from(said), Buffer.alloc(64, 7)]);
    expect(hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  it.each<[string, Partial<SealText>]>([
    ["table", { tableName: "judgments" }],
    ["key", { keyColumn: "ordinal" }],
    ["columns", { columns: ["data", "id"] }],
    ["begin", { afterKey: 1 }],
    ["end", { upToKey: 3 }],
    ["digests", { digests: Buffer.alloc(64, 8) }],
    ["time", { sealedAt: new Date("2026-11-28T08:00:00.124Z") }],
  ])("is another one with another %s", (_, other) => {
    expect(hashOfSeal({ ...text, ...other }, "")).not.toBe(hash);
  });

  it("is another one behind another seal", () => {
    expect(hashOfSeal(text, hash)).not.toBe(hash);
  });
});
