import { describe, expect, it } from "vitest";
import { notEmpty } from "@/prisma/testing/not-empty";
import {
  NO_RATERS,
  NOTHING_SAID,
  saidIn,
  SIGNATURE_SQL,
  signedRaters,
  type Signature,
} from "./signatures";

const IDS = [31, 7, 19, 2, 45, 11, 8, 60, 23, 5];
/** What a rater can say, by how often it gives credit; null: nothing. */
const SAID = [null, "no credit", "Relaxed alone", "both"] as const;
const VERDICT = {
  "no credit": { relaxed: false, strict: false },
  "Relaxed alone": { relaxed: true, strict: false },
  both: { relaxed: true, strict: true },
};

/** A signature as SQL adds it up: of each rater 1 and one more for each credit, two bits on for each place. */
const signatureOf = (said: readonly (0 | 1 | 2 | 3)[]) =>
  said.reduce<number>((sum, code, at) => sum + code * 4 ** at, 0) as Signature;

/** The number that a SQL expression on bits has, read as the arithmetic that it is. */
function evaluated(expression: string, signature: number): number {
  const bits = /^bit_count\(\((.*)\)::bit\(32\)\)::int$/.exec(expression)![1]!;
  const [, left, mask] = /^(.*) & (\d+)$/.exec(bits)!;
  const shifted = signature >> 1;
  const parts: Record<string, number> = {
    "u.signature": signature,
    "(u.signature | (u.signature >> 1))": signature | shifted,
    "u.signature & (u.signature >> 1)": signature & shifted,
  };
  return [...(parts[left!]! & Number(mask)).toString(2)].filter((bit) => bit === "1").length;
}

describe("a signature", () => {
  it("says of each of ten raters what it said, and the counts of it are theirs", () => {
    const raters = signedRaters(IDS)!;
    for (let turn = 0; turn < 64; turn++) {
      const codes = IDS.map((_, at) => ((turn * 7 + at * (turn + 3)) % 4) as 0 | 1 | 2 | 3);
      const signature = signatureOf(codes);
      const expected = codes.flatMap((code, at) => {
        const said = SAID[code];
        return said === null || said === undefined ? [] : [{ raterId: IDS[at]!, ...VERDICT[said] }];
      });
      const said = saidIn(signature, raters);
      expect(said).toEqual(expected);
      expect(evaluated(SIGNATURE_SQL.judgments, signature)).toBe(expected.length);
      for (const mode of ["relaxed", "strict"] as const)
        expect(evaluated(SIGNATURE_SQL[mode], signature), mode).toBe(
          expected.filter((one) => one[mode]).length,
        );
    }
    expect(notEmpty(saidIn(signatureOf([3, 3, 3, 3, 3, 3, 3, 3, 3, 3]), raters))).toHaveLength(10);
    expect(saidIn(NOTHING_SAID, raters)).toEqual([]);
    expect(saidIn(signatureOf([1, 2, 3]), NO_RATERS)).toEqual([]);
  });

  it("holds no more than ten raters, and no raters that were not asked whether they fit", () => {
    expect(signedRaters(IDS)).toEqual(IDS);
    expect(signedRaters([...IDS, 77])).toBeNull();
    // @ts-expect-error: raters of whom nobody asked
    saidIn(NOTHING_SAID, IDS);
    // @ts-expect-error: a number that is no signature
    saidIn(3, NO_RATERS);
  });
});
