import { describe, expect, it } from "vitest";
import { addressBucket, linkState, waitInWords } from "./rules";

describe("addresses that count as one", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::1", "::1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("%s is %s", (address, bucket) => expect(addressBucket(address)).toBe(bucket));
});

describe("links", () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const link = { usedAt: null, revokedAt: null, expiresAt: new Date("2026-11-21T12:00:01Z") };
  it.each([
    ["valid", link],
    ["expired", { ...link, expiresAt: at }],
    ["revoked", { ...link, revokedAt: at }],
    ["used", { ...link, usedAt: at, revokedAt: at, expiresAt: at }],
  ] as const)("are %s when they are", (state, given) => expect(linkState(given, at)).toBe(state));

  it.each([[0, "in 1 minute"], [60_000, "in 1 minute"], [60_001, "in 2 minutes"], [899_000, "in 15 minutes"]])("a wait of %d ms is said as %s", (wait, words) => {
    expect(waitInWords(new Date(at.getTime() + wait), at)).toBe(words);
  });
});
