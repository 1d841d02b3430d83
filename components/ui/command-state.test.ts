import { describe, expect, it } from "vitest";
import { UNKNOWN_OUTCOME } from "@/lib/platform/lost-answers";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { IDLE, step, underway, type CommandEvent, type CommandState } from "./command-state";

type Codes = "stale" | "invalid";
type Event = CommandEvent<string, number, Codes>;

const LOST = { ok: false, refusal: UNKNOWN_OUTCOME } as const;
const STALE = refuse("stale", "Someone else was faster.");
const INVALID = refuse("invalid", "Fix the fields.", { fields: { name: "Enter a name." } });

/** What a person and the network do, each as a word: `a` and `b` are two inputs. */
const EVENTS = {
  "send a": (key: string, turn: number): Event => submitted("a", key, turn),
  "send b": (key: string, turn: number): Event => submitted("b", key, turn),
  "a done": () => answered("a", ok(7)),
  "b done": () => answered("b", ok(8)),
  "a lost": () => answered("a", LOST),
  "b lost": () => answered("b", LOST),
  "a stale": () => answered("a", STALE),
  "a invalid": () => answered("a", INVALID),
  "refuse here": (_: string, turn: number): Event => ({
    type: "refused",
    refusal: { code: "not-sent", message: "Not sent." },
    turn,
  }),
  dismiss: (): Event => ({ type: "dismissed" }),
  leave: (): Event => ({ type: "unmounted" }),
  return: (): Event => ({ type: "mounted" }),
} satisfies Record<string, (key: string, turn: number) => Event>;
const submitted = (said: string, freshKey: string, turn: number): Event => ({
  type: "submitted",
  said,
  input: said,
  freshKey,
  turn,
});
const answered = (said: string, result: Result<number, Codes | "unknown-outcome">): Event => ({
  type: "answered",
  said,
  result,
});

/** Plays events from the start. The n-th event would use the key `k<n>`, counted from 1. @returns the effects as words, and the end */
function play(...names: (keyof typeof EVENTS)[]): {
  effects: string[];
  state: CommandState<string, Codes>;
} {
  let state: CommandState<string, Codes> = IDLE;
  const effects = names.map((name, at) => {
    const [next, effect] = step(state, EVENTS[name](`k${at + 1}`, at + 1));
    state = next;
    switch (effect?.type) {
      case undefined:
        return "-";
      case "send":
        return `send ${effect.clientKey}`;
      case "done":
        return `done ${effect.value}`;
      case "refused":
      case "refused-unseen":
        return `${effect.type} ${effect.refusal.code}`;
    }
  });
  return { effects, state };
}

describe("a command", () => {
  it.each<[string, (keyof typeof EVENTS)[], string[]]>([
    ["is sent and done", ["send a", "a done"], ["send k1", "done 7"]],
    [
      "is another one after a success, even with the same words: it may have been undone since",
      ["send a", "a done", "send a"],
      ["send k1", "done 7", "send k3"],
    ],
    [
      "carries one key until it is done, however often its answer is lost or it is refused",
      ["send a", "a lost", "send a", "a stale", "send a", "a lost", "send a", "a done"],
      [
        "send k1",
        "refused unknown-outcome",
        "send k1",
        "refused stale",
        "send k1",
        "refused unknown-outcome",
        "send k1",
        "done 7",
      ],
    ],
    [
      "is not sent twice by a double click",
      ["send a", "send a", "a done"],
      ["send k1", "-", "done 7"],
    ],
    [
      "is another one with other words, which forget what was lost before",
      ["send a", "a lost", "send b", "b done", "send a"],
      ["send k1", "refused unknown-outcome", "send k3", "done 8", "send k5"],
    ],
    [
      "leaves others alone that are under way: each keeps its key and gets its answer",
      ["send a", "send b", "a lost", "b done", "send a"],
      ["send k1", "send k2", "refused unknown-outcome", "done 8", "send k1"],
    ],
    [
      "keeps its key when its refusal was put away",
      ["send a", "a lost", "dismiss", "send a"],
      ["send k1", "refused unknown-outcome", "-", "send k1"],
    ],
    [
      "is done also where its component has left, and says elsewhere what was refused",
      ["send a", "send b", "leave", "a done", "b lost"],
      ["send k1", "send k2", "-", "done 7", "refused-unseen unknown-outcome"],
    ],
    [
      "is shown again by a component that came back",
      ["leave", "return", "send a", "a lost"],
      ["-", "-", "send k3", "refused unknown-outcome"],
    ],
    ["sends nothing that its component refuses", ["refuse here"], ["-"]],
  ])("%s", (_, names, effects) => {
    expect(play(...names).effects).toEqual(effects);
  });

  it("shows a refusal with the words for its fields until it is tried again or put away", () => {
    const refused = play("send a", "a invalid");
    expect(refused.state.refusal).toEqual({
      code: "invalid",
      message: "Fix the fields.",
      fields: { name: "Enter a name." },
    });
    for (const next of ["send a", "send b", "dismiss"] as const)
      expect(play("send a", "a invalid", next).state.refusal, next).toBeNull();
    expect(play("refuse here").state.refusal?.code).toBe("not-sent");
    expect(play("send a", "a lost", "send a", "a done").state.refusal).toBeNull();
  });

  it("is pending from the submission to the answer, whatever that is", () => {
    expect(underway(IDLE)).toBeNull();
    expect(underway(play("send a").state)).toBe("a");
    expect(underway(play("send a", "send b").state)).toBe("b");
    expect(underway(play("send a", "send b", "b done").state)).toBe("a");
    for (const answer of ["a done", "a lost", "a stale", "a invalid"] as const)
      expect(underway(play("send a", answer).state), answer).toBeNull();
  });

  it("knows when it was tried last, so that of several only that one's refusal is shown", () => {
    expect(play("send a", "a lost", "send b").state.turn).toBe(3);
    expect(play("send a", "send a").state.turn).toBe(1);
    expect(play("send a", "a lost", "refuse here").state.turn).toBe(3);
  });
});
