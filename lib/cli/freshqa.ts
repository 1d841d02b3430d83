// `npm run --silent freshqa -- <command>`: the product from the command line, whether its server runs or not.
import { runCommandLine } from "./command-line";

/** A reader that has seen enough (`| head`) closes its end; that is no failure. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
