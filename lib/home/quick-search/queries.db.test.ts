import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { searchEverywhere } from "./queries";
import { MAX_OF_A_KIND } from "./schema";

let made: RatingSampleMade;
let other: RatingSampleMade;
/** What is looked for: of a name that nothing else has. */
let questionId: number;
let release: string;
const as = (userId: number, ...roles: Role[]): Actor => ({ userId, name: "N", roles, via: "web" });

beforeAll(async () => {
  [made, other] = await withConnection(async (client) => [
    await makeRating(client, { name: "Zephyr pilot", questions: 8, raters: 2 }),
    await makeRating(client, { name: "Zephyr second", questions: 4, raters: 2 }),
  ]);
  const question = sampleContent({ question: "How tall is the zephyr tower in 2026?" });
  ({ questionId } = await addQuestion(as(made.maintainerId, "maintainer"), question));
  ({ name: release } = await db.release.findUniqueOrThrow({ where: { id: made.releaseId } }));
});
afterAll(disconnect);

const kindsOf = async (actor: Actor, q: string) => [
  ...new Set((await searchEverywhere(actor, q)).map(({ kind }) => kind)),
];

describe("searchEverywhere", () => {
  it("finds questions, releases, runs, campaigns and people by name, and leads to their pages", async () => {
    const maintainer = as(made.maintainerId, "maintainer", "admin");
    const found = await searchEverywhere(maintainer, "ZEPHYR");
    expect(found).toContainEqual({
      kind: "question",
      href: `/questions/${questionId}`,
      label: "How tall is the zephyr tower in 2026?",
      note: `Q${questionId}`,
    });
    expect(found).toContainEqual({
      kind: "campaign",
      href: `/campaigns/${made.campaignId}`,
      label: "Zephyr pilot",
      note: "Open",
    });
    expect(await searchEverywhere(maintainer, release)).toContainEqual({
      kind: "release",
      href: `/releases/${release}`,
      label: release,
      note: "8 questions",
    });
    const run = await db.modelRun.findUniqueOrThrow({
      where: { id: made.runIds[0]! },
      include: { model: true },
    });
    expect(await searchEverywhere(maintainer, `run 1 ${run.model.name}`)).toContainEqual({
      kind: "run",
      href: `/runs/${run.id}`,
      label: `${run.model.name} · Run 1`,
      note: release,
    });
    const rater = await db.user.findUniqueOrThrow({ where: { id: made.raterIds[0]! } });
    expect(await searchEverywhere(maintainer, rater.email)).toEqual([
      {
        kind: "person",
        href: `/members?search=${encodeURIComponent(rater.email)}&state=all`,
        label: rater.name,
        note: rater.email,
      },
    ]);
  });

  it("finds a question by its ID before those that say the number", async () => {
    const researcher = as(made.researcherId, "researcher");
    for (const q of [`Q${questionId}`, ` q ${questionId}`, String(questionId)])
      expect((await searchEverywhere(researcher, q))[0]).toMatchObject({
        href: `/questions/${questionId}`,
      });
    // A number that is an ID of nothing is still a text.
    expect(await searchEverywhere(researcher, "2026")).toContainEqual(
      expect.objectContaining({ href: `/questions/${questionId}` }),
    );
  });

  it("shows each role what it may open", async () => {
    // Models and campaigns of the sample have the name, too.
    for (const [actor, kinds] of [
      [as(made.maintainerId, "maintainer"), ["question", "run", "campaign"]],
      [as(made.researcherId, "researcher"), ["question", "run"]],
      [as(made.adjudicatorId, "adjudicator"), ["question"]],
      // Raters judge blind: no models, no runs.
      [as(made.raterIds[0]!, "rater"), ["question", "campaign"]],
    ] as const)
      expect(await kindsOf(actor, "zephyr")).toEqual(kinds);
    const rater = as(made.raterIds[0]!, "rater");
    const { email } = await db.user.findUniqueOrThrow({ where: { id: made.raterIds[1]! } });
    expect(await kindsOf(rater, email)).not.toContain("person");
    expect(await kindsOf(as(made.maintainerId, "maintainer"), email)).not.toContain("person");
    expect(await kindsOf(as(made.maintainerId, "admin"), email)).toEqual(["person"]);
  });

  it("gives raters their own opened campaigns, with the page where they rate", async () => {
    const campaigns = async (raterId: number) =>
      (await searchEverywhere(as(raterId, "rater"), "zephyr"))
        .filter(({ kind }) => kind === "campaign")
        .map(({ href }) => href);
    expect(await campaigns(made.raterIds[0]!)).toEqual([`/rate/${made.campaignId}`]);
    expect(await campaigns(other.raterIds[0]!)).toEqual([`/rate/${other.campaignId}`]);
    await db.campaignRater.updateMany({
      where: { campaignId: other.campaignId, raterId: other.raterIds[0]! },
      data: { leftAt: new Date() },
    });
    expect(await campaigns(other.raterIds[0]!)).toEqual([]);
  });

  it("takes signs of patterns as they are, finds nothing for nothing, and few of each kind", async () => {
    const maintainer = as(made.maintainerId, "maintainer", "admin");
    for (const q of ["", "   "]) expect(await searchEverywhere(maintainer, q)).toEqual([]);
    for (const q of ["%zephyr%", "_ephyr pilot", "zephyr\\"])
      expect(await kindsOf(maintainer, q)).not.toContain("campaign");
    const found = await searchEverywhere(maintainer, "zep");
    expect(found.filter(({ kind }) => kind === "question").length).toBeLessThanOrEqual(
      MAX_OF_A_KIND,
    );
  });
});
