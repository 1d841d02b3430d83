import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { pino } from "pino";
import { LEFT_OUT } from "@/lib/cli/installation";
import { writeBackup } from "@/lib/platform/backup/write";
import { environment } from "@/lib/platform/env";
import { withOwnClient } from "@/lib/platform/own-client";
import { dumpData } from "./database-dump";
import { unzip } from "./rezip";

/*
 * Looks for a key that a test has planted: in every table, in a backup, in what a log would say of an error, and in
 * whatever else the test has collected.
 */

/** Eight characters of it in a row are a leak; its hint has four. */
const TELLING = 8;

/** The key as programs write it: plain, in a URL, in hexadecimal, in both kinds of base64. */
function spellings(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    encodeURIComponent(key),
    bytes.toString("hex"),
    bytes.toString("base64").replaceAll("=", ""),
    bytes.toString("base64url"),
  ];
}

/** What of the key a text holds: the first telling characters, or null. */
export function leakIn(text: string, key: string): string | null {
  for (const spelling of spellings(key)) {
    // As many characters of this spelling as eight of the key take.
    const telling = Math.ceil((TELLING * spelling.length) / key.length);
    for (let at = 0; at + telling <= spelling.length; at++) {
      const part = spelling.slice(at, at + telling);
      if (text.includes(part)) return part;
    }
  }
  return null;
}

/** Everything that the log, and whoever inspects it, could say of a thrown error. */
export function saidOf(error: unknown): string {
  const lines: string[] = [];
  pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }).error(
    { err: error },
    "something failed",
  );
  return [...lines, inspect(error, { depth: 20, showHidden: true }), String(error)].join("\n");
}

/**
 * The places that hold a key.
 * @param more what the test has collected besides: answers of queries and commands, errors, pages, by their names.
 * @returns "audit_events: sk-abcde" and the like; empty where it is nowhere.
 */
export async function placesOfKey(
  key: string,
  more: Record<string, string>,
  databaseUrl = environment().DATABASE_URL!,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "planted-key-"));
  try {
    const path = join(folder, "backup.zip");
    await writeBackup({
      databaseUrl,
      path,
      force: false,
      productVersion: "0.1.0",
      leftOut: Object.keys(LEFT_OUT),
    });
    const dump = await withOwnClient(databaseUrl, dumpData);
    const tables = dump
      .split("\\table ")
      .slice(1)
      .map((part) => [`table ${part.slice(0, part.indexOf(" "))}`, part] as const);
    const entries = [...(await unzip(path))].map(
      ([name, bytes]) => [`backup ${name}`, bytes.toString("latin1")] as const,
    );
    return [...tables, ...entries, ...Object.entries(more)].flatMap(([place, text]) => {
      const leak = leakIn(text, key);
      return leak === null ? [] : [`${place}: ${leak}`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
