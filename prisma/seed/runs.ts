import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { spool } from "@/lib/platform/temp-file";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import {
  applyResponseImport,
  beginResponseImport,
  readResponseImport,
} from "@/lib/runs/responses/commands";
import type { SeedDataset, SeedRun } from "./dataset";
import { done } from "./done";
import { makeRun } from "./jobs";

/**
 * Adds the made-up models, each with a run over the last release, and brings their responses in as files or has a job make
 * them. What is there stays.
 * @param admin who connects the services that jobs ask
 * @returns the runs, in the order of the dataset's
 */
export async function writeRuns(
  actor: Actor,
  admin: Actor,
  dataset: SeedDataset,
): Promise<number[]> {
  const { releases, runs, responses } = dataset;
  const releaseName = releases.at(-1)!.name;
  const runIds: number[] = [];
  for (const [at, run] of runs.entries()) {
    const modelId = await modelOf(actor, run);
    const began = { modelId, name: run.run.name, release: { name: releaseName } };
    // In installations that began before there were jobs, its responses came in a file.
    const inFile = await db.modelRun.count({ where: { ...began, jobs: { none: {} } } });
    if (run.method !== undefined && inFile === 0) {
      runIds.push(await makeRun(actor, admin, dataset, { ...run, modelId }));
      continue;
    }
    const { id, answered } = await runOf(actor, { ...run, modelId }, releaseName);
    runIds.push(id);
    if (answered) continue;
    const records = responses.flatMap(({ question, says }) => {
      const said = says[at] ?? null;
      return said === null
        ? []
        : [
            {
              question,
              response: said.text,
              ...(said.references && { references: said.references }),
            },
          ];
    });
    const leftOut = await importRecords(
      actor,
      id,
      `${run.model.name.toLowerCase().replaceAll(" ", "-")}.jsonl`,
      records,
    );
    if (leftOut > 0)
      throw new Error(
        `${leftOut} responses of ${run.model.name} are to no question of ${releaseName}.`,
      );
  }
  return runIds;
}

async function modelOf(actor: Actor, { model }: SeedRun): Promise<number> {
  return (
    (await db.model.findFirst({ where: { name: model.name }, select: { id: true } }))?.id ??
    done(await createModel(actor, modelSchema.parse(model))).modelId
  );
}

async function runOf(
  actor: Actor,
  { run, modelId }: SeedRun & { modelId: number },
  releaseName: string,
) {
  const there = await db.modelRun.findFirst({
    where: { modelId, name: run.name, release: { name: releaseName } },
    select: { id: true, _count: { select: { responses: true } } },
  });
  if (there !== null) return { id: there.id, answered: there._count.responses > 0 };
  const { runId } = done(await createRun(actor, runSchema.parse({ ...run, modelId, releaseName })));
  return { id: runId, answered: false };
}

/** @returns how many were left out */
async function importRecords(
  actor: Actor,
  runId: number,
  fileName: string,
  records: readonly object[],
): Promise<number> {
  const file = await spool(
    (async function* () {
      yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    })(),
    10_000_000,
  );
  try {
    const { importId } = done(
      await beginResponseImport(actor, { runId, fileName, byteSize: file.byteSize }),
    );
    done(await readResponseImport(actor, { importId, path: file.path }));
    return done(await applyResponseImport(actor, { importId })).leftOut;
  } finally {
    await file.remove();
  }
}
