// @ts-check
// `node lib/launcher/run.mjs PROGRAM …`: runs a program of the product with the arguments that follow its name.
import { loadProgram, PROGRAMS } from "./programs.mjs";

const [name] = process.argv.splice(2, 1);
const known = Object.keys(PROGRAMS).find((one) => one === name);
if (known === undefined) {
  process.stderr.write(`Unknown program. Choose ${Object.keys(PROGRAMS).join(", ")}.\n`);
  process.exit(2);
}
await loadProgram(/** @type {keyof typeof PROGRAMS} */ (known));
