import { createHash } from "node:crypto";

/** What a table's rows are known by, as COPY writes them. */
export interface Counted {
  rows: number;
  bytes: number;
  sha256: string;
}

const NEWLINE = 0x0a;

/** Counts and hashes bytes in COPY's text format as they pass: a newline ends a row, those in values are escaped. */
export class RowCounter {
  private readonly hash = createHash("sha256");
  private rows = 0;
  private bytes = 0;

  add(chunk: Uint8Array): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.rows++;
  }

  get bytesSoFar(): number {
    return this.bytes;
  }

  /** To be called once, at the end. */
  counted(): Counted {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest("hex") };
  }
}
