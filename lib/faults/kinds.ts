import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "./chance";
import type { Product } from "./product";

/** What is killed, each by SIGKILL; how often of a hundred. */
export const KILLS = {
  /** The app, whose PostgreSQL is left behind, and a worker that finds no server any more. */
  server: 32,
  postgres: 26,
  /** One session of PostgreSQL, which then ends all of them and recovers. */
  session: 18,
  worker: 10,
  /** The app and its PostgreSQL in one moment, as when the power fails. */
  everything: 9,
  /** The app, and once more while it starts again. */
  "server, twice": 5,
} as const;
export type Kill = keyof typeof KILLS;

/** Kills, and starts again what does not do so by itself. @returns how many processes' deaths that were meant */
export async function kill(product: Product, what: Kill, chance: Chance): Promise<number> {
  switch (what) {
    case "worker":
      await product.killWorker();
      product.startWorker();
      return 1;
    case "postgres":
      product.killPostgres();
      return 1;
    case "session":
      await product.killSession(() => chance.next());
      return 1;
    case "server":
    case "everything":
    case "server, twice": {
      const [server, worker] = [product.killServer(), product.killWorker()];
      if (what === "everything") product.killPostgres();
      await Promise.all([server, worker]);
      if (what === "server, twice") {
        const begun = product.start();
        await pause(chance.between(200, 3_000));
        await product.killServer();
        await begun;
      }
      await product.start();
      product.startWorker();
      return what === "server" ? 1 : 2;
    }
  }
}
