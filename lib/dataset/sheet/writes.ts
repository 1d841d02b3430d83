import { EXTRA_FIELDS } from "@/lib/dataset/questions/fields";
import { appendLike } from "@/lib/dataset/questions/ledger";
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
  const rows = questions.map(({ questionId, content }) => {
    const said = contentOfSheet(content);
    return {
      question_id: questionId,
      cells: content.cells,
      split: said.split,
      false_premise: said.falsePremise,
      fact_type: said.factType,
      hops: said.hops,
      effective_year: said.effectiveYear?.year ?? null,
      effective_before: said.effectiveYear?.before ?? false,
      review_policy: said.nextReview.policy,
      review_on: said.nextReview.on,
      ...Object.fromEntries(
        EXTRA_FIELDS.map(({ key, column }) => [column, content.extras[key] ?? null]),
      ),
    };
  });
  const texts = headTexts(
    questions
      .filter(({ fields }) => fields.some((field) => SEARCHED.test(field)))
      .map(({ questionId, content }) => ({ questionId, content: contentOfSheet(content) })),
  );
  const typed = [
    "cells",
    "split",
    "false_premise",
    "fact_type",
    "hops",
    "effective_year",
    "effective_before",
    "review_policy",
    "review_on",
    ...EXTRA_FIELDS.map(({ column }) => column),
  ];
  const extraTypes = EXTRA_FIELDS.map(({ column }) => `, ${column} text`).join("");
  await appendLike(tx, actor, {
    like: "r",
    from: Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS c(question_id int, cells text[], split text,
        false_premise boolean, fact_type text, hops text, effective_year smallint, effective_before boolean,
        review_policy text, review_on date${Prisma.raw(extraTypes)})
      JOIN question_heads h ON h.question_id = c.question_id JOIN revisions r ON r.id = h.revision_id`,
    except: Object.fromEntries(typed.map((column) => [column, Prisma.raw(`c.${column}`)])),
    reason: "edit",
    comment: Prisma.sql`''`,
    operationId,
    ...(texts && { texts }),
  });
}
