import { afterAll, expect, it } from "vitest";
import { SEED_QUESTIONS } from "@/prisma/seed/questions";
import { freshqa, json } from "@/prisma/testing/command-line";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { db, disconnect } from "@/lib/platform/db";

afterAll(disconnect);

it("adds the sample to an empty dataset once, and removes it with one command", async () => {
  await emptyDataset();
  // The command line's account is as old as the installation, and the sample older.
  await db.user.updateMany({ where: { kind: "system" }, data: { createdAt: new Date() } });
  const added = await freshqa(["sample", "add", "--json"]);
  expect(added).toMatchObject({ status: 0 });
  expect(json(added)).toEqual({ questions: SEED_QUESTIONS.length });
  expect(await freshqa(["sample", "add"])).toMatchObject({ status: 1 });

  const removed = await freshqa(["sample", "remove"]);
  expect(removed.status).toBe(0);
  expect(removed.stdout.toString()).toMatch(/^Removed \d+ sample questions from the dataset\./);
  expect(await db.questionHead.count({ where: { status: "active" } })).toBe(0);
  expect(await db.question.count()).toBe(SEED_QUESTIONS.length);
  const again = await freshqa(["sample", "remove"]);
  expect(again).toMatchObject({ status: 1 });
  expect(again.stderr).toContain("There is no sample to remove.");
}, 120_000);
