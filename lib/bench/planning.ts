import { timed } from "./report";
import type { ServedProduct } from "./served";
import { formatCount } from "@/lib/platform/format";

/** A file of 100,000 rows is planned within a minute, whatever is there; other sizes in proportion. */
const AIM_MS_PER_ROW = 0.6;
const CANCELLED_WITHIN_MS = 2_000;

/** What benchPlanning needs of the bench. */
interface Imports {
  upload: (file: string) => Promise<number>;
  until: (importId: number, ...statuses: string[]) => Promise<void>;
}

/**
 * Plans a file of questions that the dataset does not have, each like thousands that it has: the slowest kind. Then the
 * same again, cancelled while its rows are compared.
 */
export async function benchPlanning(
  product: ServedProduct,
  { upload, until }: Imports,
  file: string,
  rows: number,
): Promise<void> {
  const memory = product.watchMemory();
  let importId = 0;
  const ms = await timed(async () => {
    importId = await upload(file);
    await until(importId, "planned");
  });
  const { startMb, peakMb } = memory();
  const aim = AIM_MS_PER_ROW * rows;
  console.log();
  console.log(
    `${`plan of ${formatCount(rows)} unknown rows`.padEnd(36)} ${formatCount(Math.round(ms))} ms, ${formatCount(Math.round(rows / (ms / 1_000)))} rows a second, ${Math.round(peakMb - startMb)} MB more; aim ${formatCount(Math.round(aim))} ms: ${ms <= aim ? "met" : "NOT MET"}`,
  );
  await cancel(importId);

  const other = await upload(file);
  await until(other, "matching", "planned");
  const cancelled = await timed(async () => {
    await cancel(other);
    for (;;) {
      const { status } = (await (await product.fetch(`/api/imports/${other}`)).json()) as {
        status: string;
      };
      if (status === "cancelled") return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  console.log(
    `${"cancelling it while it is matched".padEnd(36)} ${formatCount(Math.round(cancelled))} ms; aim ${formatCount(CANCELLED_WITHIN_MS)} ms: ${cancelled <= CANCELLED_WITHIN_MS ? "met" : "NOT MET"}`,
  );
}

/** Cancels an import as the command line would. */
async function cancel(importId: number): Promise<void> {
  // Loaded now: these connect to the database that is known by now.
  const [{ cancelImport }, { commandLineActor }] = await Promise.all([
    import("@/lib/dataset/imports/commands"),
    import("@/lib/cli/session"),
  ]);
  const cancelled = await cancelImport(await commandLineActor(), { importId });
  if (!cancelled.ok) throw new Error(cancelled.refusal.message);
}
