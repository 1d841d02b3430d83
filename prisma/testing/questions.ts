import type { Actor } from "@/lib/people/access/schema";
import { renderCells } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { transaction } from "@/lib/platform/db";

/**
 * Adds an active question to the dataset, by its cells alone.
 * @param cells other cells than the official text of the content: nineteen, in the order of CONTENT_COLUMNS
 */
export function addQuestion(
  actor: Actor,
  content: Content,
  cells: string[] = renderCells(content),
) {
  return transaction((tx) =>
    createQuestion(tx, actor, { cells, style: 0, status: "active", reason: "author", comment: "" }),
  );
}
