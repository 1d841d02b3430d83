import { hashPassword } from "@/lib/people/access/secrets";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { SAMPLE_PASSWORD } from "@/lib/people/accounts/schema";
import { insertUser } from "@/lib/people/accounts/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { closeStudy, openPilot, rateStudy } from "./campaigns";
import type { SeedDataset, SeedPerson } from "./dataset";
import { together } from "./done";
import { writeFirst, writeHistory, type Authors } from "./history";
import { emailOf, PILOT } from "./names";
import { judgeRuns } from "./jobs";
import { writeLeaderboard } from "./listing";
import { writeMethods } from "./methods";
import { writeRuns } from "./runs";
import { SAMPLE } from "./sample";
import { writeSubmissions } from "./submitting";
import { writeVerifications } from "./verifying";

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
  if (options.questions && (await db.question.count({ take: 1 })) === 0) await writeDataset(SAMPLE);

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
  return actorFor({ ...user, roles: ["maintainer", "admin"] });
}

function actorFor({ id, name, roles }: { id: number; name: string; roles: string[] }): Actor {
  return { userId: id, name, roles: roles as Role[], via: "system" };
}

/** Writes a dataset as the work of the sample accounts. */
export async function writeDataset(dataset: SeedDataset): Promise<void> {
  const actors = new Map<string, Actor>();
  for (const user of await db.user.findMany({ where: { sample: true } }))
    actors.set(user.email, actorFor(user));
  // Someone made the accounts again: the questions stay out rather than get another author.
  if (Object.keys(PEOPLE).some((key) => !actors.has(emailOf(key)))) return;
  const as = (person: keyof typeof PEOPLE) => actors.get(emailOf(person))!;
  await transaction((tx) => writeFirst(tx, as, dataset), { timeoutMs: 120_000 });
  await writeWork(as, as("dana"), dataset, [as("bea"), as("eli")]);
  if (dataset.verified) await writeVerifications(as);
  // Behind the releases, which freeze whatever there is.
  await writeSubmissions(as, dataset.submissions);
}

/**
 * Adds to the questions of the sample, which someone started with, what else it shows: their history with its releases,
 * runs, the finished study and an open campaign. One caller at a time; what an interrupted one has done is left as it is,
 * and the rest is added. Only the actor and sample accounts are asked to rate.
 */
export async function writeSampleWork(actor: Actor): Promise<void> {
  await transaction(
    async (tx) => {
      // Held beside the commands, which have transactions of their own.
      await lock(tx, "sample");
      const raters = await db.user.findMany({
        where: {
          deactivatedAt: null,
          roles: { has: "rater" },
          OR: [{ id: actor.userId }, { sample: true }],
        },
        orderBy: { id: "asc" },
        select: { id: true, name: true, roles: true },
        take: 2,
      });
      await writeWork(
        () => actor,
        await commandLine(tx),
        // Nobody rates in the name of who started it, and what is public is theirs to decide.
        { ...SAMPLE, pilot: { ...SAMPLE.pilot, halfRated: false }, leaderboard: "listed" },
        raters.map(actorFor),
      );
    },
    { timeoutMs: 120_000 },
  );
}

/** What comes behind the questions. */
async function writeWork(
  as: Authors,
  admin: Actor,
  dataset: SeedDataset,
  raters: readonly Actor[],
): Promise<void> {
  if (dataset.methods) await writeMethods(as("carlos"));
  await writeHistory(as, dataset);
  const runIds = await writeRuns(as("carlos"), admin, dataset);
  const manager = as("carlos");
  if (dataset.leaderboard !== undefined)
    await writeLeaderboard(manager, runIds, dataset.leaderboard);
  const written = { runIds, dataset };
  const [study] = await together([
    rateStudy(manager, admin, written),
    ...(dataset.evidence === undefined ? [] : [judgeRuns(manager, admin, runIds, dataset)]),
  ]);
  if (study !== null) await closeStudy(manager, admin, study);
  if (raters.length > 0 && (await db.campaign.count({ where: { name: PILOT } })) === 0)
    await openPilot(manager, written, raters);
}
