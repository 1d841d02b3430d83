import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { ChooseLicense, stateLicenseSchema } from "./schema";
import { refuseOtherLicense } from "./rules";
import { licenseInForce, lockLicenses } from "./writes";
import { licenseChosen, releaseLicenseStated } from "./audit-events";

/**
 * Chooses the license of the releases that follow; those that are published keep theirs. Refusals: `stale` when someone
 * else chose one in between; `unchanged`.
 */
export async function chooseLicense(
  actor: Actor,
  input: ChooseLicense,
): Promise<Result<{ id: number }, "key-taken" | "stale" | "unchanged">> {
  authorize(actor, "releases.publish");
  const { license, holder, url, baseId, clientKey } = input;
  return transactionOnce(actor, "chooseLicense", clientKey, async (tx) => {
    await lockLicenses(tx);
    const present = await licenseInForce(tx);
    if ((present?.id ?? null) !== baseId)
      return refuse(
        "stale",
        "Someone else chose a license while you were editing. Nothing was saved. Reload the page to see it.",
      );
    const wanted = { license, holder, url: url === "" ? null : url };
    if (present?.license === license && present.holder === holder && present.url === wanted.url)
      return refuse("unchanged", "No changes to save.");
    const row = await tx.datasetLicense.create({
      data: { ...wanted, chosenById: actor.userId },
    });
    await recordAudit(tx, actor, licenseChosen, { license, holder });
    return ok({ id: row.id });
  });
}

/**
 * States the license in force of a release that has none, for good. Refusals: `not-found`; `no-license` when none was
 * chosen yet; `stale` when it is another by now; `taken` when the release states one.
 */
export async function stateLicense(
  actor: Actor,
  input: z.output<typeof stateLicenseSchema>,
): Promise<
  Result<{ license: string }, "key-taken" | "no-license" | "not-found" | "stale" | "taken">
> {
  authorize(actor, "releases.publish");
  const { name, licenseId, clientKey } = input;
  return transactionOnce(actor, "stateLicense", clientKey, async (tx) => {
    const release = await tx.release.findUnique({ where: { name }, select: { id: true } });
    if (release === null) return refuse("not-found", `There is no release ${name}.`);
    const chosen = await licenseInForce(tx);
    if (chosen === null)
      return refuse("no-license", "No license was chosen yet. Choose one in the dataset settings.");
    if (chosen.id !== licenseId) return refuseOtherLicense(chosen, "Nothing was added.");
    const { count } = await tx.releaseLicense.createMany({
      data: { releaseId: release.id, licenseId: chosen.id, statedById: actor.userId },
      skipDuplicates: true,
    });
    if (count === 0)
      return refuse("taken", `${name} states its license already, which can't be changed.`);
    await recordAudit(tx, actor, releaseLicenseStated, { name, license: chosen.license });
    return ok({ license: chosen.license });
  });
}
