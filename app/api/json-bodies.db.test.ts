import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { POST as apply } from "./imports/[id]/apply/route";
import { POST as similar } from "./similar-questions/route";
import { POST as rating } from "./ratings/[step]/route";

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({ currentActor: async () => signedIn.actor }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

const ROUTES = {
  "imports/1/apply": (request: Request) => apply(request, { params: Promise.resolve({ id: "1" }) }),
  similar: (request: Request) => similar(request, { params: Promise.resolve({}) }),
  "ratings/judge": (request: Request) =>
    rating(request, { params: Promise.resolve({ step: "judge" }) }),
};

async function send(
  name: keyof typeof ROUTES,
  body: BodyInit | null,
): Promise<{ status: number; code: string | undefined }> {
  const request = new Request(`http://workbench.example/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);
  const answer = await ROUTES[name](request);
  const said = (await answer.json()) as { refusal?: { code: string } };
  return { status: answer.status, code: said.refusal?.code };
}

/** So many bytes without a Content-Length, counting how many were asked for. */
function endless(bytes: number): { stream: ReadableStream<Uint8Array>; asked: () => number } {
  let given = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      given += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
      if (given >= bytes) controller.close();
    },
  });
  return { stream, asked: () => given };
}

beforeAll(async () => {
  const roles = ["maintainer", "rater", "annotator"] as const;
  const user = await db.user.create({
    data: { email: "carlos@test.example", name: "Carlos", roles: [...roles] },
  });
  signedIn.actor = { userId: user.id, name: user.name, roles: [...roles], via: "web" };
});
afterAll(disconnect);

describe.each(Object.keys(ROUTES) as (keyof typeof ROUTES)[])("a body of /api/%s", (name) => {
  it.each<[string, BodyInit | null]>([
    ["missing", null],
    ["empty", ""],
    ["broken", '{"a":'],
    ["no JSON", "hello"],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ])("that is %s is refused with 400", async (_, body) =>
    expect(await send(name, body)).toEqual({ status: 400, code: "bad-json" }),
  );

  it("that is too large is refused before all of it is read", async () => {
    const { stream, asked } = endless(50_000_000);
    expect(await send(name, stream)).toEqual({ status: 413, code: "too-large" });
    expect(asked()).toBeLessThan(1_500_000);
  });

  it("that is JSON of another kind is refused by its schema, not with 500", async () => {
    for (const body of ["null", "[]", '"text"', "7"])
      expect((await send(name, body)).status).toBeLessThan(500);
  });
});
