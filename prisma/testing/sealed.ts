import { withOwnClient } from "@/lib/platform/own-client";
import { sealWritten } from "@/lib/platform/seals/sealing";

/** Seals everything that is there. @returns how many rows; null while someone is at work for longer than that */
export const sealAll = (url: string, patienceMs = 10_000): Promise<number | null> =>
  sealWritten((work) => withOwnClient(url, work), { patienceMs });
