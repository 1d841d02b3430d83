import pg from "pg";
import { pour } from "@/prisma/testing/pour";
import { processMemory } from "./processor";
import { figure, timed } from "./report";
import { ServedProduct } from "./served";

const WARM = 3;
const STRANGERS = 4;
const BODY_BYTES = 200_000_000;

/**
 * From the command to the first answer, on an empty folder (the database is made, and the sample) and on one that is there;
 * what the processes hold then, and what is added while strangers send bodies that are refused.
 */
export async function benchStarting(): Promise<string> {
  const product = new ServedProduct({ FRESHQA_SEED: "sample" });
  try {
    figure({
      what: "start on an empty folder, with the sample",
      value: await timed(() => product.start()),
      unit: "ms",
    });
    const warm: number[] = [];
    for (let i = 0; i < WARM; i++) {
      await product.halt();
      warm.push(await timed(() => product.start()));
    }
    figure({
      what: "start on a folder that is there",
      value: warm.sort((a, b) => a - b)[Math.floor(WARM / 2)]!,
      unit: "ms",
    });
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const memory = processMemory(product.pid);
    figure({ what: "server's memory at rest", value: memory.server, unit: "MB" });
    figure({ what: "PostgreSQL's memory at rest", value: memory.database, unit: "MB" });
    const watched = product.watchMemory();
    const answers = await Promise.all(
      Array.from({ length: STRANGERS }, () => pour(product.origin, BODY_BYTES)),
    );
    if (answers.some((status) => status !== 413))
      throw new Error(`Large bodies were answered with ${answers.join(", ")}.`);
    const { startMb, peakMb } = watched();
    figure({
      what: `memory that ${STRANGERS} refused bodies of ${BODY_BYTES / 1e6} MB take`,
      value: peakMb - startMb,
      unit: "MB",
      aim: 150,
    });
    const client = new pg.Client({ connectionString: await product.databaseUrl() });
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    await client.end();
    return rows[0]!.server_version;
  } finally {
    await product.stop();
  }
}
