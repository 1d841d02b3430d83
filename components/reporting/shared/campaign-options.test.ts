import { describe, expect, it } from "vitest";
import { countFollowUps } from "@/lib/reporting/snapshots/rules";
import { campaignOptions } from "./campaign-options";

const CAMPAIGNS = [
  { id: 5, name: "Third round", followsId: 4 },
  { id: 4, name: "Second round", followsId: 2 },
  { id: 3, name: "Other", followsId: null },
  { id: 6, name: "Second round, again", followsId: 2 },
  { id: 2, name: "Study", followsId: null },
];

describe("how many follow-ups count with a campaign", () => {
  it.each([
    ["its own and theirs", [2], [[2, 3]]],
    ["none, where none follows", [3], [[3, 0]]],
    [
      "those of a chosen follow-up are its own",
      [2, 4],
      [
        [2, 1],
        [4, 1],
      ],
    ],
    [
      "whatever the order in which they are chosen",
      [5, 4, 2],
      [
        [5, 0],
        [4, 0],
        [2, 1],
      ],
    ],
    ["of a follow-up alone", [4], [[4, 1]]],
  ] as const)("%s", (_, chosen, expected) => {
    expect([...countFollowUps(chosen, CAMPAIGNS)]).toEqual(expected);
  });

  it("counts none that leads back to no chosen one", () => {
    expect([...countFollowUps([3], [{ id: 9, followsId: 8 }])]).toEqual([[3, 0]]);
  });
});

describe("campaigns in the forms of reports", () => {
  it("are one choice each with their follow-ups, in their order", () => {
    expect(campaignOptions(CAMPAIGNS, [])).toEqual([
      { value: "3", label: "Other" },
      { value: "2", label: "Study and its 3 follow-ups" },
    ]);
  });

  it("have a follow-up by itself where it is chosen, which takes nothing from the other choices", () => {
    expect(campaignOptions(CAMPAIGNS, [4])).toEqual([
      { value: "4", label: "Second round and its follow-up" },
      { value: "3", label: "Other" },
      { value: "2", label: "Study and its 3 follow-ups" },
    ]);
  });
});
