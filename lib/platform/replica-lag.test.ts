import { expect, it } from "vitest";
import { asOfReplica, type ReplicaSeen } from "./replica-lag";

const at = (time: string) => new Date(`2026-11-23T${time}Z`);
const seen: ReplicaSeen = {
  primaryAt: at("12:00:30"),
  ours: true,
  caughtUp: false,
  replayed: at("12:00:29"),
};

// What the two servers say, and of when the replica's answer is.
it.each<[string, Partial<ReplicaSeen>, Date | null]>([
  ["one that has all is as of the primary's own time", { caughtUp: true }, at("12:00:30")],
  [
    "so is one that has all of a primary on which nothing is written",
    { caughtUp: true, replayed: at("03:00:00") },
    at("12:00:30"),
  ],
  ["one behind is as of the last transaction that it replayed", {}, at("12:00:29")],
  ["fifteen seconds are not too far", { replayed: at("12:00:15") }, at("12:00:15")],
  ["sixteen are", { replayed: at("12:00:14") }, null],
  ["one that replayed nothing yet is not read", { replayed: null }, null],
  [
    "one that was promoted, or is of another cluster, is not read",
    { ours: false, caughtUp: true },
    null,
  ],
])("%s", (_, said, expected) => {
  expect(asOfReplica({ ...seen, ...said })).toEqual(expected);
});
