import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction, withConnection } from "@/lib/platform/db";
import { appendRevision } from "@/lib/dataset/questions/ledger";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { resolveFlags } from "./commands";
import { countOpenFlags, listOpenFlags, listResolvedFlags } from "./queries";
import { resolveFlagsSchema, type FlagResolution, type FlagGroup } from "./schema";
import { notifyAnswerFlagged } from "./writes";
import { notEmpty } from "@/prisma/testing/not-empty";

let made: RatingSampleMade;
let mara: Actor;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { questions: 30, raters: 3, ratingsPerResponse: 2, flagged: 0.4 }),
  );
  mara = { userId: made.maintainerId, name: "Mara", roles: ["maintainer"], via: "web" };
});
afterAll(disconnect);

const resolve = async (group: FlagGroup, as: FlagResolution, note = "Looked at it.") => {
  const result = await resolveFlags(
    mara,
    resolveFlagsSchema.parse({ flagIds: group.flags.map((flag) => flag.flagId), as, note }),
  );
  return result.ok ? result.value.resolved : result.refusal.code;
};
async function revise(questionId: number): Promise<void> {
  const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
  const { cells } = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  await transaction((tx) =>
    appendRevision(tx, mara, head, {
      cells: cells.map((cell, place) => (place === 8 ? `${cell} II` : cell)),
      style: 0,
      status: "active",
      reason: "edit",
      comment: "",
    }),
  );
}

describe("flags", () => {
  it("stand on the queue by question and revision, oldest first, with what was seen, what is there, and raters by number", async () => {
    const { rows: groups, total } = await listOpenFlags(mara, 1);
    expect(total).toBe(
      (
        await db.answerFlag.groupBy({
          by: ["questionId", "revisionId"],
          where: { status: "open" },
        })
      ).length,
    );
    expect(await countOpenFlags(mara)).toBe(total);
    const firsts = groups.map((group) => group.flags[0]!.flagId);
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    expect(groups[0]!.saw).toEqual(groups[0]!.now);
    expect(
      notEmpty(groups.flatMap((group) => group.flags)).every((flag) =>
        /^Rater [123]$/.test(flag.rater),
      ),
    ).toBe(true);
    const names = (await db.user.findMany({ where: { id: { in: made.raterIds } } })).flatMap(
      (user) => [user.name, user.email],
    );
    for (const name of notEmpty(names)) expect(JSON.stringify(groups)).not.toContain(name);
  });

  it("are resolved as corrected only once the question was revised, and as kept at any time; the raters are told", async () => {
    const {
      rows: [first, second],
    } = await listOpenFlags(mara, 1);
    expect(await resolve(first!, "corrected")).toBe("not-revised");
    await revise(first!.questionId);
    const again = (await listOpenFlags(mara, 1)).rows[0]!;
    expect([again.questionId, again.saw.number, again.now.number, again.otherAnswers]).toEqual([
      first!.questionId,
      1,
      2,
      true,
    ]);
    expect(await resolve(again, "corrected", "You were right.")).toBe(first!.flags.length);
    expect(await resolve(second!, "kept")).toBe(second!.flags.length);
    const { rows: flags } = await listResolvedFlags(mara, 1);
    expect(
      notEmpty(flags.filter((flag) => flag.questionId === first!.questionId)).every(
        (flag) =>
          flag.as === "corrected" &&
          flag.note === "You were right." &&
          flag.resolvedBy.startsWith("Maintainer"),
      ),
    ).toBe(true);
    const told = await db.notice.findMany({
      where: { kind: "ticket-settled", data: { path: ["questionId"], equals: first!.questionId } },
    });
    const raised = await db.answerFlag.findMany({ where: { questionId: first!.questionId } });
    expect(told.map((notice) => notice.userId).sort()).toEqual(
      [...new Set(raised.map((flag) => flag.raisedById))].sort(),
    );
  });

  it("resolved by two at once are resolved once, and flags of several revisions not together", async () => {
    const {
      rows: [one, other],
    } = await listOpenFlags(mara, 1);
    const ends = await Promise.all([resolve(one!, "kept"), resolve(one!, "kept")]);
    expect(ends.map(String).sort()).toEqual([String(one!.flags.length), "resolved"].sort());
    const mixed = { ...other!, flags: [...one!.flags, ...other!.flags] };
    expect(await resolve(mixed, "kept")).toBe("several");
    expect(
      await resolve({ ...other!, flags: [{ ...other!.flags[0]!, flagId: 999_999 }] }, "kept"),
    ).toBe("not-found");
    expect(() => resolveFlagsSchema.parse({ flagIds: [1], as: "kept", note: "  " })).toThrow();
  });

  it("tell those who resolve them once for each revision, however many raters flag it, and not who raised it", async () => {
    const head = await db.questionHead.findFirstOrThrow();
    for (const raisedById of made.raterIds)
      await transaction((tx) =>
        notifyAnswerFlagged(tx, {
          questionId: head.questionId,
          revisionId: head.revisionId,
          comment: "Out of date?",
          raisedById,
        }),
      );
    const told = await db.notice.findMany({ where: { kind: "ticket-raised" } });
    expect(told.map((notice) => notice.userId)).toEqual([made.maintainerId]);
    expect(JSON.stringify(told[0]!.data)).not.toContain("Rater");
  });
});
