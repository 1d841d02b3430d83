// @ts-check
// `npm start` and `npm run dev`: everything from a fresh clone to a running server, in this one process.
// Plain Node without dependencies, because it installs them.
//
// package.json says "exec node … || node …": npm hands SIGTERM to the shell it starts, which would die without telling
// us. With exec there is no shell in between; where there is no exec (Windows) the second half does it.
import { install, nodeProblem, ROOT } from "./installed.mjs";
import { loadProgram } from "./programs.mjs";

/**
 * @param {string} line
 * @returns {never}
 */
function refuse(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const problem = nodeProblem(process.versions.node);
if (problem) refuse(problem);
process.chdir(ROOT);
const failure = install((line) => process.stdout.write(`${line}\n`));
if (failure) refuse(failure);

// Before anything of React or Next is loaded: they choose their build by it.
/** @type {Record<string, string | undefined>} */ (process.env).NODE_ENV =
  process.argv[2] === "dev" ? "development" : "production";
const { main } = await loadProgram("serve");
await main(process.argv[2] === "dev" ? "development" : "production");
