import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { once } from "@/lib/platform/client-keys";
import { transaction } from "@/lib/platform/db";
import { type Result } from "@/lib/platform/result";
import type { PublishedRelease, PublishRelease } from "./schema";
import { publish, lockReleases, type PublishOptions } from "./writes";

/**
 * Publishes a release: the chosen questions with the revisions they have at this moment, the bytes of their CSV file in
 * the official form, its SHA-256, and last the release's row, which seals them: the database then refuses any change.
 *
 * Refusals: `taken` when the name is published already, also for the slower of two who publish at once (details: the
 * PublishedRelease, so that someone who lost the answer finds it); `no-license` before the dataset's license is chosen,
 * which the release then keeps; `stale` when another license was seen than the one in force; `empty` when nothing would be in it; `not-active` when chosen questions are retired or
 * unknown; `key-taken`. The same `clientKey` again answers with what the first call published.
 */
export async function publishRelease(
  actor: Actor,
  input: PublishRelease,
  options: PublishOptions = {},
): Promise<
  Result<PublishedRelease, "empty" | "key-taken" | "no-license" | "not-active" | "stale" | "taken">
> {
  authorize(actor, "releases.publish");
  return transaction(
    async (tx) => {
      await lockReleases(tx);
      return once(
        tx,
        { command: "publishRelease", userId: actor.userId, clientKey: input.clientKey },
        () => publish(tx, actor, input, options),
      );
    },
    { isolation: "RepeatableRead", timeoutMs: 300_000 },
  );
}
