import type * as Jwt from "next-auth/jwt";
import { encode } from "next-auth/jwt";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { provideEnvironment } from "@/lib/platform/env";

const decode = vi.hoisted(() => vi.fn());
vi.mock("next-auth/jwt", async (original) => {
  const real = await original<typeof Jwt>();
  return { ...real, decode: decode.mockImplementation(real.decode) };
});
const { readSessionToken } = await import("./session-token");

const SECRET = "0123456789abcdef0123456789abcdef";
const made = (userId: number, maxAge: number, secret = SECRET) =>
  encode({ token: { userId, sessionVersion: 1 }, secret, maxAge });

beforeAll(() => provideEnvironment({ NEXTAUTH_SECRET: SECRET }));
afterEach(() => {
  vi.useRealTimers();
  decode.mockClear();
});

describe("a session's token", () => {
  it("is decrypted once, and says the same each time", async () => {
    const cookie = await made(7, 60);
    const said = { userId: 7, sessionVersion: 1 };
    expect(await readSessionToken(cookie)).toEqual(said);
    expect(await readSessionToken(cookie)).toEqual(said);
    expect(await readSessionToken(cookie)).toEqual(said);
    expect(decode).toHaveBeenCalledTimes(1);
    expect(await readSessionToken(await made(8, 60))).toMatchObject({ userId: 8 });
  });

  it("that was read before is none once it expired", async () => {
    const cookie = await made(9, 60);
    expect(await readSessionToken(cookie)).toMatchObject({ userId: 9 });
    // Clocks may differ by fifteen seconds.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 76_000 });
    expect(await readSessionToken(cookie)).toBeNull();
    expect(await readSessionToken(cookie)).toBeNull();
  });

  it("of another server, one that was changed and none at all are none", async () => {
    const cookie = await made(9, 60);
    expect(await readSessionToken(cookie)).not.toBeNull();
    expect(await readSessionToken(`${cookie}x`)).toBeNull();
    expect(
      await readSessionToken(await made(9, 60, "another secret of at least 32 chars")),
    ).toBeNull();
    expect(await readSessionToken("")).toBeNull();
    expect(await readSessionToken(undefined)).toBeNull();
  });

  it("is forgotten when many others came since, and decrypted again", async () => {
    const first = await made(1, 60);
    await readSessionToken(first);
    const others = await Promise.all(Array.from({ length: 2_000 }, (_, n) => made(n + 2, 60)));
    for (const other of others) await readSessionToken(other);
    decode.mockClear();
    expect(await readSessionToken(first)).toMatchObject({ userId: 1 });
    expect(decode).toHaveBeenCalledTimes(1);
  });
});
