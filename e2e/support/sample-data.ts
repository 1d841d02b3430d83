import { licenseDataset } from "@/prisma/testing/licensed";
import { buildWhatChanged } from "@/lib/launcher/build";
import { progressOn } from "@/lib/launcher/progress";
import { freePort, Launch } from "./launched-server";

/** Where workers find the folder of data, seeded with the sample dataset, that each file's server starts on a copy of. */
export const SAMPLE_DATA = "FRESHQA_SAMPLE_DATA";

/** Before any journey: builds the product as it stands and seeds its data, once. @returns what deletes them again */
export default async function prepare(): Promise<() => Promise<void>> {
  await buildWhatChanged(
    progressOn((text) => process.stdout.write(text)),
    { pages: true },
  );
  const launch = new Launch();
  const started = await launch.serve({ PORT: String(await freePort()), FRESHQA_SEED: "sample" });
  await licenseDataset(launch.databaseUrl());
  await started.stop();
  process.env[SAMPLE_DATA] = launch.data;
  return () => launch.clean();
}
