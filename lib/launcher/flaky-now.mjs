// @ts-check
// `npm run flaky`: the last runs of the tests, and which tests failed in them by chance. Fails while one of them has to
// be mended before anything else.
import { flakesByTest, LAST_RUNS, recordedRuns, recordFile, TO_MEND } from "./flaky.mjs";

const runs = recordedRuns().slice(-LAST_RUNS);
/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

if (runs.length === 0) say(`No run is recorded yet (${recordFile()}).`);
for (const { at, commit, what, passed, seconds, load, flaky, failed } of runs)
  say(
    `${at.slice(0, 16).replace("T", " ")}  ${commit.padEnd(10)} ${what.padEnd(5)} ${passed ? "passed" : "FAILED"} after ${String(seconds).padStart(5)} s, load ${load.map((one) => one.toFixed(1)).join(" to ")}, ${flaky.length} flaky, ${failed.length} failed`,
  );
const flakes = flakesByTest(runs);
for (const { test, times, error, last } of flakes)
  say(
    `\n${times} of ${runs.length} runs${times >= TO_MEND ? ", to be fixed before anything else" : ""}: ${test}\n  ${last}: ${error}`,
  );
if (runs.length > 0 && flakes.length === 0) say("\nNo test was flaky.");
process.exitCode = flakes.some(({ times }) => times >= TO_MEND) ? 1 : 0;
