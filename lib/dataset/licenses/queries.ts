import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { licenseOf } from "./rules";
import type { LicenseId } from "./vocabulary";

/** The license in force, as its form shows it. */
export interface ChosenLicense {
  id: number;
  license: LicenseId;
  holder: string;
  /** Empty: the license's own address. */
  url: string;
}

/** The license for the next release; null: none was chosen yet. */
export async function getLicense(actor: Actor): Promise<ChosenLicense | null> {
  authorize(actor, "releases.read");
  const row = await db.datasetLicense.findFirst({ orderBy: { id: "desc" } });
  return (
    row && {
      id: row.id,
      license: licenseOf(row).license,
      holder: row.holder,
      url: row.url ?? "",
    }
  );
}
