import type { Tx } from "@/lib/platform/db";

/** Returns the license in force; null: none was chosen yet. */
export function licenseInForce(tx: Tx) {
  return tx.datasetLicense.findFirst({ orderBy: { id: "desc" } });
}

/** Whoever chooses a license next waits for this one. */
export async function lockLicenses(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE dataset_licenses IN SHARE ROW EXCLUSIVE MODE`;
}
