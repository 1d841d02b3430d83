import { readCells, renderCells } from "@/lib/dataset/questions/cells";
import { CONTENT_COLUMNS, MAX_ANSWERS } from "@/lib/dataset/questions/vocabulary";
import type { SeedContent } from "./dataset";

/** Sample content as the raw cells of a release; what cannot be read is a mistake in the sample. */
export function cellsOf(content: SeedContent): string[] {
  const raw: Record<string, string> = {
    ...content,
    source: content.source.join("\r\n"),
    answers: "",
  };
  content.answers.slice(0, MAX_ANSWERS).forEach((answer, i) => {
    raw[`answer_${i}`] = answer;
  });
  const cells = CONTENT_COLUMNS.map((column) => raw[column] ?? "");
  const read = readCells(cells);
  if (read.content === null)
    throw new Error(
      `The sample question “${content.question}” has wrong cells: ${JSON.stringify(read.findings)}`,
    );
  return renderCells(read.content);
}
