import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatCount } from "@/lib/platform/format";
import { type Kill, KILLS } from "./kinds";
import type { Round } from "./round";

export interface Line extends Round {
  at: string;
  seed: number;
}

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** What every load has; a kind that is never acknowledged tests nothing. */
export const KINDS = [
  "edit cells",
  "create question",
  "verify",
  "refresh",
  "undo a verification",
  "rate",
  "correct a rating",
  "begin an import",
  "apply an import",
  "publish",
  "start a job (generate)",
  "start a job (judge)",
];

/** The lines of all runs in a folder, and the page that is made of them. */
export class Report {
  readonly lines: Line[];
  private readonly file: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, "kills.jsonl");
    this.lines = existsSync(this.file)
      ? readFileSync(this.file, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as Line)
      : [];
  }

  get kills(): number {
    return this.lines.length;
  }

  add(line: Line): Line {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
    this.lines.push(line);
    writeFileSync(join(this.folder, "report.md"), this.page());
    return line;
  }

  /** What was found once the load was over. */
  end(faults: readonly string[]): void {
    appendFileSync(
      join(this.folder, "ends.jsonl"),
      `${JSON.stringify({ at: new Date().toISOString(), kills: this.kills, faults })}\n`,
    );
  }

  keep(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  acknowledgedOf(lines: readonly Line[]): Record<string, number> {
    return Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        lines.reduce((total, { acknowledged }) => total + (acknowledged[kind] ?? 0), 0),
      ]),
    );
  }

  summary(lines: readonly Line[]): string {
    const total = (of: (line: Line) => number) =>
      formatCount(lines.reduce((all, line) => all + of(line), 0));
    return `${formatCount(lines.length)} kills: ${total(({ acknowledged }) => sum(acknowledged))} writes acknowledged, ${total(({ refused }) => sum(refused))} refused, ${total(({ unknown }) => unknown)} without an answer (of which ${total(({ unknownDone }) => unknownDone)} were done), ${total(({ sentAgain }) => sentAgain)} sent again; ${total(({ faults }) => faults.length)} faults`;
  }

  private page(): string {
    const kinds = Object.keys(KILLS) as Kill[];
    const rows = kinds.map((kind) => {
      const lines = this.lines.filter((line) => line.kill === kind);
      const times = lines
        .flatMap(({ recoveredMs }) => (recoveredMs === null ? [] : [recoveredMs]))
        .toSorted((a, b) => a - b);
      const at = (share: number) =>
        times.length === 0
          ? "–"
          : `${(times[Math.min(times.length - 1, Math.floor(share * times.length))]! / 1_000).toFixed(1)} s`;
      const total = (of: (line: Line) => number) =>
        formatCount(lines.reduce((all, line) => all + of(line), 0));
      return `| ${kind} | ${formatCount(lines.length)} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${total(({ acknowledged }) => sum(acknowledged))} | ${total(({ unknown }) => unknown)} | ${total(({ unknownDone }) => unknownDone)} | ${total(({ faults }) => faults.length)} |`;
    });
    const writes = Object.entries(this.acknowledgedOf(this.lines)).map(
      ([kind, count]) => `| ${kind} | ${formatCount(count)} |`,
    );
    return `${this.summary(this.lines)}, by ${formatCount(new Set(this.lines.map(({ seed }) => seed)).size)} runs.

| killed | times | back: median | p95 | most | acknowledged writes | without an answer | of which done | faults |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join("\n")}

| acknowledged | writes |
| --- | --: |
${writes.join("\n")}
`;
  }
}
