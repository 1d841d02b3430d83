import { describe, expect, it } from "vitest";
import {
  RELEASE_PARQUET_COLUMNS,
  writeReleaseParquet,
} from "@/lib/dataset/file-formats/write-release-parquet";
import { renderCells } from "@/lib/dataset/questions/cells";
import { sampleContent } from "@/prisma/testing/content";
import { readWithDuckDb } from "@/prisma/testing/duckdb";
import { notebooksOf } from "./notebooks";

const NAME = "FreshQA_v04072025";
const FOLDER = `https://freshqa.example.org/public/releases/${NAME}`;
const notebooks = notebooksOf(NAME, FOLDER);

async function* rows() {
  yield (["TEST", "TEST", "DEV", "TEST", null] as const).map((split, at) => ({
    questionId: `Q${at + 1}`,
    revision: 1,
    cells: [
      String(at),
      ...renderCells(
        sampleContent({ split, factType: at < 2 ? "slow-changing" : "never-changing" }),
      ),
    ],
  }));
}

describe("a release in notebooks", () => {
  it("is three lines at most, by the file's permanent address", () => {
    expect(notebooks.map(({ label }) => label)).toEqual([
      "pandas",
      "polars",
      "Hugging Face Datasets",
      "DuckDB",
      "R",
    ]);
    for (const { label, install, code } of notebooks) {
      expect(code.split("\n").length, label).toBeLessThanOrEqual(3);
      expect(`${install}\n${code}`, label).toContain(`${FOLDER}/${NAME}.parquet`);
    }
  });

  it("DuckDB runs the very statement on the file", async () => {
    const { code } = notebooks.find(({ label }) => label === "DuckDB")!;
    const statement = code.replace(`FROM '${NAME}.parquet'`, "FROM file").replace(/;$/, "");
    expect(statement).toContain("FROM file");
    expect((await readWithDuckDb(writeReleaseParquet(rows()), statement)).rows).toEqual([
      { fact_type: "never-changing", questions: "1" },
      { fact_type: "slow-changing", questions: "2" },
    ]);
  });

  it("its columns are said as DuckDB finds them", async () => {
    const { types } = await readWithDuckDb(writeReleaseParquet(rows()));
    const kinds: Record<string, string> = {
      INTEGER: "integer",
      VARCHAR: "text",
      DATE: "day",
      BOOLEAN: "truth",
      "VARCHAR[]": "texts",
    };
    expect(RELEASE_PARQUET_COLUMNS.map(({ name, kind }) => [name, kind])).toEqual(
      types.map(([name, type]) => [name, kinds[type]]),
    );
  });
});
