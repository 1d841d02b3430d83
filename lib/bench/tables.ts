import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { formatCount, formatMoment } from "@/lib/platform/format";
import { amount, aimOf, isMet, ratioOf, type Figure } from "./report";
import { keptNoise, keptRuns, RESULTS, type Noise, type Run } from "./results";

/** What is written of an item: its run, and how far two of the same lay apart. */
export interface Written {
  about: string;
  run: Run;
  noise: Noise | null;
}

export const DOCUMENT = "BENCHMARKS.md";
/** The runs that the document has: the one file of the folder that git knows. */
const REFERENCE = join(RESULTS, "reference.json");

const BEGIN = "<!-- What follows is written by `npm run bench -- --write`. -->";

/** Writes the tables of the latest run of each item into the document, after what people wrote there. */
export async function writeTables(items: readonly string[]): Promise<void> {
  const { ITEMS } = await import("./items");
  const former = readReference();
  const written = items.flatMap((item): Written[] => {
    const run = keptRuns(item).at(-1);
    if (run !== undefined) return [{ about: ITEMS[item]!.about, run, noise: keptNoise(item) }];
    return former.filter((one) => one.run.item === item);
  });
  if (written.length === 0) throw new Error("No run is kept yet: npm run bench.");
  writeFileSync(REFERENCE, await format(JSON.stringify(written), { parser: "json" }));
  writeFileSync(DOCUMENT, await withTables(readFileSync(DOCUMENT, "utf8"), written));
  console.log(`${DOCUMENT} has the tables of ${written.map(({ run }) => run.item).join(", ")}.`);
}

export function readReference(): Written[] {
  try {
    return JSON.parse(readFileSync(REFERENCE, "utf8")) as Written[];
  } catch {
    return [];
  }
}

/** The document with these tables in place of those that it has. */
export async function withTables(document: string, written: readonly Written[]): Promise<string> {
  const begin = document.indexOf(BEGIN);
  if (begin < 0) throw new Error(`${DOCUMENT} has no line “${BEGIN}”.`);
  const text = [document.slice(0, begin) + BEGIN, ...written.map(sectionOf)].join("\n\n");
  return format(text, { parser: "markdown" });
}

function sectionOf({ about, run, noise }: Written): string {
  const { machine } = run;
  const aims = run.figures.filter((one) => isMet(one) !== null);
  const met = aims.filter((one) => isMet(one)).length;
  return [
    `## ${run.item}`,
    `${about}. \`npm run bench -- ${run.item}${run.rows > 0 ? ` --rows ${run.rows}` : ""}\`, ${run.rows > 0 ? `${formatCount(run.rows)} questions, ` : ""}${formatMoment(run.at)}, ${run.seconds} s, commit ${run.commit}${run.changed ? " with changes" : ""}. ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, PostgreSQL ${machine.postgres}; load ${run.load} at the beginning${run.load > machine.cores / 2 ? ": **the machine had other work**" : ""}. ${aims.length === 0 ? "Nothing is aimed at." : `${met} of ${aims.length} aims are met.`}`,
    [
      "| what | measured | limit | ratio | aim | | noise |",
      "| --- | ---: | --- | ---: | --- | --- | ---: |",
      ...run.figures.map((one) => rowOf(one, noise)),
    ].join("\n"),
  ].join("\n\n");
}

function rowOf(one: Figure, noise: Noise | null): string {
  const met = isMet(one);
  const cells = [
    one.what,
    amount(one.value, one.unit),
    one.limit ? `${one.limit.what}: ${amount(one.limit.value, one.unit)}` : "",
    one.limit ? `${ratioOf(one).toFixed(2)} ×` : "",
    aimOf(one),
    met === null ? "" : met ? "met" : "**missed**",
    noise?.[one.what] === undefined ? "" : `${(noise[one.what]! * 100).toFixed(0)}%`,
  ];
  return `| ${cells.map((cell) => cell.trim().replaceAll("|", "\\|")).join(" | ")} |`;
}
