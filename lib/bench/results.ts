import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ratioOf, type Figure } from "./report";

/** Where runs are kept; git knows the folder by its reference alone. */
export const RESULTS = "bench-results";

/** One run of one item. */
export interface Run {
  item: string;
  /** Questions of the dataset. */
  rows: number;
  /** When it began, ISO. */
  at: string;
  seconds: number;
  commit: string;
  /** Files had been changed since the commit. */
  changed: boolean;
  machine: Machine;
  /** Load of the machine when it began: processes that want a core, over a minute. */
  load: number;
  figures: Figure[];
}

/** What a run's times depend on besides the product. */
export interface Machine {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  postgres: string;
}

export function thisMachine(postgres: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
  };
}

export function loadNow(): number {
  return Math.round(loadavg()[0]! * 100) / 100;
}

/** The commit that is measured; "unknown" outside a repository. */
export function commitNow(): Pick<Run, "commit" | "changed"> {
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return {
      commit: git("rev-parse", "--short=10", "HEAD"),
      changed: git("status", "--porcelain", "--untracked-files=no") !== "",
    };
  } catch {
    return { commit: "unknown", changed: false };
  }
}

/** Keeps a run. @returns the file */
export function keepRun(run: Run, folder = RESULTS): string {
  const kept = join(folder, run.item);
  mkdirSync(kept, { recursive: true });
  const file = join(kept, `${run.at.replaceAll(":", "-")}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
}

/** The runs of an item that are kept, oldest first. */
export function keptRuns(item: string, folder = RESULTS): Run[] {
  let files: string[];
  try {
    files = readdirSync(join(folder, item));
  } catch {
    return [];
  }
  return files
    .filter((file) => /^\d.*\.json$/.test(file))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, item, file), "utf8")) as Run);
}

/** How far each figure of an item lay apart in two runs of the same product, as a share; by what was measured. */
export type Noise = Readonly<Record<string, number>>;

const noiseFile = (item: string, folder: string) => join(folder, item, "noise.json");

/** What two runs of the very same product tell of the machine, and what earlier pairs did: the larger of both. */
export function keepNoise(one: Run, other: Run, folder = RESULTS): Noise {
  const known = keptNoise(one.item, folder);
  const noise = Object.fromEntries(
    differences(one.figures, other.figures).map(({ what, change }) => [
      what,
      Math.max(Math.abs(change), known?.[what] ?? 0),
    ]),
  );
  mkdirSync(join(folder, one.item), { recursive: true });
  writeFileSync(noiseFile(one.item, folder), `${JSON.stringify(noise, null, 2)}\n`);
  return noise;
}

/** Null: no A/A run was made of the item. */
export function keptNoise(item: string, folder = RESULTS): Noise | null {
  try {
    return JSON.parse(readFileSync(noiseFile(item, folder), "utf8")) as Noise;
  } catch {
    return null;
  }
}

/** By how much figures that both have differ, as a share of the first; of ratios to a limit where there is one. */
function differences(
  before: readonly Figure[],
  now: readonly Figure[],
): { what: string; change: number; better: boolean }[] {
  return now.flatMap((figure) => {
    const former = before.find(
      ({ what, limit }) => what === figure.what && limit?.what === figure.limit?.what,
    );
    if (former === undefined || ratioOf(former) === 0) return [];
    const change = ratioOf(figure) / ratioOf(former) - 1;
    return [{ what: figure.what, change, better: figure.more ? change > 0 : change < 0 }];
  });
}

/** What changed since a former run, in lines; what the machine's noise explains is counted only. */
export function compareRuns(before: Run, now: Run, noise: Noise | null): string[] {
  const since = `Since ${before.at.slice(0, 16).replace("T", " ")} UTC (${before.commit}${before.changed ? ", changed" : ""})`;
  const all = differences(before.figures, now.figures);
  if (noise === null)
    return [
      `${since}: the noise of this machine is not known (run the item with --aa), so that these may mean nothing:`,
      ...all.map(lineOf),
    ];
  const real = all.filter(({ what, change }) => Math.abs(change) > (noise[what] ?? Infinity));
  return [
    `${since}: ${all.length - real.length} of ${all.length} figures differ by no more than the noise of this machine${real.length > 0 ? "; these by more:" : "."}`,
    ...real.map((one) => `${lineOf(one)} (noise ${share(noise[one.what]!)})`),
  ];
}

const share = (of: number) => `${(of * 100).toFixed(0)}%`;
const lineOf = ({ what, change, better }: { what: string; change: number; better: boolean }) =>
  `  ${what}: ${change > 0 ? "+" : ""}${share(change)}, ${better ? "better" : "worse"}`;
