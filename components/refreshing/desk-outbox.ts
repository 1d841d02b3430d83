import { z } from "zod";
import type { Refusal } from "@/lib/platform/result";
import type { DeskQuestion } from "@/lib/refreshing/queries";
import type { Claim } from "@/lib/review-schedule/schema";

/** A question on the desk; one that was opened by hand has no claim to tell why it is due. */
export type DeskItem = DeskQuestion & { claim: Claim | null };

const item = z.custom<DeskItem>((value) => typeof value === "object" && value !== null && "revisionId" in value && "cells" in value);
const refusal = z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional(), details: z.unknown().optional() });

/**
 * Something that was done on the desk and is not saved yet. It is kept on the device until the server has answered, and
 * carries a key of its own, so that sending it again does nothing twice.
 */
export const pendingSchema = z.object({
  clientKey: z.string(),
  step: z.enum(["verify", "refresh", "undo", "skip", "open"]),
  /** What is sent, but for the visit's token. */
  body: z.record(z.string(), z.unknown()),
  /** In words: "Verified Q17". */
  label: z.string(),
  /** The question as the person saw it. */
  item,
  at: z.number(),
  /** What they had typed, to put it back into the form when somebody else was faster. */
  draft: z.unknown().optional(),
  /** The server would not do it, and a person has to look. */
  refused: refusal.optional(),
});
export type Pending = Omit<z.infer<typeof pendingSchema>, "refused"> & { refused?: Refusal | undefined };

/** The part of Storage that is used; a device may refuse to keep anything. */
export type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** What is still to be sent, one entry of the device's storage each, so that two windows never overwrite each other's. */
export class DeskOutbox {
  private readonly prefix: string;
  /** What the device would not keep: it lives as long as this window. */
  private readonly unkept = new Map<string, Pending>();

  constructor(private readonly storage: Keeping | null, userId: number) {
    this.prefix = `freshqa.desk.${userId}.pending.`;
  }

  /** @returns false when the device would not keep it. */
  put(pending: Pending): boolean {
    try {
      if (this.storage === null) throw new Error("no storage");
      this.storage.setItem(this.prefix + pending.clientKey, JSON.stringify(pending));
      this.unkept.delete(pending.clientKey);
      return true;
    } catch {
      this.unkept.set(pending.clientKey, pending);
      return false;
    }
  }

  drop(clientKey: string): void {
    this.unkept.delete(clientKey);
    try {
      this.storage?.removeItem(this.prefix + clientKey);
    } catch {
      // Nothing was kept, so there is nothing to drop.
    }
  }

  /** Everything that is kept, the oldest first; what cannot be read any more is left out. */
  list(): Pending[] {
    const all = [...this.unkept.values()];
    try {
      for (let i = 0; this.storage !== null && i < this.storage.length; i++) {
        const key = this.storage.key(i);
        if (!key?.startsWith(this.prefix)) continue;
        const parsed = pendingSchema.safeParse(readJson(this.storage.getItem(key)));
        if (parsed.success) all.push(parsed.data as Pending);
      }
    } catch {
      // A device without storage has kept nothing.
    }
    return all.sort((a, b) => a.at - b.at);
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
