import { afterAll, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { EXAMPLES } from "@/lib/rating/training/examples";
import OfflineDeskPage from "./page";

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({ requireActor: async () => signedIn.actor }));
afterAll(disconnect);

it("has the training's answers for whoever has passed it, and for no one else", async () => {
  const user = await db.user.create({
    data: { email: "new.rater@example.org", name: "New", roles: ["rater"] },
  });
  signedIn.actor = { userId: user.id, name: "New", roles: ["rater"], via: "web" };
  const page = async () => JSON.stringify((await OfflineDeskPage()).props);
  const [example] = EXAMPLES;
  expect(await page()).not.toContain(example!.explanation);
  expect(await page()).toBe(JSON.stringify({ examples: [] }));
  await db.qualification.create({
    data: { raterId: user.id, attempt: 1, score: 15, threshold: 12 },
  });
  expect(await page()).toContain(JSON.stringify(example!.explanation));
});
