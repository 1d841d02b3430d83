import { createInterface } from "node:readline/promises";
import { openDatabase, refuseWhileHeld } from "@/lib/launcher/database-access";
import { resetDatabase, resettableFolder } from "@/lib/launcher/reset-database";
import { applyMigrations } from "@/lib/platform/migrations";
import { Refused, type Command } from "./command";

export const migrate: Command = {
  name: "db migrate",
  summary: "Apply pending database migrations",
  usage: "",
  options: {},
  explanations: [],
  words: 0,
  needs: "none",
  async run() {
    const access = await openDatabase();
    try {
      const applied = await applyMigrations(access.url);
      return {
        json: { applied },
        words:
          applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`,
      };
    } finally {
      await access.close();
    }
  },
};

export const reset: Command = {
  name: "db reset",
  summary: "Delete the embedded database; a new one is created on the next start",
  usage: "[--empty] [--yes]",
  options: { empty: { type: "boolean" }, yes: { type: "boolean" } },
  explanations: [
    ["--empty", "create sample accounts but no questions"],
    ["--yes", "skip the confirmation prompt"],
  ],
  words: 0,
  needs: "none",
  async run({ values }) {
    const folder = resettableFolder();
    await refuseWhileHeld();
    if (!values.yes && process.stdin.isTTY && process.stderr.isTTY && !(await confirmed(folder))) {
      throw new Refused({ code: "not-confirmed", message: "Nothing was deleted." });
    }
    await resetDatabase({ questions: !values.empty });
    return {
      json: { deleted: folder, questions: values.empty ? "none" : "sample" },
      words: `Deleted the database in ${folder}. The next start creates a new one.`,
    };
  },
};

async function confirmed(folder: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(
      `Delete the database in ${folder} with all questions, releases and accounts? Type "yes": `,
    );
    return answer.trim().toLowerCase() === "yes";
  } finally {
    prompt.close();
  }
}
