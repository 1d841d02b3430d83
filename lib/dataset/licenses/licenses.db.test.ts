import { beforeAll, expect, it } from "vitest";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { getRelease } from "@/lib/dataset/releases/queries";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import type { AnyResult } from "@/lib/platform/result";
import { value } from "@/prisma/testing/value";
import { chooseLicense, stateLicense } from "./commands";
import { getLicense } from "./queries";
import { chooseLicenseSchema } from "./schema";

let mara: Actor;
const refusal = (result: AnyResult<unknown>) => {
  if (result.ok) throw new Error("It was done.");
  return result.refusal;
};
const publish = (name: string, options?: { unlicensed: boolean }) =>
  publishRelease(mara, { name, notes: "", selection: { kind: "all" } }, options);
const choose = (license: string, baseId: number | null, url = "") =>
  chooseLicense(mara, chooseLicenseSchema.parse({ license, holder: "FreshLLMs", url, baseId }));
const state = (name: string, licenseId: number) => stateLicense(mara, { name, licenseId });
const licenseOf = async (name: string) => (await getRelease(mara, name)).license;

beforeAll(async () => {
  // The tests' own license, which each database of tests begins with.
  await db.$executeRaw`ALTER TABLE dataset_licenses DISABLE TRIGGER append_only`;
  await db.$executeRaw`DELETE FROM dataset_licenses`;
  await db.$executeRaw`ALTER TABLE dataset_licenses ENABLE ALWAYS TRIGGER append_only`;
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  mara = { userId: user.id, name: "Mara", roles: ["maintainer"], via: "web" };
  await addQuestion(mara, sampleContent());
});

it("nothing is published before a license is chosen, and nothing is assumed of what was", async () => {
  expect(await getLicense(mara)).toBeNull();
  expect(refusal(await publish("FreshQA_v01012026")).code).toBe("no-license");
  expect(await db.release.count()).toBe(0);
  expect(await db.releaseEntry.count()).toBe(0);
  value(await publish("FreshQA_v01022026", { unlicensed: true }));
  expect(await licenseOf("FreshQA_v01022026")).toBeNull();
  expect(refusal(await state("FreshQA_v01022026", 1)).code).toBe("no-license");
});

it("a release keeps the license that it was published under", async () => {
  const { id } = value(await choose("CC-BY-4.0", null));
  value(await publish("FreshQA_v01032026"));
  const seen = { name: "FreshQA_v01042026", notes: "", selection: { kind: "all" as const } };
  value(await choose("ODbL-1.0", id, "https://example.org/odbl"));
  expect(refusal(await publishRelease(mara, { ...seen, licenseId: id })).code).toBe("stale");
  value(await publishRelease(mara, { ...seen, licenseId: (await getLicense(mara))!.id }));
  expect(await licenseOf("FreshQA_v01032026")).toEqual({
    license: "CC-BY-4.0",
    holder: "FreshLLMs",
    url: "https://creativecommons.org/licenses/by/4.0/",
  });
  expect(await licenseOf("FreshQA_v01042026")).toEqual({
    license: "ODbL-1.0",
    holder: "FreshLLMs",
    url: "https://example.org/odbl",
  });
  expect(await db.auditEvent.count({ where: { type: "license.chosen" } })).toBe(2);
});

it("a release from before gets one once, and neither row can be changed", async () => {
  const name = "FreshQA_v01022026";
  const { id } = (await getLicense(mara))!;
  expect(refusal(await state(name, id - 1))).toMatchObject({
    code: "stale",
    message:
      "The license of the dataset is ODbL-1.0 (FreshLLMs) by now. Nothing was added. Reload the page to see it.",
  });
  const [one, two] = await Promise.all([state(name, id), state(name, id)]);
  expect([one, two].filter(({ ok }) => ok)).toHaveLength(1);
  expect(refusal(await state(name, id)).code).toBe("taken");
  expect(await licenseOf(name)).toMatchObject({ license: "ODbL-1.0" });
  await expect(db.$executeRaw`DELETE FROM release_licenses`).rejects.toThrow();
  await expect(db.$executeRaw`UPDATE dataset_licenses SET license = 'MIT'`).rejects.toThrow();
});

it("of two who choose at once, the second is told", async () => {
  const { id } = (await getLicense(mara))!;
  const results = await Promise.all([choose("MIT", id), choose("CC0-1.0", id)]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(refusal(results.find(({ ok }) => !ok)!).code).toBe("stale");
  const present = (await getLicense(mara))!;
  expect(refusal(await choose(present.license, present.id)).code).toBe("unchanged");
});

it("a custom license needs the address of its terms, and an address is one of the web", () => {
  const problem = (license: string, url: string) =>
    chooseLicenseSchema.safeParse({ license, holder: "H", url, baseId: null }).error?.issues[0]
      ?.message;
  expect(problem("LicenseRef-Custom", "")).toBe("Enter the URL of the license text.");
  expect(problem("LicenseRef-Custom", "https://example.org/terms")).toBeUndefined();
  expect(problem("MIT", "javascript:alert(1)")).toContain("https://");
  expect(problem("MIT", "https://x y")).toContain("https://");
  expect(problem("MIT", "http://[")).toContain("https://");
  expect(problem("GPL-9", "")).toBe("Choose a license.");
  expect(
    chooseLicenseSchema.safeParse({ license: "MIT", holder: "A\nB", url: "", baseId: null })
      .success,
  ).toBe(false);
});
