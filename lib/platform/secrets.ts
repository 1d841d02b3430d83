import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/*
 * Secrets that the product keeps for its users (keys of model and search services), encrypted at rest by AES-256-GCM
 * under a key of the installation, which is never in the database: whoever has a backup has no secret.
 */
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** Recommended for GCM (NIST SP 800-38D, 8.2); random, so at most 2^32 secrets under one key. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The keys of an installation; the first seals, all open. */
export interface SecretKeys {
  readonly keys: readonly { readonly id: string; readonly key: Buffer }[];
}

/** A sealed secret that cannot be opened: its key is not among those of this installation, or it is damaged. */
export class SecretLost extends Error {
  override readonly name = "SecretLost";
}

/**
 * Reads keys as they are written in the environment or the data folder.
 * @param text base64 or base64url of 32 bytes each, separated by commas or spaces, the current one first.
 * @throws RangeError saying which one is wrong, without the key.
 */
export function parseSecretKeys(text: string): SecretKeys {
  const keys = text
    .split(/[\s,]+/)
    .filter((one) => one !== "")
    .map((one, index) => {
      const key = Buffer.from(one, "base64url");
      if (key.byteLength !== KEY_BYTES || !/^[\w+/-]+={0,2}$/.test(one))
        throw new RangeError(
          `Key ${index + 1} must be ${KEY_BYTES} bytes in base64 (make one with \`openssl rand -base64 ${KEY_BYTES}\`).`,
        );
      return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key };
    });
  if (keys.length === 0) throw new RangeError("There must be one key at least.");
  return { keys };
}

/**
 * Encrypts a secret under the current key.
 * @param place what the secret belongs to, such as "connection 7": it opens there alone, so that a row that someone
 * copies onto another one gives nothing away.
 */
export function seal(secret: string, place: string, { keys: [current] }: SecretKeys): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, current!.key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final()]);
  return `${current!.id}.${Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64url")}`;
}

/**
 * Decrypts what `seal` made for the same place.
 * @throws SecretLost
 */
export function unseal(sealed: string, place: string, { keys }: SecretKeys): string {
  const [id, text = ""] = sealed.split(".");
  const key = keys.find((one) => one.id === id)?.key;
  if (key === undefined)
    throw new SecretLost(
      `The key ${id} that ${place} was encrypted with is not among the installation's keys.`,
    );
  const bytes = Buffer.from(text, "base64url");
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return (
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)).toString("utf8") +
      decipher.final("utf8")
    );
  } catch {
    throw new SecretLost(`The secret of ${place} is damaged, or belongs elsewhere.`);
  }
}

/** Whether it was sealed under another key than the current one: rotation seals it again. */
export function isSealedByOldKey(sealed: string, { keys: [current] }: SecretKeys): boolean {
  return !sealed.startsWith(`${current!.id}.`);
}

/** What people see of a secret: its last four characters, and none of a short one. */
export function hintOf(secret: string): string {
  return secret.length < 12 ? "…" : `…${secret.slice(-4)}`;
}
