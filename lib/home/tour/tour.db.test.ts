import { afterAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect } from "@/lib/platform/db";
import { endTours } from "./commands";
import { getSeenTours } from "./queries";

afterAll(disconnect);
const person = async (name: string, roles: Role[]): Promise<Actor> => {
  const { id } = await db.user.create({ data: { email: `${name}@tours.example`, name, roles } });
  return { userId: id, name, roles, via: "web" };
};

it("tours are remembered for the person, whatever device asks; one that was taken is not skipped afterwards", async () => {
  const [ann, bob] = [
    await person("ann", ["rater", "annotator"]),
    await person("bob", ["maintainer"]),
  ];
  expect(await getSeenTours(ann)).toEqual({});
  await endTours(ann, { roles: ["rater", "annotator"], outcome: "skipped" });
  expect(await getSeenTours(ann)).toEqual({ rater: "skipped", annotator: "skipped" });

  // Found again under Help, and taken.
  await endTours(ann, { roles: ["rater"], outcome: "done" });
  await endTours(ann, { roles: ["rater"], outcome: "skipped" });
  expect(await getSeenTours(ann)).toEqual({ rater: "done", annotator: "skipped" });
  expect(await getSeenTours(bob)).toEqual({});

  // Two windows at once.
  const both = await Promise.all([
    endTours(bob, { roles: ["maintainer"], outcome: "done" }),
    endTours(bob, { roles: ["maintainer"], outcome: "skipped" }),
  ]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await getSeenTours(bob)).toEqual({ maintainer: "done" });
});
