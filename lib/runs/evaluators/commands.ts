import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import type { Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { NOT_ARCHIVED } from "@/lib/runs/connections/rules";
import { changedParts, nameOfVersion } from "./definition";
import type {
  editEvaluatorSchema,
  EvaluatorDefinition,
  EvaluatorInput,
  evaluatorVersionSchema,
} from "./schema";
import { evaluatorCreated, evaluatorEdited } from "./audit-events";

type Made = Result<{ evaluatorId: number }, "key-taken" | "not-found" | "taken" | "unchanged">;

/**
 * Adds an evaluator of our own. Refusals: `taken` when an evaluator has the name, also one whose verdicts came in files
 * (details: its `evaluatorId`); `not-found` without the model; `key-taken`. The same `clientKey` again answers with what
 * the first call did, here and in the commands below.
 */
export async function createEvaluator(actor: Actor, input: EvaluatorInput): Promise<Made> {
  authorize(actor, "methods.manage");
  return transactionOnce(actor, "createEvaluator", input.clientKey, async (tx) => {
    if (!(await isServed(tx, input.servedModelId))) return refuseModel("added");
    return addVersion(tx, actor, { ...input, family: input.name, version: 1 });
  });
}

/**
 * Adds the next version to the family of an evaluator. Refusals: `not-found` without the evaluator, one with prompts, or
 * the model; `unchanged` when the family's last version says the same; `taken`; `key-taken`.
 */
export async function addEvaluatorVersion(
  actor: Actor,
  input: z.infer<typeof evaluatorVersionSchema>,
): Promise<Made> {
  authorize(actor, "methods.manage");
  return transactionOnce(actor, "addEvaluatorVersion", input.clientKey, async (tx) => {
    const based = await tx.evaluator.findUnique({ where: { id: input.evaluatorId } });
    if (based === null || based.definition === null)
      return refuse(
        "not-found",
        "Evaluator not found, or its verdicts are imported from files. Nothing was added.",
      );
    const { family } = based;
    // Two versions at once get two numbers.
    const first = await tx.evaluator.findFirstOrThrow({ where: { family, version: 1 } });
    await lockRow(tx, "evaluators", first.id, { referenced: true });
    const last = await tx.evaluator.findFirstOrThrow({
      where: { family },
      orderBy: { version: "desc" },
    });
    if (!(await isServed(tx, input.servedModelId))) return refuseModel("added");
    if (changedParts(saidBy(last), input).length === 0)
      return refuse(
        "unchanged",
        `“${last.name}” already has this configuration. Nothing was added. Change the prompts, the model or a parameter.`,
        { details: { evaluatorId: last.id } },
      );
    return addVersion(tx, actor, { ...input, family, version: last.version + 1 });
  });
}

/**
 * Changes a version that no job has used. Refusals: `not-found`; `in-use` when a job has used it; `stale` when someone
 * changed it in the meantime.
 */
export async function editEvaluator(
  actor: Actor,
  input: z.infer<typeof editEvaluatorSchema>,
): Promise<Result<{ edits: number }, "in-use" | "key-taken" | "not-found" | "stale">> {
  authorize(actor, "methods.manage");
  const { evaluatorId, edits, servedModelId, note, definition } = input;
  return transactionOnce(actor, "editEvaluator", input.clientKey, async (tx) => {
    await lockRow(tx, "evaluators", evaluatorId, { referenced: true });
    const found = await tx.evaluator.findUnique({ where: { id: evaluatorId } });
    if (found === null || found.definition === null)
      return refuse(
        "not-found",
        "Evaluator not found, or its verdicts are imported from files. Nothing was saved.",
      );
    if (found.frozenAt !== null)
      return refuse(
        "in-use",
        "A job has used this version, so it can't change any more. Nothing was saved, but your text is still here. Add a new version instead.",
      );
    if (found.edits !== edits)
      return refuse(
        "stale",
        "Someone else changed this evaluator. Nothing was saved, but your text is still here. Open the evaluator in another tab to see the changes, then reload.",
      );
    if (servedModelId !== found.servedModelId && !(await isServed(tx, servedModelId)))
      return refuseModel("saved");
    await tx.evaluator.update({
      where: { id: evaluatorId },
      data: { servedModelId, note, definition, edits: edits + 1 },
    });
    const changed = [
      ...changedParts(saidBy(found), input),
      ...(note === found.note ? [] : ["note"]),
    ];
    await recordAudit(tx, actor, evaluatorEdited, { evaluatorId, name: found.name, changed });
    return ok({ edits: edits + 1 });
  });
}

async function addVersion(
  tx: Tx,
  actor: Actor,
  version: {
    family: string;
    version: number;
    servedModelId: number;
    note: string;
    definition: EvaluatorDefinition;
  },
): Promise<Result<{ evaluatorId: number }, "taken">> {
  const { family, servedModelId, note, definition } = version;
  const name = nameOfVersion(family, version.version);
  const [made] = await tx.evaluator.createManyAndReturn({
    data: [
      {
        name,
        family,
        version: version.version,
        servedModelId,
        note,
        definition,
        createdById: actor.userId,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) {
    const other = await tx.evaluator.findFirst({
      where: { OR: [{ name }, { family }] },
      select: { id: true },
    });
    return refuse("taken", `An evaluator named “${name}” already exists. Nothing was added.`, {
      fields: { name: "Name already in use." },
      details: { evaluatorId: other?.id },
    });
  }
  await recordAudit(tx, actor, evaluatorCreated, { evaluatorId: made.id, name });
  return ok({ evaluatorId: made.id });
}

/** What a stored version asks, and of which model. */
function saidBy(row: { servedModelId: number | null; definition: unknown }) {
  return {
    servedModelId: row.servedModelId,
    definition: row.definition as EvaluatorDefinition,
  };
}

/** Whether new evaluators may be judged by this model: it is there, and not archived. */
async function isServed(tx: Tx, servedModelId: number): Promise<boolean> {
  const found = await tx.servedModel.findFirst({
    where: { id: servedModelId, ...NOT_ARCHIVED },
    select: { id: true },
  });
  return found !== null;
}

function refuseModel(done: "added" | "saved") {
  return refuse("not-found", `Model not found. Nothing was ${done}.`, {
    fields: { servedModelId: "Choose a model of a connection in use." },
  });
}
