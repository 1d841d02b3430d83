import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, transaction, withConnection } from "@/lib/platform/db";
import { appendRevision } from "@/lib/dataset/questions/ledger";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { resolveFlags } from "./commands";
import { countOpenFlags, listOpenFlags, listResolvedFlags } from "./queries";
import { resolveFlagsSchema, type Settlement, type FlagGroup } from "./schema";
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

const settle = async (group: FlagGroup, as: Settlement, word = "Looked at it.") => {
  const result = await resolveFlags(
    mara,
    resolveFlagsSchema.parse({ flagIds: group.doubts.map((doubt) => doubt.flagId), as, word }),
  );
  return result.ok ? result.value.settled : result.refusal.code;
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

describe("tickets", () => {
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
    const firsts = groups.map((group) => group.doubts[0]!.flagId);
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    expect(groups[0]!.saw).toEqual(groups[0]!.now);
    expect(
      notEmpty(groups.flatMap((group) => group.doubts)).every((doubt) =>
        /^Rater [123]$/.test(doubt.rater),
      ),
    ).toBe(true);
    const names = (await db.user.findMany({ where: { id: { in: made.raterIds } } })).flatMap(
      (user) => [user.name, user.email],
    );
    for (const name of notEmpty(names)) expect(JSON.stringify(groups)).not.toContain(name);
  });

  it("are settled as corrected only once the question was revised, and as kept at any time; the raters are told", async () => {
    const {
      rows: [first, second],
    } = await listOpenFlags(mara, 1);
    expect(await settle(first!, "corrected")).toBe("not-revised");
    await revise(first!.questionId);
    const again = (await listOpenFlags(mara, 1)).rows[0]!;
    expect([again.questionId, again.saw.number, again.now.number, again.otherAnswers]).toEqual([
      first!.questionId,
      1,
      2,
      true,
    ]);
    expect(await settle(again, "corrected", "You were right.")).toBe(first!.doubts.length);
    expect(await settle(second!, "kept")).toBe(second!.doubts.length);
    const { rows: flags } = await listResolvedFlags(mara, 1);
    expect(
      notEmpty(flags.filter((flag) => flag.questionId === first!.questionId)).every(
        (flag) =>
          flag.as === "corrected" &&
          flag.word === "You were right." &&
          flag.settledBy.startsWith("Maintainer"),
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

  it("settled by two at once are settled once, and flags of several revisions not together", async () => {
    const {
      rows: [one, other],
    } = await listOpenFlags(mara, 1);
    const ends = await Promise.all([settle(one!, "kept"), settle(one!, "kept")]);
    expect(ends.map(String).sort()).toEqual([String(one!.doubts.length), "settled"].sort());
    const mixed = { ...other!, doubts: [...one!.doubts, ...other!.doubts] };
    expect(await settle(mixed, "kept")).toBe("several");
    expect(
      await settle({ ...other!, doubts: [{ ...other!.doubts[0]!, flagId: 999_999 }] }, "kept"),
    ).toBe("not-found");
    expect(() => resolveFlagsSchema.parse({ flagIds: [1], as: "kept", word: "  " })).toThrow();
  });

  it("tell those who settle them once for each revision, however many raters doubt it, and not who raised it", async () => {
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
