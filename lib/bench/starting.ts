import { request } from "node:http";
import pg from "pg";
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
    await Promise.all(Array.from({ length: STRANGERS }, () => sendUntilRefused(product.origin)));
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

/** Sends a body to the sign-in without announcing its size, until the server refuses it. */
function sendUntilRefused(origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const call = request(
      `${origin}/api/auth/callback/credentials`,
      { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
      (response) => {
        answered = true;
        response.resume().on("close", () => {
          if (response.statusCode === 413) resolve();
          else reject(new Error(`A large body was answered with ${response.statusCode}.`));
        });
      },
    );
    call.on("error", (error) => {
      if (!answered) reject(error);
    });
    const piece = Buffer.alloc(1_000_000, "a");
    let sent = 0;
    const more = () => {
      while (sent < BODY_BYTES && !answered) {
        sent += piece.length;
        if (!call.write(piece)) return void call.once("drain", more);
      }
      call.end();
    };
    more();
  });
}
