import { describe, expect, it } from "vitest";
import { addressBucket, browserName, linkState, signInDelay, waitInWords } from "./rules";

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

describe("the delay after failed sign-ins", () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [11, 2],
    [12, 4],
    [15, 32],
    [16, 60],
    [1_000, 60],
  ])("after %i of them is %i minutes", (failures, minutes) => {
    expect(signInDelay(failures)).toBe(minutes * 60_000);
  });
});

describe("a browser's name", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome on Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1",
      "Safari on iOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["curl/8.5.0", "Unknown browser"],
    ["", "Unknown browser"],
  ])("of %s is %s", (userAgent, name) => expect(browserName(userAgent)).toBe(name));
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

  it.each([
    [0, "in 1 minute"],
    [60_000, "in 1 minute"],
    [60_001, "in 2 minutes"],
    [899_000, "in 15 minutes"],
  ])("a wait of %d ms is said as %s", (wait, words) => {
    expect(waitInWords(new Date(at.getTime() + wait), at)).toBe(words);
  });
});
