import { createHash } from "node:crypto";

/** The bytes of one row's digest. */
export const DIGEST_BYTES = 32;

/** The key that the first seal of a table begins behind: serial numbers begin at 1, and what is written below that is found. */
export const BEFORE_ALL = -(2 ** 31);

/** What a seal says, before it is hashed. */
export interface SealText {
  tableName: string;
  keyColumn: string;
  columns: readonly string[];
  /** The rows whose key is greater than this … */
  afterKey: number;
  /** … and not greater than this. */
  upToKey: number;
  /** SHA-256 of each row, one behind the other, in the order of key and digest. */
  digests: Uint8Array;
  sealedAt: Date;
}

/**
 * The hash of a seal. It covers the seal before it, so that none can be changed or removed without all later ones.
 * @param previous the hash of the seal before; empty for the first
 * @returns SHA-256 in hexadecimal: of `previous` and what the seal says as a JSON array, a line feed, and the digests
 */
export function hashOfSeal(seal: SealText, previous: string): string {
  const { tableName, keyColumn, columns, afterKey, upToKey, digests, sealedAt } = seal;
  const said = [previous, tableName, keyColumn, columns, afterKey, upToKey, sealedAt.toISOString()];
  return createHash("sha256")
    .update(`${JSON.stringify(said)}\n`)
    .update(digests)
    .digest("hex");
}

/** A row as it is now. */
export interface PresentRow {
  key: number;
  /** In hexadecimal, as the seal's. */
  digest: string;
}

/** How the rows of a seal differ from what they were when they were sealed. */
export interface Differences {
  /** Keys of rows that are there with another content. */
  changed: number[];
  /** Keys of rows that were not there. */
  added: number[];
  /** Rows that are gone, each by the keys of its neighbours, which may be the same or lie outside the seal. */
  missing: { above: number; below: number }[];
}

/**
 * Holds the rows that a seal covers against it. A row that is gone and one that is new between the same neighbours are one
 * that was changed.
 * @param sealed the seal's digests in their order
 * @param present the rows as they are now, in the order of key and digest
 */
export function differencesOf(
  { afterKey, upToKey }: Pick<SealText, "afterKey" | "upToKey">,
  sealed: readonly string[],
  present: readonly PresentRow[],
): Differences {
  const wasThere = new Set(sealed);
  const keyNow = new Map<string, number>();
  const fresh: PresentRow[] = [];
  for (const row of present) {
    // The same row twice is one that was added: a table whose key was damaged can hold it.
    if (!wasThere.has(row.digest) || keyNow.has(row.digest)) fresh.push(row);
    else keyNow.set(row.digest, row.key);
  }
  const found: Differences = { changed: [], added: [], missing: [] };
  for (let at = 0; at < sealed.length;) {
    if (keyNow.has(sealed[at]!)) {
      at++;
      continue;
    }
    let end = at;
    while (end < sealed.length && !keyNow.has(sealed[end]!)) end++;
    const above = at === 0 ? afterKey : keyNow.get(sealed[at - 1]!)!;
    const below = end === sealed.length ? upToKey + 1 : keyNow.get(sealed[end]!)!;
    for (; at < end; at++) {
      const other = fresh.findIndex(({ key }) => key >= above && key <= below);
      if (other === -1)
        // A seal ends with a row: its last one has the last key.
        found.missing.push(
          at === sealed.length - 1 ? { above: upToKey - 1, below } : { above, below },
        );
      else found.changed.push(fresh.splice(other, 1)[0]!.key);
    }
  }
  found.added = fresh.map(({ key }) => key);
  return found;
}
