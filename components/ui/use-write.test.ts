import { describe, expect, it } from "vitest";
import {
  answerOf,
  isUnknown,
  titleOf,
  UNKNOWN_OUTCOME,
  UNREACHABLE,
} from "@/lib/platform/lost-answers";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { createWrite } from "./use-write";

/** A server that keeps what it was sent, and answers, refuses or is not heard in turn. */
function server(...answers: ("done" | "lost" | "refused")[]) {
  const keys: (string | undefined)[] = [];
  const command = async (input: { name: string; clientKey?: string }): Promise<Result<number>> => {
    const answer = answers[keys.push(input.clientKey) - 1] ?? "done";
    if (answer === "lost") throw new TypeError("fetch failed");
    return answer === "done" ? ok(keys.length) : refuse("stale", "Someone else was faster.");
  };
  return { keys, command };
}
const distinct = (keys: readonly unknown[]) => new Set(keys).size;

describe("a write", () => {
  it("carries one key until it has succeeded, however often its answer is lost", async () => {
    const { keys, command } = server("lost", "refused", "lost", "done");
    const write = createWrite();
    expect(await write(command, { name: "a" })).toEqual({ ok: false, refusal: UNKNOWN_OUTCOME });
    expect(await write(command, { name: "a" })).toMatchObject({ refusal: { code: "stale" } });
    await write(command, { name: "a" });
    expect((await write(command, { name: "a" })).ok).toBe(true);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(distinct(keys)).toBe(1);
  });

  it("is another one after a success, even if it says the same: it may have been undone since", async () => {
    const { keys, command } = server();
    const write = createWrite();
    await write(command, { name: "a" });
    await write(command, { name: "a" });
    expect(distinct(keys)).toBe(2);
  });

  it("is another one with another input, and for another command", async () => {
    const [one, other] = [server("lost", "lost"), server("lost", "lost")];
    const write = createWrite();
    await write(one.command, { name: "a" });
    await write(other.command, { name: "a" });
    await write(one.command, { name: "b" });
    await write(other.command, { name: "a" });
    expect(distinct([...one.keys, ...other.keys])).toBe(3);
    expect(distinct(other.keys)).toBe(1);
  });
});

describe("a refusal", () => {
  it("says what was not done, unless no one knows", async () => {
    const refused = { code: "stale", message: "Someone else was faster." } as const;
    expect(titleOf(refused, "Not saved")).toBe("Not saved");
    expect(titleOf(UNREACHABLE, "Not counted")).toBe("Not counted");
    expect(titleOf(UNKNOWN_OUTCOME, "Not saved")).toBe("Outcome unknown");
    expect([refused, UNREACHABLE, UNKNOWN_OUTCOME].map((one) => isUnknown(one))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await answerOf(Promise.reject(new Error("gone")), UNREACHABLE)).toEqual({
      ok: false,
      refusal: UNREACHABLE,
    });
  });
});
