import { hashPassword } from "@/lib/access/secrets";
import type { Actor, Role } from "@/lib/access/schema";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { readCells, renderCells } from "@/lib/questions/cells";
import { CONTENT_COLUMNS, MAX_ANSWERS } from "@/lib/questions/schema";
import { appendRevision, createQuestion, type Written } from "@/lib/questions/writes";
import { SAMPLE_PASSWORD } from "@/lib/users/schema";
import { insertUser } from "@/lib/users/writes";
import { SEED_QUESTIONS, type SeedContent, type SeedPerson, type SeedQuestion, type SeedRevision } from "./questions";

/** An account of the sample data; every one has the same password, and none exists on a server that others can reach. */
export interface SampleAccount {
  email: string;
  password: string;
  name: string;
  roles: readonly Role[];
}

const PEOPLE: Record<SeedPerson | "eli" | "femi", { name: string; roles: readonly Role[] }> = {
  carlos: { name: "Carlos Medina", roles: ["maintainer"] },
  dana: { name: "Dana Whitfield", roles: ["maintainer", "admin"] },
  ada: { name: "Ada Brandt", roles: ["annotator"] },
  bea: { name: "Bea Okafor", roles: ["annotator", "rater"] },
  eli: { name: "Eli Tanaka", roles: ["rater"] },
  femi: { name: "Femi Larsen", roles: ["admin"] },
};

const emailOf = (key: string) => `${key}@freshqa.example`;

/**
 * Brings the sample accounts and, if wanted, the sample questions with their history into the database. Accounts are made
 * only where nobody has one yet, questions only where there are none: what is there stays as it is.
 * @returns the sample accounts that can sign in.
 */
export async function seed(options: { questions: boolean }): Promise<SampleAccount[]> {
  const passwordHash = (await db.user.count({ where: { kind: "person" } })) === 0 ? await hashPassword(SAMPLE_PASSWORD) : null;
  await transaction(async (tx) => {
    if (passwordHash !== null) {
      for (const [key, person] of Object.entries(PEOPLE)) await insertUser(tx, await commandLine(tx), { email: emailOf(key), ...person, passwordHash, sample: true });
    }
    if (options.questions && (await tx.question.count({ take: 1 })) === 0) await writeHistory(tx);
  }, { timeoutMs: 120_000 });

  const present = await db.user.findMany({ where: { sample: true, deactivatedAt: null }, orderBy: { id: "asc" } });
  return present.map((user) => ({ email: user.email, password: SAMPLE_PASSWORD, name: user.name, roles: user.roles as Role[] }));
}

async function commandLine(tx: Tx): Promise<Actor> {
  const user = await tx.user.findFirstOrThrow({ where: { kind: "system" } });
  return { userId: user.id, name: user.name, roles: ["maintainer", "admin"], via: "system" };
}

/** Writes every revision of the sample questions in the order of time, as their authors. */
async function writeHistory(tx: Tx): Promise<void> {
  const actors = new Map<string, Actor>();
  for (const user of await tx.user.findMany({ where: { sample: true } })) {
    actors.set(user.email, { userId: user.id, name: user.name, roles: user.roles as Role[], via: "system" });
  }
  const author = (person: SeedPerson) => actors.get(emailOf(person));

  // The first revisions come in the set's order, so that the grid shows the categories side by side.
  const written = new Map<SeedQuestion, { last: Written; content: SeedContent }>();
  const later: { question: SeedQuestion; revision: SeedRevision }[] = [];
  for (const question of SEED_QUESTIONS) {
    const actor = author(question.by);
    // Somebody deactivated or renamed the sample accounts: their questions stay out rather than get another author.
    if (!actor) return;
    written.set(question, { last: await createQuestion(tx, actor, {
      cells: cellsOf(question.content), style: 0, status: "active", reason: "author", comment: "", at: new Date(question.on),
    }), content: question.content });
    for (const revision of question.later ?? []) later.push({ question, revision });
  }
  later.sort((a, b) => a.revision.on.localeCompare(b.revision.on));
  for (const { question, revision } of later) {
    const before = written.get(question)!;
    const content = { ...before.content, ...revision.change };
    const last = await appendRevision(tx, author(revision.by)!, before.last, {
      cells: cellsOf(content), style: 0, status: revision.reason === "retire" ? "retired" : "active", reason: revision.reason, comment: revision.comment, at: new Date(revision.on),
    });
    written.set(question, { last, content });
  }
}

/** Sample content as the raw cells of a release; what cannot be read is a mistake in the sample. */
function cellsOf(content: SeedContent): string[] {
  const raw: Record<string, string> = { ...content, source: content.source.join("\r\n"), answers: "" };
  content.answers.slice(0, MAX_ANSWERS).forEach((answer, i) => { raw[`answer_${i}`] = answer; });
  const cells = CONTENT_COLUMNS.map((column) => raw[column] ?? "");
  const read = readCells(cells);
  if (read.content === null) throw new Error(`The sample question “${content.question}” has wrong cells: ${JSON.stringify(read.findings)}`);
  return renderCells(read.content);
}
