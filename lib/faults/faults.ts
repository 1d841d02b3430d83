import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { randomInt } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withOwnClient } from "@/lib/platform/own-client";
import { startModelServices } from "@/prisma/testing/model-services";
import { Chance } from "./chance";
import { prepare } from "./dataset";
import { type Kill, KILLS } from "./kinds";
import { Product } from "./product";
import { KINDS, type Line, Report, sum } from "./report";
import { type Round, round } from "./round";
import { faultsOfClaims, faultsOfJobs } from "./standing";
import { isTrouble, stageOf, type Trouble, TROUBLES } from "./troubles";
import { writersOf } from "./writers";

/*
 * npm run test:faults [-- --seed N] [--seconds N]: the short form: kills of every kind for a minute, on an installation of its own. npm run test:faults -- --long [--kills N] [--folder DIR]: goes on in its folder until so many
 * kills (1,000) were done over all runs; each is a line of DIR/kills.jsonl, and DIR/report.md is written from all of them.
 */

const { values: options } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    kills: { type: "string", default: "1000" },
    folder: { type: "string", default: ".faults" },
    seed: { type: "string" },
    seconds: { type: "string" },
    trouble: { type: "string" },
  },
});
const seed = Number(options.seed ?? randomInt(1_000_000_000));
const seconds = Number(options.seconds ?? (options.long ? Infinity : 60));
const most = options.long ? Number(options.kills) : Infinity;
const { trouble } = options;
if (
  ![seed, seconds, most].every((number) => number >= 0) ||
  (trouble !== undefined && (options.long || !isTrouble(trouble)))
) {
  console.error(
    "Usage: npm run test:faults [-- [--long [--kills N] [--folder DIR]] [--seed N] [--seconds N]]\n" +
      `       npm run test:faults -- --trouble "${TROUBLES.join('" | "')}" [--seed N] [--seconds N]`,
  );
  process.exit(2);
}
const begin = performance.now();
const stage = trouble !== undefined && isTrouble(trouble) ? stageOf(trouble) : null;
const folder =
  stage?.folder ?? (options.long ? options.folder : mkdtempSync(join(tmpdir(), "freshqa-faults-")));
mkdirSync(folder, { recursive: true });
const report = new Report(folder);
const chance = new Chance(seed);
const product = new Product(join(folder, "data"), stage?.env);
const services = await startModelServices();
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (stopped = true));

console.log(
  `Faults: seed ${seed}, data in ${product.data}${
    report.lines.length > 0 ? `, ${report.kills} kills done by earlier runs` : ""
  }.`,
);
const lines: Line[] = [];
const late: string[] = [];
try {
  await product.start();
  product.startWorker();
  const work = await prepare(product, services.origin);
  let day = await releases(product);
  const nextDay = () => {
    const [year, month, date] = new Date(Date.UTC(1900, 0, ++day))
      .toISOString()
      .slice(0, 10)
      .split("-");
    return `${month}${date}${year}`;
  };
  console.log(`Ready after ${((performance.now() - begin) / 1_000).toFixed(0)} s.`);
  const from = performance.now();
  const firsts = stage === null ? (Object.keys(KILLS) as Kill[]) : [];
  const passed = () => (performance.now() - from) / 1_000;
  const tell = (found: Round) => {
    const line = report.add({ at: new Date().toISOString(), seed, ...found });
    lines.push(line);
    console.log(
      `${String(report.kills).padStart(5)} ${found.kill.padEnd(14)} after ${(found.afterMs / 1_000).toFixed(1)} s, back in ${found.recoveredMs === null ? "–" : `${(found.recoveredMs / 1_000).toFixed(1)} s`}; ${sum(found.acknowledged)} acknowledged, ${sum(found.refused)} refused, ${found.unknown} unknown (${found.unknownDone} done)${found.faults.length === 0 ? "" : `\n      FAULT ${found.faults.join("\n      FAULT ")}`}`,
    );
    if (found.faults.length > 0) report.keep(`${report.kills}.log`, product.said);
  };
  while (
    !stopped &&
    report.kills < most &&
    (passed() < seconds || (!options.long && lines.length < firsts.length))
  ) {
    const number = lines.length;
    // Each kind at least once.
    const what = stage === null ? (firsts[number] ?? chance.weighted(KILLS)) : (trouble as Trouble);
    const found = await round(product, writersOf(work, chance, nextDay), what, {
      chance,
      verify: !options.long || number % 10 === 9,
      folder,
    });
    tell(found);
    if (found.recoveredMs === null) break;
  }
  // Afterwards all is as it was: on a slow machine some kinds of write come to their end only now.
  if (!options.long && !stopped)
    tell(
      await round(product, writersOf(work, chance, nextDay), "nothing", {
        chance,
        verify: true,
        folder,
        awaited: KINDS,
      }),
    );
  late.push(...(await faultsOfJobs(product.databaseUrl, 120_000)));
  if (options.long) late.push(...(await faultsOfClaims(product.databaseUrl)));
  report.end(late);
} finally {
  await product.stop();
  product.killPostgres();
  services.stop();
}

const kinds = report.acknowledgedOf(lines);
const faults = [...lines.flatMap(({ faults: some }) => some), ...late];
if (!options.long)
  for (const [kind, count] of Object.entries(kinds))
    if (count === 0)
      faults.push(`no "${kind}" was acknowledged: the load is not what it should be`);
console.log(
  `\n${report.summary(lines)}\n${
    faults.length === 0 ? "No fault was found." : `FAULTS:\n  ${faults.join("\n  ")}`
  }\nTook ${((performance.now() - begin) / 1_000).toFixed(0)} s; seed ${seed}.`,
);
if (stage !== null && faults.length === 0) stage.end();
else if (!options.long && faults.length === 0)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
process.exit(faults.length === 0 ? 0 : 1);

async function releases({ databaseUrl }: Product): Promise<number> {
  return withOwnClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM releases");
    // Names that were tried and refused are not used again.
    return rows[0]!.n + report.lines.reduce((most, line) => most + 10 + line.unknown, 0);
  });
}
