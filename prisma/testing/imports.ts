import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { exportCurrent } from "@/lib/dataset/exports/queries";
import { applyImport } from "@/lib/dataset/imports/applying-commands";
import { beginImport, readImport } from "@/lib/dataset/imports/reading-commands";
import {
  importPlan,
  planRows,
  type ImportPlan,
  type PlanRow,
} from "@/lib/dataset/imports/plan-queries";
import type { ApplyChoices, ImportOutcome } from "@/lib/dataset/imports/schema";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import type { ReadOptions } from "@/lib/dataset/file-formats/release-file";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { unknownUnlessNamed } from "./file-date";
import { value } from "./value";

/* What tests of imports begin with: somebody who imports, files, real releases where there are some. */

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";
export const DECEMBER = join(RELEASES, "FreshQA_v12182024.csv");
export const APRIL = join(RELEASES, "FreshQA_v04072025.csv");
export const haveReleases = existsSync(DECEMBER) && existsSync(APRIL);
if (!haveReleases)
  process.stderr.write(`Skipped: imports of the real releases, which are not at ${RELEASES}.\n`);

const CHOICES: ApplyChoices = { skipBadRows: false, acceptSuspect: false, missing: "keep" };

/** Adds a maintainer of this name. */
export async function addMaintainer(email = "mara@test.example"): Promise<Actor> {
  const user = await db.user.create({ data: { email, name: "Mara", roles: ["maintainer"] } });
  return { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
}

interface Given {
  reading?: Reading;
  limits?: Pick<ReadOptions, "maxRows" | "maxInflated">;
  /** The queue that the file joins. */
  queueId?: number;
}

/** A folder of the test file's own, and what the actor (known once the tests run) does with files in it. */
export function importing(actor: () => Actor) {
  const folder = mkdtempSync(join(tmpdir(), "imports-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const begin = async (path: string, fileName = path.split("/").at(-1)!, queueId?: number) => {
    const byteSize = readFileSync(path).length;
    const more = {
      ...unknownUnlessNamed(fileName),
      ...(queueId === undefined ? {} : { queueId }),
    };
    return value(await beginImport(actor(), { fileName, byteSize, ...more })).importId;
  };
  /** Reads a file up to its plan, or to wherever it gets. */
  const planFile = async (
    path: string,
    fileName?: string,
    { queueId, ...given }: Given = {},
  ): Promise<ImportPlan> => {
    const importId = await begin(path, fileName, queueId);
    value(await readImport(actor(), { importId, path, ...given }));
    return importPlan(actor(), importId);
  };
  const plan = (content: string | Buffer, fileName = "some.csv", given?: Given) => {
    const path = join(folder, "file");
    writeFileSync(path, content);
    return planFile(path, fileName, given);
  };
  const apply = (importId: number, choices: Partial<ApplyChoices> = {}) =>
    applyImport(actor(), { importId, ...CHOICES, ...choices });
  const applied = async (
    importId: number,
    choices?: Partial<ApplyChoices>,
  ): Promise<ImportOutcome> => value(await apply(importId, choices));
  /** The proposed rewordings of a plan in the file's order. */
  const rewordings = async (importId: number): Promise<PlanRow[]> => {
    const { rows } = await planRows(actor(), importId, "reworded");
    return rows.toSorted((a, b) => a.ordinal! - b.ordinal!);
  };
  /** The dataset as a CSV file. */
  const exported = async (preamble = true): Promise<string> => {
    const parts: Uint8Array[] = [];
    for await (const part of (await exportCurrent(actor(), { format: "csv", preamble })).bytes)
      parts.push(part);
    return Buffer.concat(parts).toString("utf8");
  };
  return { folder, begin, plan, planFile, apply, applied, rewordings, exported };
}
