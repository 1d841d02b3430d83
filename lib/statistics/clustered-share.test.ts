import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusteredShare, type Cluster } from "./clustered-share";
import { expectedClusteredShare } from "./clustered-share.oracle";
import { expectedWilson } from "./wilson.oracle";

const clusters = fc.array(
  fc.nat(9).chain((of) =>
    fc.record({
      points: fc.nat(2 * of).map((halves) => halves / 2),
      of: fc.constant(of),
      times: fc.nat(3),
    }),
  ),
  { maxLength: 40 },
);
const each = (some: readonly Cluster[]) =>
  some.flatMap(({ points, of, times }) => Array.from({ length: times }, () => ({ points, of })));
const near = ({ low, high }: { low: number; high: number }) => ({
  low: expect.closeTo(low, 9) as number,
  high: expect.closeTo(high, 9) as number,
});

describe("a share of trials in clusters", () => {
  it("is that of a second program, whatever the clusters", () => {
    fc.assert(
      fc.property(clusters, (some) => {
        const { points, of, interval } = clusteredShare(some);
        const all = each(some);
        expect(points).toBeCloseTo(
          all.reduce((total, one) => total + one.points, 0),
          9,
        );
        expect(of).toBe(all.reduce((total, one) => total + one.of, 0));
        const expected = expectedClusteredShare(all);
        expect(interval).toEqual(expected && near(expected));
      }),
    );
  });

  it("is the same in any order, and however alike clusters are grouped", () => {
    fc.assert(
      fc.property(clusters, (some) => {
        const found = clusteredShare(some);
        expect(clusteredShare([...some].reverse())).toEqual(found);
        expect(clusteredShare(each(some).map((one) => ({ ...one, times: 1 })))).toEqual(found);
      }),
    );
  });

  it("has Wilson's interval where each cluster is one trial, of any number", () => {
    const found = clusteredShare([
      { points: 1, of: 1, times: 3 },
      { points: 0, of: 1, times: 1 },
    ]);
    expect(found).toMatchObject({ points: 3, of: 4, plain: true });
    expect(found.interval).toEqual(near(expectedWilson(3, 4)!));
  });

  it.each([
    ["all won: a cluster is one trial", [{ points: 4, of: 4, times: 20 }], 1, 20],
    [
      "won or lost as a whole: the same",
      [
        { points: 4, of: 4, times: 15 },
        { points: 0, of: 4, times: 5 },
      ],
      0.75,
      20,
    ],
    // p (1 − p) m = 5, and without any difference between clusters 5 1/4 over 1/4 clusters' worth; but 80 were counted.
    ["all alike within: every trial counts", [{ points: 2, of: 4, times: 20 }], 0.5, 80],
    // m = 12² / (8 · 1 + 4²) = 6: one large cluster beside eight small ones is worth no more.
    [
      "of unequal sizes, all lost: Kish's number of clusters",
      [
        { points: 0, of: 1, times: 8 },
        { points: 0, of: 4, times: 1 },
      ],
      0,
      6,
    ],
  ])("%s", (_, some, share, size) => {
    expect(clusteredShare(some).interval).toEqual(near(expectedWilson(share * size, size)!));
  });

  it("has no interval of nothing", () => {
    expect(clusteredShare([{ points: 0, of: 0, times: 5 }])).toMatchObject({
      of: 0,
      interval: null,
    });
  });
});
