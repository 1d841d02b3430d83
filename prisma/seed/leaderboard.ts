import type { Actor } from "@/lib/people/access/schema";
import { updateLeaderboard } from "@/lib/reporting/leaderboard/commands";
import { getLeaderboardSettings } from "@/lib/reporting/leaderboard/queries";
import { updateLeaderboardSchema } from "@/lib/reporting/leaderboard/schema";
import { done } from "./done";

/** Lists the runs where no one has chosen any yet. Whether anyone may read it stays for people to decide. */
export async function listRuns(actor: Actor, runIds: readonly number[]): Promise<void> {
  const settings = await getLeaderboardSettings(actor);
  if (settings.version > 1 || settings.runIds.length > 0) return;
  done(
    await updateLeaderboard(
      actor,
      updateLeaderboardSchema.parse({
        ...settings,
        runIds: [...runIds],
        footnote: "Made-up models of the sample.",
      }),
    ),
  );
}
