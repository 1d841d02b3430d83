import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { POST as adjudication } from "./adjudication/[step]/route";
import { POST as rating } from "./ratings/[step]/route";
import { POST as refreshing } from "./refresh/[step]/route";
import { addQuestion } from "@/prisma/testing/questions";
import { sampleContent } from "@/prisma/testing/content";

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({ currentActor: async () => signedIn.actor }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

const DESKS = {
  ratings: [rating, "raterId"],
  adjudication: [adjudication, "adjudicatorId"],
  "review/desk": [refreshing, "reviewerId"],
} as const;
type Desk = keyof typeof DESKS;

async function send(
  desk: Desk,
  step: string,
  body: Record<string, unknown>,
): Promise<{ status: number; code: string | undefined }> {
  const { status, refusal } = await ask(desk, step, body);
  return { status, code: refusal?.code };
}

async function ask(
  desk: Desk,
  step: string,
  body: Record<string, unknown>,
): Promise<{ status: number; refusal: { code: string; message: string } | undefined }> {
  const request = new Request(`http://workbench.example/api/${desk}/${step}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await DESKS[desk][0](request, { params: Promise.resolve({ step }) });
  const said = (await answer.json()) as { refusal?: { code: string; message: string } } | null;
  return { status: answer.status, refusal: said?.refusal };
}

let carlos: Actor;
let dana: Actor;

beforeAll(async () => {
  const roles = ["maintainer", "rater", "adjudicator"] as const;
  const [a, b] = await Promise.all(
    ["carlos", "dana"].map((name) =>
      db.user.create({ data: { email: `${name}@test.example`, name, roles: [...roles] } }),
    ),
  );
  carlos = { userId: a!.id, name: "Carlos", roles: [...roles], via: "web" };
  dana = { userId: b!.id, name: "Dana", roles: [...roles], via: "web" };
});
afterAll(disconnect);

describe.each(Object.keys(DESKS) as Desk[])("the desk at /api/%s", (desk) => {
  const [, personKey] = DESKS[desk];

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "nothing"])(
    "has no step %s, whoever asks",
    async (step) => {
      signedIn.actor = carlos;
      expect(await send(desk, step, { [personKey]: carlos.userId })).toEqual({
        status: 404,
        code: "not-found",
      });
      expect(await send(desk, step, {})).toEqual({ status: 404, code: "not-found" });
    },
  );

  it("refuses what another person entered, and what does not say who did", async () => {
    signedIn.actor = dana;
    expect(await send(desk, "next", { [personKey]: carlos.userId })).toEqual({
      status: 409,
      code: "other-person",
    });
    expect(await send(desk, "next", {})).toEqual({ status: 409, code: "out-of-date" });
    expect((await send(desk, "next", { [personKey]: String(dana.userId) })).code).toBe(
      "other-person",
    );
  });

  it("asks a page of another version to reload, whoever has signed in, and does nothing", async () => {
    signedIn.actor = carlos;
    const version = DESKS[desk][0].wire.version;
    const sent = (of: object) => send(desk, "next", { [personKey]: carlos.userId, ...of });
    for (const other of [version + 1, version - 1, String(version), null])
      expect(await sent({ version: other })).toEqual({ status: 409, code: "out-of-date" });
    expect((await sent({ version })).code).toBe("invalid");
  });

  it("names what it doesn't know in a message", async () => {
    signedIn.actor = carlos;
    const refused = await ask(desk, "next", { [personKey]: carlos.userId, surprise: 1 });
    expect(refused).toMatchObject({ status: 422, refusal: { code: "invalid" } });
    expect(refused.refusal?.message).toContain("“surprise”");
  });

  it("asks for a sign-in", async () => {
    signedIn.actor = null;
    expect(await send(desk, "next", { [personKey]: carlos.userId })).toEqual({
      status: 401,
      code: "signed-out",
    });
  });
});

it("writes no verification in the name of whoever signed in later", async () => {
  const made = await addQuestion(
    carlos,
    sampleContent({ nextReview: { policy: "frequently", on: null }, factType: "fast-changing" }),
  );
  const body = {
    questionId: made.questionId,
    baseRevisionId: made.revisionId,
    evidence: [],
    comment: "",
    clientKey: randomUUID(),
    reviewerId: carlos.userId,
  };
  signedIn.actor = dana;
  expect(await send("review/desk", "verify", body)).toEqual({ status: 409, code: "other-person" });
  expect(await db.verification.count()).toBe(0);
  signedIn.actor = carlos;
  expect((await send("review/desk", "verify", body)).status).toBe(200);
  expect(await db.verification.findMany({ select: { verifiedById: true } })).toEqual([
    { verifiedById: carlos.userId },
  ]);
});
