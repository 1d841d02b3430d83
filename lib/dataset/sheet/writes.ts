import { appendLike } from "@/lib/dataset/questions/ledger";
import {
  TYPED_COLUMNS,
  TYPED_DEFINITIONS,
  typedValues,
} from "@/lib/dataset/questions/typed-columns";
import { headTexts } from "@/lib/dataset/questions/writes";
import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { contentOfSheet } from "./cells";
import type { PlannedQuestion } from "./rules";

/** Fields whose text is searched, or shown of a head. */
const SEARCHED = /^(question|evidence|answer\d*)$/;

/** Appends a revision with its new cells to each question, under one operation. The caller has locked the heads. */
export async function appendCells(
  tx: Tx,
  actor: Actor,
  questions: readonly PlannedQuestion[],
  operationId: number,
): Promise<void> {
  const rows = questions.map(({ questionId, content }) => ({
    question_id: questionId,
    cells: content.cells,
    ...typedValues(contentOfSheet(content)),
  }));
  const texts = headTexts(
    questions
      .filter(({ fields }) => fields.some((field) => SEARCHED.test(field)))
      .map(({ questionId, content }) => ({ questionId, content: contentOfSheet(content) })),
  );
  await appendLike(tx, actor, {
    like: "r",
    from: Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS c(question_id int, cells text[], ${Prisma.raw(TYPED_DEFINITIONS)})
      JOIN question_heads h ON h.question_id = c.question_id JOIN revisions r ON r.id = h.revision_id`,
    except: Object.fromEntries(
      ["cells", ...TYPED_COLUMNS].map((column) => [column, Prisma.raw(`c.${column}`)]),
    ),
    reason: "edit",
    comment: Prisma.sql`''`,
    operationId,
    ...(texts && { texts }),
  });
}
