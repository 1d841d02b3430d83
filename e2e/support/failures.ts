import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How much is told of one failure. */
const LINES = 8;
const CHARACTERS = 500;

/**
 * Tells at the very end, in a few lines each, where and why journeys failed: of a log that is cut to its last lines,
 * this is what remains.
 */
export default class Failures implements Reporter {
  readonly #told: string[] = [];

  onTestEnd({ location, title }: TestCase, { status, errors, duration }: TestResult): void {
    if (status === "passed" || status === "skipped") return;
    this.#told.push(
      `${here(location.file)}:${location.line} ${title} (${(duration / 1000).toFixed(0)} s)`,
    );
    for (const { message = "", location: at } of errors) {
      const lines = stripVTControlCharacters(message)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .slice(0, LINES);
      const where = at === undefined ? "" : `${here(at.file)}:${at.line} `;
      this.#told.push(`  ${where}${lines.join(" | ")}`.slice(0, CHARACTERS));
    }
  }

  onEnd({ status }: FullResult): void {
    if (status !== "passed") process.stdout.write(`\n${this.#told.join("\n")}\n`);
  }
}

const here = (file: string) => relative(process.cwd(), file);
