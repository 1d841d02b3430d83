/**
 * How guessing is slowed down. Failures count for each account and source together, so that no one locks out the owner
 * of an account from elsewhere; a source is a network address, or a browser in which the account has signed in before.
 * An address is limited over all accounts as well.
 */
export const SIGN_IN_LIMITS = {
  windowMinutes: 15,
  perAccountAndSource: 10,
  perAddress: 50,
  rememberedHours: 24,
  longestDelayMinutes: 60,
} as const;

/**
 * How long a source has to wait after its last failure at an account: not at all for the first ten, then 1, 2, 4 …
 * minutes, up to an hour.
 * @param failures how many there were since the last success.
 * @returns milliseconds.
 */
export function signInDelay(failures: number): number {
  const beyond = failures - SIGN_IN_LIMITS.perAccountAndSource;
  return beyond < 0 ? 0 : Math.min(2 ** beyond, SIGN_IN_LIMITS.longestDelayMinutes) * 60_000;
}

const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** "Firefox on Windows": what a browser's own description says, as far as people need it to tell their sessions apart. */
export function browserName(userAgent: string): string {
  const named = (list: [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  return browser === undefined
    ? (system ?? "Unknown browser")
    : system === undefined
      ? browser
      : `${browser} on ${system}`;
}

/** What a link that someone was sent is for. */
export const LINK_PURPOSES = ["invitation", "password-reset"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

const HOUR = 60 * 60 * 1000;
/** How long links work, in milliseconds. */
const LINK_LIFETIME: Record<LinkPurpose, number> = {
  invitation: 7 * 24 * HOUR,
  "password-reset": 24 * HOUR,
};

export function linkExpiry(purpose: LinkPurpose, madeAt: Date): Date {
  return new Date(madeAt.getTime() + LINK_LIFETIME[purpose]);
}

/** Where a link leads, behind the server's own address. */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `${purpose === "invitation" ? "/invitation" : "/reset"}/${token}`;
}

export type LinkState = "valid" | "used" | "revoked" | "expired";

export function linkState(
  link: { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  at: Date,
): LinkState {
  if (link.usedAt !== null) return "used";
  if (link.revokedAt !== null) return "revoked";
  return link.expiresAt <= at ? "expired" : "valid";
}

/**
 * What an address counts as when attempts are limited: one IPv4 host, or the /64 network that one IPv6 customer has.
 * @param address as the socket names it; "::ffff:192.0.2.1" is IPv4.
 */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(":")) return address.slice(0, 64);
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const middle =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  const groups = [...first, ...middle, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""));
  // The loopback address is a host, not a network.
  return address === "::1" ? "::1" : `${groups.join(":")}::/64`;
}

/** "in 1 minute", "in 12 minutes": when to try again, rounded up. */
export function waitInWords(until: Date, at: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 60_000));
  return minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`;
}
