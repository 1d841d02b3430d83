import { CUSTOM, LICENSE_WORDS } from "@/lib/dataset/licenses/vocabulary";
import type { ParquetKind } from "@/lib/dataset/file-formats/write-parquet";
import { citeRelease, PAPER, PAPER_BIBTEX, splitName } from "@/lib/dataset/releases/rules";
import { formatCount } from "@/lib/platform/format";
import { versionOf } from "@/lib/runs/task-packages/vocabulary";
import type { DescribedRows } from "./croissant";
import type { DatasetFacts } from "./facts";
import {
  agreementInWords,
  annotatorsInWords,
  collectionInWords,
  compositionInWords,
  descriptionOf,
  licenseInWords,
  limitationsInWords,
  machinesInWords,
  maintenanceInWords,
  PROTOCOL,
} from "./words";

const quoted = JSON.stringify;

const DTYPES: Partial<Record<ParquetKind, string>> = {
  text: "dtype: string",
  texts: "sequence: string",
  integer: "dtype: int32",
  truth: "dtype: bool",
  day: "dtype: date32",
};

/** What the Hub calls the size of a dataset. */
function sizeCategory(rows: number): string {
  if (rows < 1_000) return "n<1K";
  if (rows < 10_000) return "1K<n<10K";
  if (rows < 100_000) return "10K<n<100K";
  return "100K<n<1M";
}

/** The front matter of the card, as the Hub reads it. Without a license it names none. */
function frontMatter(facts: DatasetFacts, rows: readonly DescribedRows[]): string {
  const { license, splits, questionCount } = facts;
  const config = versionOf(facts.name);
  const terms =
    license === null
      ? ""
      : `license: ${LICENSE_WORDS[license.license].hub}\n` +
        (license.license === CUSTOM
          ? `license_name: custom\nlicense_link: ${quoted(license.url)}\n`
          : "");
  return `---
language:
  - en
${terms}pretty_name: FreshQA
size_categories:
  - ${sizeCategory(questionCount)}
task_categories:
  - question-answering
task_ids:
  - open-domain-qa
tags:
  - factuality
  - arxiv:${PAPER.arXiv}
configs:
  - config_name: ${config}
    default: true
    data_files:
${rows.map(({ name, url }) => `      - split: ${name}\n        path: ${url}\n`).join("")}dataset_info:
  - config_name: ${config}
    features:
${(rows[0]?.columns ?? []).map(({ name, kind }) => `      - name: ${name}\n        ${DTYPES[kind]}\n`).join("")}    splits:
${splits.map(({ split, count }) => `      - name: ${splitName(split)}\n        num_examples: ${count}\n`).join("")}    download_size: ${rows.reduce((sum, { byteSize }) => sum + (byteSize ?? 0), 0)}
---
`;
}

/** The card of a dataset repository. */
export function cardOf(facts: DatasetFacts, rows: readonly DescribedRows[]): string {
  const { name, day, splits, sha256, ratings } = facts;
  const section = (title: string, ...paragraphs: string[]) =>
    `## ${title}\n\n${paragraphs.join("\n\n")}\n`;
  return [
    frontMatter(facts, rows),
    `# FreshQA ${day}\n\n${descriptionOf(facts)}\n\nPaper: https://arxiv.org/abs/${PAPER.arXiv}. Release page: ${facts.address}\n`,
    section(
      "Files",
      [
        "| File | Contents |",
        "| --- | --- |",
        ...splits.map(
          ({ split, count }, at) =>
            `| \`${rows[at]!.url}\` | ${formatCount(count)} questions${split === null ? " without a split" : ` of ${split}`} |`,
        ),
        `| \`${name}.csv\` | The official release file, byte for byte. SHA-256: \`${sha256}\` |`,
        "| `croissant.json` | Croissant 1.1 metadata with Responsible AI fields |",
        "| `eval.yaml` | Task for Inspect on the Hub |",
        "| `CITATION.cff`, `datacite.json`, `zenodo.json` | Citation and repository metadata; a DOI is assigned when you register one |",
        "| `CHANGES.md` | Release notes |",
        ...(facts.license === null ? [] : ["| `LICENSE` | License of the data |"]),
      ].join("\n"),
      `Upload the folder to the Hub: \`huggingface-cli upload ORGANIZATION/NAME . --repo-type dataset\``,
    ),
    section(
      "Columns",
      [
        "| Column | Meaning |",
        "| --- | --- |",
        ...(rows[0]?.columns ?? []).map(
          ({ name, words }) => `| \`${name}\` | ${words.replaceAll("|", "\\|")} |`,
        ),
      ].join("\n"),
    ),
    section("How the data was made", collectionInWords(facts), PROTOCOL),
    section("Composition", compositionInWords(facts)),
    section("Annotators", annotatorsInWords(facts), machinesInWords(ratings)),
    section("Agreement", agreementInWords(ratings)),
    section("Maintenance", maintenanceInWords(facts)),
    section("Limitations", limitationsInWords(facts)),
    section("License", licenseInWords(facts)),
    section(
      "Citation",
      `\`\`\`bibtex\n${citeRelease({ ...facts, publishedAt: facts.publishedOn })}\n\n${PAPER_BIBTEX}\n\`\`\``,
    ),
  ].join("\n");
}
