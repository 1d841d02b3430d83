/** A library or program in which a release can be worked with. */
export interface Notebook {
  label: string;
  /** Gets what it needs, once. */
  install: string;
  /** Three lines at most. */
  code: string;
}

/**
 * How a release is read in notebooks, by its public addresses. Parquet, as it keeps lists, truth values, dates and gaps
 * that CSV loses.
 * @param folder "https://freshqa.example.org/public/releases/FreshQA_v04072025"
 */
export function notebooksOf(name: string, folder: string): Notebook[] {
  const file = `${name}.parquet`;
  const address = `${folder}/${file}`;
  return [
    {
      label: "pandas",
      install: "pip install pandas pyarrow",
      code: `import pandas as pd
df = pd.read_parquet("${address}")
df[df.split == "TEST"].groupby("fact_type").size()`,
    },
    {
      label: "polars",
      install: "pip install polars",
      code: `import polars as pl, urllib.request
df = pl.read_parquet(urllib.request.urlopen("${address}").read())
df.filter(pl.col("split") == "TEST").group_by("fact_type").len()`,
    },
    {
      label: "Hugging Face Datasets",
      install: "pip install datasets",
      code: `from datasets import load_dataset
data = load_dataset("parquet", data_files="${address}", split="train")
data.filter(lambda row: row["split"] == "TEST")`,
    },
    {
      label: "DuckDB",
      install: `curl -O ${address}`,
      code: `SELECT fact_type, count(*) AS questions
FROM '${file}'
WHERE split = 'TEST' GROUP BY fact_type ORDER BY fact_type;`,
    },
    {
      label: "R",
      install: 'install.packages("arrow")',
      code: `download.file("${address}", "${file}", mode = "wb")
df <- arrow::read_parquet("${file}")
table(df$fact_type[df$split == "TEST"])`,
    },
  ];
}
