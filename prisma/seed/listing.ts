import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { updateLeaderboard } from "@/lib/reporting/leaderboard/commands";
import { updateLeaderboardSchema } from "@/lib/reporting/leaderboard/schema";
import { STUDIED, type SeedDataset } from "./dataset";
import { done } from "./done";
import { FOOTNOTE } from "./names";

/** Lists the studied runs on the leaderboard, unless someone has decided what is on it. */
export async function writeLeaderboard(
  manager: Actor,
  runIds: readonly number[],
  leaderboard: NonNullable<SeedDataset["leaderboard"]>,
): Promise<void> {
  const settings = await db.leaderboardSettings.findUniqueOrThrow({ where: { id: 1 } });
  if (settings.version > 1) return;
  done(
    await updateLeaderboard(
      manager,
      updateLeaderboardSchema.parse({
        ...settings,
        isPublic: leaderboard === "public",
        runIds: runIds.slice(0, STUDIED),
        footnote: FOOTNOTE,
      }),
    ),
  );
}
