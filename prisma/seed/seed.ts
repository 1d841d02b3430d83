import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/people/access/secrets";
import type { Actor, Role } from "@/lib/people/access/schema";
import { createCampaign, openCampaign } from "@/lib/rating/campaigns/commands";
import { campaignPlanSchema } from "@/lib/rating/campaigns/schema";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { readCells, renderCells } from "@/lib/dataset/questions/cells";
import { CONTENT_COLUMNS, MAX_ANSWERS } from "@/lib/dataset/questions/schema";
import { appendRevision, type AppendedRevision } from "@/lib/dataset/questions/ledger";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { SAMPLE_PASSWORD } from "@/lib/people/accounts/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { insertUser } from "@/lib/people/accounts/writes";
import {
  applyResponseImport,
  beginResponseImport,
  readResponseImport,
} from "@/lib/runs/responses/commands";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import type { AnyResult } from "@/lib/platform/result";
import { spool } from "@/lib/platform/temp-file";
import { SEED_CITED, SEED_RESPONSES, SEED_RUNS } from "./responses";
import {
  SEED_QUESTIONS,
  type SeedContent,
  type SeedPerson,
  type SeedQuestion,
  type SeedRevision,
} from "./questions";

/** An account of the sample data; every one has the same password, and none exists on a server that others can reach. */
export interface SampleAccount {
  email: string;
  password: string;
  name: string;
  roles: readonly Role[];
}

const PEOPLE: Record<
  SeedPerson | "eli" | "femi" | "gina" | "hugo",
  { name: string; roles: readonly Role[] }
> = {
  carlos: { name: "Carlos Medina", roles: ["maintainer"] },
  dana: { name: "Dana Whitfield", roles: ["maintainer", "admin"] },
  ada: { name: "Ada Brandt", roles: ["annotator"] },
  bea: { name: "Bea Okafor", roles: ["annotator", "rater"] },
  eli: { name: "Eli Tanaka", roles: ["rater"] },
  femi: { name: "Femi Larsen", roles: ["admin"] },
  gina: { name: "Gina Moreau", roles: ["adjudicator"] },
  hugo: { name: "Hugo Sato", roles: ["researcher"] },
};

const emailOf = (key: string) => `${key}@freshqa.example`;

/**
 * Brings the sample accounts and, if wanted, the sample questions with their history into the database. Accounts are made
 * only where no one has one yet, questions only where there are none: what is there stays as it is.
 * @returns the sample accounts that can sign in.
 */
export async function seed(options: { questions: boolean }): Promise<SampleAccount[]> {
  const passwordHash =
    (await db.user.count({ where: { kind: "person" } })) === 0
      ? await hashPassword(SAMPLE_PASSWORD)
      : null;
  await transaction(async (tx) => {
    if (passwordHash !== null) {
      for (const [key, person] of Object.entries(PEOPLE))
        await insertUser(tx, await commandLine(tx), {
          email: emailOf(key),
          ...person,
          passwordHash,
          sample: true,
        });
    }
  });
  if (options.questions && (await db.question.count({ take: 1 })) === 0) await writeHistory();

  const present = await db.user.findMany({
    where: { sample: true, deactivatedAt: null },
    orderBy: { id: "asc" },
  });
  return present.map((user) => ({
    email: user.email,
    password: SAMPLE_PASSWORD,
    name: user.name,
    roles: user.roles as Role[],
  }));
}

async function commandLine(tx: Tx): Promise<Actor> {
  const user = await tx.user.findFirstOrThrow({ where: { kind: "system" } });
  return { userId: user.id, name: user.name, roles: ["maintainer", "admin"], via: "system" };
}

/** The release that the sample dataset has behind it; what was revised after its day has changed since. */
const SAMPLE_RELEASE = {
  name: "FreshQA_v11022026",
  notes: "First release of the sample questions.",
  at: new Date("2026-11-02T09:00:00Z"),
};

/** Writes every revision of the sample questions in the order of time, as their authors, and publishes a release on its day. */
async function writeHistory(): Promise<void> {
  const actors = new Map<string, Actor>();
  for (const user of await db.user.findMany({ where: { sample: true } })) {
    actors.set(user.email, {
      userId: user.id,
      name: user.name,
      roles: user.roles as Role[],
      via: "system",
    });
  }
  // Someone made the accounts again: the questions stay out rather than get another author.
  if (Object.keys(PEOPLE).some((key) => !actors.has(emailOf(key)))) return;
  const author = (person: SeedPerson) => actors.get(emailOf(person))!;

  const written = new Map<SeedQuestion, { last: AppendedRevision; content: SeedContent }>();
  const later = SEED_QUESTIONS.flatMap((question) =>
    (question.later ?? []).map((revision) => ({ question, revision })),
  ).sort((a, b) => a.revision.on.localeCompare(b.revision.on));
  const append = async (
    tx: Tx,
    { question, revision }: { question: SeedQuestion; revision: SeedRevision },
  ) => {
    const before = written.get(question)!;
    const content = { ...before.content, ...revision.change };
    const last = await appendRevision(tx, author(revision.by), before.last, {
      cells: cellsOf(content),
      style: 0,
      status: revision.reason === "retire" ? "retired" : "active",
      reason: revision.reason,
      comment: revision.comment,
      at: new Date(revision.on),
    });
    written.set(question, { last, content });
  };
  const released = SAMPLE_RELEASE.at.toISOString();

  await transaction(
    async (tx) => {
      // The first revisions come in the set's order, so that the grid shows the categories side by side.
      for (const question of SEED_QUESTIONS) {
        written.set(question, {
          last: await createQuestion(tx, author(question.by), {
            cells: cellsOf(question.content),
            style: 0,
            status: "active",
            reason: "author",
            comment: "",
            at: new Date(question.on),
          }),
          content: question.content,
        });
      }
      for (const step of later) if (step.revision.on < released) await append(tx, step);
    },
    { timeoutMs: 120_000 },
  );
  await publishRelease(
    author("carlos"),
    { name: SAMPLE_RELEASE.name, notes: SAMPLE_RELEASE.notes, selection: { kind: "all" } },
    { at: SAMPLE_RELEASE.at },
  );
  await transaction(
    async (tx) => {
      for (const step of later) if (step.revision.on >= released) await append(tx, step);
    },
    { timeoutMs: 120_000 },
  );
  const runIds = await writeRuns(author("carlos"));
  await openSampleCampaign(author("carlos"), runIds.slice(0, 2), [
    author("bea").userId,
    actors.get(emailOf("eli"))!.userId,
  ]);
}

/** Adds the made-up models, each with a run over the sample release, and brings their responses in as files. */
async function writeRuns(actor: Actor): Promise<number[]> {
  const runIds: number[] = [];
  const written = SEED_RUNS.map(({ model, run }, at) => ({
    model,
    run,
    records: SEED_RESPONSES.flatMap(([question, ...responses]) =>
      responses[at] === null ? [] : [{ question, response: responses[at] }],
    ),
  }));
  const cited = { ...SEED_CITED, records: SEED_CITED.responses };
  for (const { model, run, records } of [...written, cited]) {
    const { modelId } = done(await createModel(actor, modelSchema.parse(model)));
    const { runId } = done(
      await createRun(
        actor,
        runSchema.parse({ ...run, modelId, releaseName: SAMPLE_RELEASE.name }),
      ),
    );
    const file = await spool(
      (async function* () {
        yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
      })(),
      10_000_000,
    );
    try {
      const { importId } = done(
        await beginResponseImport(actor, {
          runId,
          fileName: `${model.name.toLowerCase().replaceAll(" ", "-")}.jsonl`,
          byteSize: file.byteSize,
        }),
      );
      done(await readResponseImport(actor, { importId, path: file.path }));
      const { leftOut } = done(await applyResponseImport(actor, { importId }));
      if (leftOut > 0)
        throw new Error(
          `${leftOut} sample responses of ${model.name} are to no question of ${SAMPLE_RELEASE.name}.`,
        );
    } finally {
      await file.remove();
    }
    runIds.push(runId);
  }
  return runIds;
}

/** Opens a campaign over some runs, so that raters have something to judge and maintainers something to watch. */
async function openSampleCampaign(
  actor: Actor,
  runIds: number[],
  raterIds: number[],
): Promise<void> {
  const plan = campaignPlanSchema.parse({
    name: "Pilot: two models",
    instructions:
      "Rate against the answers shown, even if you think they're wrong. If so, flag the answer.",
    runIds,
    raterIds,
    sample: { kind: "all" },
    ratingsPerResponse: 2,
    overlap: 20,
    seed: 2026,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
  });
  done(
    await openCampaign(actor, done(await createCampaign(actor, { plan, clientKey: randomUUID() }))),
  );
}

/** The value of a result; a refusal is a mistake in the sample. */
function done<T>(result: AnyResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.refusal.message);
}

/** Sample content as the raw cells of a release; what cannot be read is a mistake in the sample. */
function cellsOf(content: SeedContent): string[] {
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
