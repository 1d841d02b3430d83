import { expect, test } from "vitest";
import { detectFormat } from "./detect-format";

test("a file's format is told by what it holds, and by its name only in doubt", () => {
  const cases: [string, string | Uint8Array, string][] = [
    ["a.csv", "id,split,question\r\n", "csv"],
    ["a.json", "id,split,question\r\n", "csv"],
    ["a.txt", Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), "xlsx"],
    ["a.csv", '\uFEFF [{"id":', "json"],
    ["a.csv", '{"id": 1}\n{"id": 2}\n', "jsonl"],
    ["a.json", '{"id": 1}\n{"id": 2}\n', "jsonl"],
    ["a.json", '{"rows": []}\n', "json"],
    ["a.jsonl", '{"id": 1}', "jsonl"],
    ["a.json", '{"rows": [', "json"],
    ["a", '{\n  "rows": [', "json"],
    ["a.csv", Buffer.from("id,split", "utf16le"), "csv"],
    ["a.json", "", "json"],
    ["a.csv", "%PDF-1.7", "binary"],
    ["a.csv", Buffer.from([1, 2, 0, 4]), "binary"],
  ];
  for (const [name, bytes, format] of cases)
    expect([name, bytes, detectFormat(name, Buffer.from(bytes))]).toEqual([name, bytes, format]);
});
