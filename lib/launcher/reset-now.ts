// `npm run db:reset [-- --yes] [--empty]`: deletes the embedded database after asking.
import { createInterface } from "node:readline/promises";
import { refuseWhileHeld } from "./database-access";
import { explain, LaunchError } from "./launch-error";
import { resetDatabase, resettableFolder } from "./reset-database";

async function confirmed(folder: string): Promise<boolean> {
  if (process.argv.includes("--yes")) return true;
  if (!process.stdin.isTTY)
    throw new LaunchError(
      "No terminal for confirmation. Use --yes to delete the database (npm run db:reset -- --yes).",
    );
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(
    `Delete the database in ${folder} with all questions, releases and accounts? Type "yes": `,
  );
  prompt.close();
  return answer.trim().toLowerCase() === "yes";
}

try {
  const folder = resettableFolder();
  await refuseWhileHeld();
  if (await confirmed(folder)) {
    await resetDatabase({ questions: !process.argv.includes("--empty") });
    process.stdout.write(`Deleted the database in ${folder}. The next start creates a new one.\n`);
  } else {
    process.stdout.write("Nothing was deleted.\n");
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
