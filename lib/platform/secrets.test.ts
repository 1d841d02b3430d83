import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hintOf, isSealedByOldKey, parseSecretKeys, seal, SecretLost, unseal } from "./secrets";

const one = randomBytes(32).toString("base64");
const two = randomBytes(32).toString("base64url");
const keys = parseSecretKeys(one);
const SECRET = "sk-test-ключ-1234567890";

describe("a sealed secret", () => {
  it("opens at its place, and holds nothing of the secret", () => {
    const sealed = seal(SECRET, "connection 7", keys);
    expect(unseal(sealed, "connection 7", keys)).toBe(SECRET);
    expect(Buffer.from(sealed.split(".")[1]!, "base64url").toString("latin1")).not.toContain("sk-");
    expect(seal(SECRET, "connection 7", keys)).not.toBe(sealed);
  });

  it("opens nowhere else, not under another key, and not when a bit of it changed", () => {
    const sealed = seal(SECRET, "connection 7", keys);
    expect(() => unseal(sealed, "connection 8", keys)).toThrow(SecretLost);
    expect(() => unseal(sealed, "connection 7", parseSecretKeys(two))).toThrow(
      /is not among the installation's keys/,
    );
    const [id, text] = sealed.split(".");
    const bytes = Buffer.from(text!, "base64url");
    expect(bytes.byteLength).toBeGreaterThan(28);
    for (let at = 0; at < bytes.byteLength; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(
        () => unseal(`${id}.${changed.toString("base64url")}`, "connection 7", keys),
        `byte ${at}`,
      ).toThrow(SecretLost);
    }
    for (const damaged of ["", id!, `${id}.`, `${id}.AAAA`, sealed.slice(0, -4)])
      expect(() => unseal(damaged, "connection 7", keys), damaged).toThrow(SecretLost);
  });

  it("of an old key opens while that key is kept, and is known as old", () => {
    const sealed = seal(SECRET, "connection 7", keys);
    const rotated = parseSecretKeys(`${two}, ${one}`);
    expect(unseal(sealed, "connection 7", rotated)).toBe(SECRET);
    expect(isSealedByOldKey(sealed, rotated)).toBe(true);
    const again = seal(SECRET, "connection 7", rotated);
    expect(isSealedByOldKey(again, rotated)).toBe(false);
    expect(unseal(again, "connection 7", parseSecretKeys(two))).toBe(SECRET);
  });

  it("may be empty or long", () => {
    for (const secret of ["", "x".repeat(10_000)])
      expect(unseal(seal(secret, "p", keys), "p", keys)).toBe(secret);
  });
});

it.each([
  ["", /one key at least/],
  [" , ", /one key at least/],
  ["short", /Key 1 must be 32 bytes/],
  [`${one},${randomBytes(31).toString("base64")}`, /Key 2 must be 32 bytes/],
  [`${one.slice(0, -1)}*`, /Key 1 must be 32 bytes/],
])("keys written as %j are refused", (text, words) => {
  expect(() => parseSecretKeys(text)).toThrow(words);
  if (text.length > 3) expect(() => parseSecretKeys(text)).not.toThrow(text.slice(0, 8));
});

it.each([
  ["sk-1234567890abcd", "…abcd"],
  ["12345678901", "…"],
  ["", "…"],
])("of %j people see %j", (secret, shown) => expect(hintOf(secret)).toBe(shown));
