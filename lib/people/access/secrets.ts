import { hash, verify } from "@node-rs/argon2";
import { createHash, randomBytes } from "node:crypto";

/*
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 50 ms on one core, in a thread of its own.
 * Every hash carries its own parameters, so raising these leaves old hashes valid.
 */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), ARGON2ID);
}

let standIn: Promise<string> | undefined;

/**
 * True when the password belongs to the hash. Without a hash (no such account, or one without a password) it takes
 * as long as with one and is false, so that time does not tell which accounts exist.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  standIn ??= hashPassword(randomBytes(32).toString("base64url"));
  const matches = await verify(passwordHash ?? (await standIn), normalized(password));
  return matches && passwordHash !== null;
}

/** The same password typed on another keyboard may come in another Unicode form. */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

/** 256 random bits for a link, in base64url. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a token: its SHA-256, hexadecimal. The token is random, so no salt is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
