import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/people/access/secrets";
import type { Actor, Role } from "@/lib/people/access/schema";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { campaignPlanSchema } from "@/lib/rating/campaigns/schema";
import { lock } from "@/lib/platform/advisory-locks";
import { db, transaction, type Tx } from "@/lib/platform/db";
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
import { spool } from "@/lib/platform/temp-file";
import { SEED_CITED, SEED_RESPONSES, SEED_RUNS } from "./responses";
import { cellsOf } from "./cells";
import { done, writeStudy } from "./study";
import { PILOT, SAMPLE_RELEASE } from "./names";
import {
  isAfterStart,
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
    { at: SAMPLE_RELEASE.at, unlicensed: true },
  );
  await transaction(
    async (tx) => {
      for (const step of later) if (step.revision.on >= released) await append(tx, step);
    },
    { timeoutMs: 120_000 },
  );
  const runIds = await writeRuns(author("carlos"));
  await writeStudy(author("carlos"), author("dana"), runIds.slice(0, 3));
  await openSampleCampaign(author("carlos"), runIds.slice(0, 2), [
    author("bea").userId,
    actors.get(emailOf("eli"))!.userId,
  ]);
}

/**
 * Adds to the questions of the sample, which someone started with, what else it shows: a release, runs, the finished study
 * and an open campaign. One caller at a time; what an interrupted one has done is left as it is, and the rest is added.
 * Only the actor and sample accounts are asked to rate.
 */
export async function writeSampleWork(actor: Actor): Promise<void> {
  await transaction(
    async (tx) => {
      // Held beside the commands, which have transactions of their own.
      await lock(tx, "sample");
      await writeWork(actor, await commandLine(tx));
    },
    { timeoutMs: 120_000 },
  );
}

async function writeWork(actor: Actor, admin: Actor): Promise<void> {
  if ((await db.release.count({ where: { name: SAMPLE_RELEASE.name } })) === 0)
    done(
      await publishRelease(
        actor,
        { name: SAMPLE_RELEASE.name, notes: SAMPLE_RELEASE.notes, selection: { kind: "all" } },
        { at: SAMPLE_RELEASE.at, unlicensed: true },
      ),
    );
  await transaction(async (tx) => {
    for (const { content, later = [] } of SEED_QUESTIONS)
      for (const { change, comment, on, reason } of later.filter(isAfterStart)) {
        const base = await tx.questionHead.findFirstOrThrow({
          where: { question: content.question },
          select: { questionId: true, number: true },
        });
        const { questionId } = base;
        if ((await tx.revision.count({ where: { questionId, comment } })) > 0) continue;
        await appendRevision(tx, actor, base, {
          cells: cellsOf({ ...content, ...change }),
          style: 0,
          status: "active",
          reason,
          comment,
          at: new Date(on),
        });
      }
  });
  const runIds = await writeRuns(actor);
  await writeStudy(actor, admin, runIds.slice(0, 3));
  if ((await db.campaign.count({ where: { name: PILOT } })) > 0) return;
  const raters = await db.user.findMany({
    where: {
      deactivatedAt: null,
      roles: { has: "rater" },
      OR: [{ id: actor.userId }, { sample: true }],
    },
    orderBy: { id: "asc" },
    select: { id: true },
    take: 2,
  });
  if (raters.length > 0)
    await openSampleCampaign(
      actor,
      runIds.slice(0, 2),
      raters.map(({ id }) => id),
    );
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
    const modelId =
      (await db.model.findFirst({ where: { name: model.name }, select: { id: true } }))?.id ??
      done(await createModel(actor, modelSchema.parse(model))).modelId;
    const there = await db.modelRun.findFirst({
      where: { modelId, name: run.name, release: { name: SAMPLE_RELEASE.name } },
      select: { id: true, _count: { select: { responses: true } } },
    });
    const runId =
      there?.id ??
      done(
        await createRun(
          actor,
          runSchema.parse({ ...run, modelId, releaseName: SAMPLE_RELEASE.name }),
        ),
      ).runId;
    runIds.push(runId);
    if (there !== null && there._count.responses > 0) continue;
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
    name: PILOT,
    instructions:
      "Rate against the answers shown, even if you think they're wrong. If so, flag the answer.",
    runIds,
    raterIds,
    sample: { kind: "all" },
    ratingsPerResponse: raterIds.length,
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
