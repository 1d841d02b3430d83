// `npm run build`: what `npm start` does before it serves, by itself.
import { buildWhatChanged } from "./build";
import { explain } from "./launch-error";
import { progressOn } from "./progress";

try {
  await buildWhatChanged(progressOn((text) => process.stdout.write(text)), { pages: true });
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
