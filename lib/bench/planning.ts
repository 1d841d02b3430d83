import { upload, until } from "./imports";
import type { Bench } from "./served";
import { figure, timed } from "./report";
import { formatCount } from "@/lib/platform/format";

/** A file of 100,000 rows is planned within a minute, whatever is there; other sizes in proportion. */
const AIM_MS_PER_ROW = 0.6;
const CANCELLED_WITHIN_MS = 2_000;

/**
 * Plans a file of questions that the dataset does not have, each like thousands that it has: the slowest kind. Then the
 * same again, cancelled while its rows are compared.
 */
export async function benchPlanning({ product, rows }: Bench, file: string): Promise<void> {
  const memory = product.watchMemory();
  let importId = 0;
  const ms = await timed(async () => {
    importId = await upload(product, file);
    await until(product, importId, "planned");
  });
  const { startMb, peakMb } = memory();
  const what = `plan of ${formatCount(rows)} unknown rows`;
  figure({ what, value: ms, unit: "ms", aim: AIM_MS_PER_ROW * rows });
  figure({ what: "memory that it takes", value: peakMb - startMb, unit: "MB" });
  await cancel(importId);

  const other = await upload(product, file);
  await until(product, other, "matching", "planned");
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
  figure({
    what: "cancelling it while it is matched",
    value: cancelled,
    unit: "ms",
    aim: CANCELLED_WITHIN_MS,
  });
}

/** Cancels an import as the command line would. */
async function cancel(importId: number): Promise<void> {
  // Loaded now: these connect to the database that is known by now.
  const [{ cancelImport }, { commandLineActor }] = await Promise.all([
    import("@/lib/dataset/imports/applying-commands"),
    import("@/lib/cli/session"),
  ]);
  const cancelled = await cancelImport(await commandLineActor(), { importId });
  if (!cancelled.ok) throw new Error(cancelled.refusal.message);
}
