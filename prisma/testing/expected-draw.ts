import { createHash } from "node:crypto";

/** A task's number from 0 to 1, once more: the first 52 bits of an MD5 digest. */
export function expectedDraw(seed: number, taskId: number): number {
  const digest = createHash("md5").update(`${seed} audit ${taskId}`).digest("hex");
  return parseInt(digest.slice(0, 13), 16) / 2 ** 52;
}
