import { z } from "zod";

/*
 * The format of a backup (docs/backup.md): a zip archive with `tables/NAME.copy` for each table (COPY's text format, in
 * the order of the primary key), `manifest.json`, and `SHA256SUMS` over all of them.
 */

export const FORMAT_VERSION = 1;
export const MANIFEST = "manifest.json";
export const CHECKSUMS = "SHA256SUMS";

/** The archive's entry that holds a table's rows. */
export const entryOf = (table: string): string => `tables/${table}.copy`;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const manifestSchema = z.object({
  format: z.literal("freshqa-backup"),
  formatVersion: z.literal(FORMAT_VERSION),
  /** The product that wrote it, such as "0.1.0". */
  productVersion: z.string(),
  /** The server's own words, such as "18.4". */
  postgresVersion: z.string(),
  /** When the snapshot was taken (ISO, UTC). */
  createdAt: z.iso.datetime(),
  /** The migrations that the database had, in the order of their names. */
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  tables: z
    .array(
      z.object({
        name: identifier,
        columns: z.array(identifier).min(1),
        rows: z.int().nonnegative(),
        /** Of the entry, unpacked. */
        bytes: z.int().nonnegative(),
        sha256,
      }),
    )
    .min(1),
  /** Where sequences are; values are texts, as they may exceed 2^53. */
  sequences: z.array(
    z.object({
      name: identifier,
      lastValue: z.string().regex(/^\d{1,19}$/),
      isCalled: z.boolean(),
    }),
  ),
  /** Tables whose rows were left out on purpose. */
  leftOut: z.array(identifier),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestTable = Manifest["tables"][number];

export type BackupRefusal =
  "damaged" | "exists" | "not-written" | "not-empty" | "in-use" | "other-version" | "faulty";

/** Thrown when a backup can't be made, read or restored; its message is for the operator and says what was kept. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
  constructor(
    readonly code: BackupRefusal,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
