import { countOf } from "@/lib/platform/format";
import { isChoice } from "@/lib/rating/protocols/rules";
import type { ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import type { PublishedTable } from "./schema";

/** As papers print means: "2.870", ".990", "-0.5". */
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)$/;
const GAPS = new Set(["", "-", "–", "—", "n/a"]);

/**
 * Reads a table of means as it stands in a paper or a spreadsheet: a line of titles, then a line for each system, whose
 * name comes first; cells divided by tabs, `|` or commas. Titles are labels or keys of questions. Numbers are kept as they
 * are, also those outside of the range of the question's levels, which are named as problems.
 */
export function readPublished(
  text: string,
  questions: readonly ProtocolQuestion[],
): PublishedTable {
  const [titles = [], ...lines] = linesOf(text);
  const problems: string[] = [];
  const columns = titles.slice(1).map((title) => {
    const question = questions.find(({ key, label }) =>
      [key, label.toLowerCase()].includes(title.toLowerCase()),
    );
    if (question === undefined) problems.push(`“${title}” is no question of the protocol.`);
    else if (!isChoice(question) || question.kind === "nominal")
      problems.push(`“${title}” has no mean.`);
    else return question;
    return null;
  });
  for (const [at, column] of columns.entries())
    if (column !== null && columns.indexOf(column) < at)
      problems.push(`“${column.label}” is there twice; the first one counts.`);
  const rows = lines.map(([system = "", ...cells]) => {
    const means: Record<string, number | null> = {};
    if (cells.length !== columns.length)
      problems.push(
        `“${system}” has ${countOf(cells.length, "cell")} for ${countOf(columns.length, "question")}; write – for a gap.`,
      );
    columns.forEach((question, at) => {
      if (question === null || Object.hasOwn(means, question.key)) return;
      const cell = cells[at] ?? "";
      const number = GAPS.has(cell.toLowerCase()) ? null : NUMBER.test(cell) ? Number(cell) : NaN;
      if (Number.isNaN(number)) {
        problems.push(`“${cell}” (${question.label} of “${system}”) is no number.`);
        means[question.key] = null;
        return;
      }
      means[question.key] = number;
      const values = question.levels.map(({ value }) => value);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      if (number !== null && (number < least || number > most))
        problems.push(
          `${question.label} of “${system}” is ${cell}, but its levels go from ${least} to ${most}.`,
        );
    });
    return { system, means };
  });
  if (titles.length > 0 && rows.length === 0) problems.push("There is no line below the titles.");
  return { rows, problems };
}

/** Lines as cells; lines of a Markdown table that only divide are left out. */
function linesOf(text: string): string[][] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\|/, "").replace(/\|\s*$/, ""))
    .filter((line) => line.trim() !== "" && !/^[\s|:-]+$/.test(line));
  const divider = ["\t", "|", ","].find((mark) => lines.some((line) => line.includes(mark))) ?? ",";
  return lines.map((line) => line.split(divider).map((cell) => cell.trim()));
}
