// `npm run build`: what `npm start` does before it serves, by itself. With --client-only just the database client.
import { buildWhatChanged } from "./build";
import { explain } from "./launch-error";
import { progressOn } from "./progress";

try {
  await buildWhatChanged(
    progressOn((text) => process.stdout.write(text)),
    { pages: !process.argv.includes("--client-only") },
  );
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
