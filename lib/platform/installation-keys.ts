import { readFileSync } from "node:fs";
import { environment } from "./env";
import { parseSecretKeys, type SecretKeys } from "./secrets";

/**
 * The keys under which this installation keeps secrets: those of FRESHQA_SECRET_KEYS, then those of the file that
 * FRESHQA_SECRET_KEYS_FILE names. The file is read at each use, so that a rotation reaches processes that run already.
 * @returns null where there are none: secrets cannot be kept then.
 * @throws RangeError when the file holds something else.
 */
export function installationKeys(): SecretKeys | null {
  const { FRESHQA_SECRET_KEYS: given, FRESHQA_SECRET_KEYS_FILE: file } = environment();
  const written = [given ?? "", file === undefined ? "" : contentsOf(file)].join("\n").trim();
  return written === "" ? null : parseSecretKeys(written);
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
