import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { breakingFrom } from "@/prisma/testing/broken-connections";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { filesIn, read } from "@/prisma/testing/tree";
import { POST as adjudication } from "./adjudication/[step]/route";
import { POST as cells } from "./questions/cells/[step]/route";
import { POST as rating } from "./ratings/[step]/route";
import { POST as refreshing } from "./refresh/[step]/route";

/*
 * Every step of every desk, with its connection to the database broken before each of its statements in turn, a real one:
 * what is saved is answered as saved, what is answered otherwise is not saved, and sent again it is saved once.
 */

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({ currentActor: async () => signedIn.actor }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

const DESKS = {
  "app/api/adjudication/[step]/route.ts": [adjudication, "adjudicatorId"],
  "app/api/questions/cells/[step]/route.ts": [cells, "editorId"],
  "app/api/ratings/[step]/route.ts": [rating, "raterId"],
  "app/api/refresh/[step]/route.ts": [refreshing, "reviewerId"],
} as const;
type Desk = keyof typeof DESKS;

interface Sent {
  body: Record<string, unknown>;
  /** How many rows say what was sent: 1 once it is saved. */
  saved: () => Promise<number>;
}
/**
 * How a step is sent, anew each time; or why nothing of a person's is saved by it. By the step's name, with whatever sets
 * it apart behind a comma.
 */
type Steps = Record<string, (() => Promise<Sent>) | string>;

let campaign: RatingSampleMade;
let person: Actor;

const GIVES = "gives what it reads, and saves nothing that was entered";
const LEASES = "keeps or ends leases, which end by themselves";
const CREDIT = { relaxed: true, strict: true };
const NO_CREDIT = { relaxed: false, relaxedReason: "wrong-primary-answer" };
const entered = () => ({
  activeMs: 1_000,
  comment: "",
  lowConfidence: false,
  flagged: false,
  clientKey: randomUUID(),
  enteredAt: new Date().toISOString(),
});
/** What a row in which a client key stands says is saved. */
const under =
  (clientKey: string, count: (where: { where: { clientKey: string } }) => Promise<number>) => () =>
    count({ where: { clientKey } });

/** Sends a step unbroken. @returns what it answers, which must be success */
async function done(desk: Desk, step: string, body: Record<string, unknown>): Promise<unknown> {
  const { status, said } = await send(desk, step, body);
  expect({ step, said, status }).toMatchObject({ status: 200 });
  return said;
}

async function send(desk: Desk, step: string, body: Record<string, unknown>) {
  const [post, personKey] = DESKS[desk];
  const request = new Request(`http://workbench.example/api/desk/${step}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ [personKey]: person.userId, ...body }),
  });
  const answer = await post(request, { params: Promise.resolve({ step }) });
  return { status: answer.status, said: (await answer.json()) as Answer };
}
type Answer = { refusal?: { code: string; message: string } } | null;

const RATINGS = "app/api/ratings/[step]/route.ts";
/** An item that the rater's desk was given. */
async function item() {
  const visit = randomUUID();
  await done(RATINGS, "leave", { visit });
  const { items } = (await done(RATINGS, "next", {
    campaignId: campaign.campaignId,
    count: 1,
    held: [],
    visit,
    left: lastVisit,
  })) as { items: { taskId: number; revisionId: number }[] };
  lastVisit = visit;
  const { taskId, revisionId } = items[0]!;
  return { visit, taskId, revisionId };
}
let lastVisit: string | null = null;
async function judged() {
  const { taskId, revisionId } = await item();
  const body = { taskId, revisionId, verdict: CREDIT, ...entered() };
  await done(RATINGS, "judge", body);
  return body;
}

async function judgment(more: object): Promise<Sent> {
  const { taskId, revisionId } = await item();
  const body = { taskId, revisionId, verdict: CREDIT, ...entered(), ...more };
  return { body, saved: under(body.clientKey, (of) => db.judgment.count(of)) };
}

const ADJUDICATION = "app/api/adjudication/[step]/route.ts";
let cases: number[];
async function settled() {
  const body = {
    taskId: cases.pop()!,
    verdict: CREDIT,
    reason: "So it says.",
    clientKey: randomUUID(),
  };
  await done(ADJUDICATION, "settle", body);
  return body;
}

const REFRESH = "app/api/refresh/[step]/route.ts";
async function question() {
  const { questionId, revisionId: baseRevisionId } = await addQuestion(
    person,
    sampleContent({ nextReview: { policy: "frequently", on: null }, factType: "fast-changing" }),
  );
  return { questionId, baseRevisionId };
}
async function verified() {
  const body = { ...(await question()), evidence: [], comment: "", clientKey: randomUUID() };
  await done(REFRESH, "verify", body);
  return body;
}

const CELLS = "app/api/questions/cells/[step]/route.ts";
async function cell() {
  const { questionId, baseRevisionId } = await question();
  const clientKey = randomUUID();
  const edit = { questionId, baseRevisionId, field: "note", text: `Noted under ${clientKey}` };
  return {
    body: { cells: [edit], clientKey },
    saved: () => db.revision.count({ where: { questionId, id: { not: baseRevisionId } } }),
  };
}

const STEPS: Record<Desk, Steps> = {
  [RATINGS]: {
    next: GIVES,
    shown: async () => {
      const { visit, taskId } = await item();
      const mine = { taskId, raterId: person.userId, status: "opened" };
      return { body: { taskId, visit }, saved: () => db.assignment.count({ where: mine }) };
    },
    judge: () => judgment({}),
    "judge, with a flag": () => judgment({ flagged: true }),
    correct: async () => {
      const { clientKey: supersedes } = await judged();
      const body = { supersedes, correction: "Misread", verdict: NO_CREDIT, ...entered() };
      return { body, saved: under(body.clientKey, (of) => db.judgment.count(of)) };
    },
    skip: async () => {
      const { taskId } = await item();
      const mine = await db.assignment.findFirstOrThrow({
        where: { taskId, raterId: person.userId },
      });
      return {
        body: { taskId, clientKey: randomUUID() },
        saved: () =>
          db.assignment.count({ where: { id: mine.id, position: { not: mine.position } } }),
      };
    },
    status: async () => {
      const visit = randomUUID();
      return {
        body: { campaignId: campaign.campaignId, visit },
        saved: () => db.ratingVisit.count({ where: { id: visit } }),
      };
    },
    leave: LEASES,
  },
  [ADJUDICATION]: {
    next: GIVES,
    renew: LEASES,
    release: LEASES,
    settle: async () => {
      const clientKey = randomUUID();
      return {
        body: { taskId: cases.pop()!, verdict: CREDIT, reason: "So it says.", clientKey },
        saved: under(clientKey, (of) => db.adjudication.count(of)),
      };
    },
    correct: async () => {
      const { taskId, clientKey: supersedes } = await settled();
      const clientKey = randomUUID();
      return {
        body: { taskId, supersedes, verdict: NO_CREDIT, reason: "Not quite.", clientKey },
        saved: under(clientKey, (of) => db.adjudication.count(of)),
      };
    },
  },
  [REFRESH]: {
    next: GIVES,
    renew: LEASES,
    release: LEASES,
    verify: async () => {
      const body = { ...(await question()), evidence: [], comment: "", clientKey: randomUUID() };
      return { body, saved: under(body.clientKey, (of) => db.verification.count(of)) };
    },
    refresh: async () => {
      const { questionId, baseRevisionId } = await question();
      const clientKey = randomUUID();
      const change = { kind: "answer", answers: ["Bea"] };
      return {
        body: { questionId, baseRevisionId, clientKey, change, evidence: [], comment: "" },
        saved: () => db.revision.count({ where: { questionId, id: { not: baseRevisionId } } }),
      };
    },
    skip: async () => {
      const { questionId } = await question();
      return {
        body: { token: randomUUID(), questionId },
        saved: () => db.answerCheckSnooze.count({ where: { questionId } }),
      };
    },
    undo: async () => {
      const { clientKey: undoes, questionId } = await verified();
      return {
        body: { undoes, clientKey: randomUUID(), token: randomUUID() },
        saved: async () => (await db.verification.count({ where: { questionId } })) - 1,
      };
    },
    open: async () => {
      const { questionId } = await question();
      await done(REFRESH, "skip", { token: randomUUID(), questionId });
      return {
        body: { token: randomUUID(), questionId },
        saved: async () => 1 - (await db.answerCheckSnooze.count({ where: { questionId } })),
      };
    },
  },
  [CELLS]: {
    rows: GIVES,
    preview: GIVES,
    save: cell,
    undo: async () => {
      const { body } = await cell();
      const { operationId } = (await done(CELLS, "save", body)) as { operationId: number };
      const { questionId } = body.cells[0]!;
      return {
        body: { operationId, clientKey: randomUUID() },
        saved: async () => (await db.revision.count({ where: { questionId } })) - 2,
      };
    },
  },
};

beforeAll(async () => {
  const roles: Role[] = ["maintainer", "rater", "adjudicator"];
  const { id } = await db.user.create({
    data: { email: "carlos@test.example", name: "Carlos", roles },
  });
  person = signedIn.actor = { userId: id, name: "Carlos", roles, via: "web" };
  campaign = await withConnection((client) =>
    makeRating(client, { questions: 150, raters: [id], ratingsPerResponse: 1, judged: 0 }),
  );
  await db.qualification.create({
    data: { raterId: id, attempt: 1, score: 15, threshold: 12 },
  });
  const disputed = await withConnection((client) =>
    makeRating(client, { name: "Disputed", questions: 120, agreement: 0 }),
  );
  cases = (
    await db.ratingTask.findMany({
      where: { campaignId: disputed.campaignId },
      select: { id: true },
    })
  ).map((task) => task.id);
}, 60_000);
afterAll(disconnect);

const stepOf = (line: string) => line.split(",")[0]!;

it("every desk and every step of it has a line here", () => {
  const routes = filesIn("app/api").filter(
    (path) => path.endsWith("route.ts") && read(path).includes("deskRoute("),
  );
  expect(routes.sort()).toEqual(Object.keys(DESKS).sort());
  for (const desk of Object.keys(DESKS) as Desk[])
    expect([...new Set(Object.keys(STEPS[desk]).map(stepOf))].sort()).toEqual(
      Object.keys(DESKS[desk][0].wire.steps).sort(),
    );
});

const saving = Object.entries(STEPS).flatMap(([desk, steps]) =>
  Object.entries(steps).flatMap(([line, made]) =>
    typeof made === "string" ? [] : [[desk as Desk, line, made] as const],
  ),
);

describe.each(saving)("%s %s", (desk, line, made) => {
  const step = stepOf(line);

  it("is answered as saved exactly where it is saved, whichever statement the connection breaks at", async () => {
    for (let at = 1; ; at++) {
      const { body, saved } = await made();
      const { value: first, broke } = await breakingFrom(at, () => send(desk, step, body));
      const where = { at, said: first.said };
      expect({ ...where, saved: await saved() }).toEqual({
        ...where,
        saved: first.status === 200 ? 1 : 0,
      });
      await done(desk, step, body);
      expect({ ...where, again: await saved() }).toEqual({ ...where, again: 1 });
      if (!broke) {
        expect({ at, status: first.status }).toMatchObject({ status: 200 });
        return;
      }
    }
  });

  it("sent again is answered as saved, whichever statement behind that the connection breaks at", async () => {
    const { body, saved } = await made();
    await done(desk, step, body);
    for (let at = 1; ; at++) {
      const again = await breakingFrom(at, () => send(desk, step, body));
      const { status, said } = again.value;
      if (again.committed) expect({ at, said, status }).toMatchObject({ status: 200 });
      expect({ at, saved: await saved() }).toEqual({ at, saved: 1 });
      if (!again.broke) return;
    }
  });
});
