import { refuse } from "@/lib/platform/result";
import { LICENSE_WORDS, type License, type LicenseId } from "./vocabulary";

/** A license from its row, with the address of its terms. */
export function licenseOf(row: { license: string; holder: string; url: string | null }): License {
  const license = row.license as LicenseId;
  return { license, holder: row.holder, url: row.url ?? LICENSE_WORDS[license].url! };
}

/** Refuses what was decided by another license than the one in force. @param outcome that nothing was done */
export function refuseOtherLicense(
  { license, holder }: { license: string; holder: string },
  outcome: string,
) {
  return refuse(
    "stale",
    `The license of the dataset is ${license} (${holder}) by now. ${outcome} Reload the page to see it.`,
  );
}
