import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsInView, rowsToDraw, scrollToShow } from "./use-rows-in-view";

const HEADER = 37;
const places = {
  scrollTop: fc.integer({ min: 0, max: 200_000 }),
  frame: fc.integer({ min: 200, max: 1_500 }),
  height: fc.constantFrom(33, 53, 93),
};

test("every row of which a pixel is in view is drawn, and a dozen beyond at most", () => {
  fc.assert(
    fc.property(places.scrollTop, places.frame, places.height, (scrollTop, frame, height) => {
      const { from, to } = rowsInView(scrollTop, frame, height);
      // One row after the other, as they lie below the heading that scrolls with the first of them.
      for (let row = 0; row * height < scrollTop + frame; row++) {
        const top = HEADER + row * height - scrollTop;
        if (top + height > HEADER && top < frame) expect(row >= from && row < to).toBe(true);
      }
      expect(to - from).toBeLessThanOrEqual(Math.ceil(frame / height) + 22);
    }),
  );
});

test("a row that is to be shown is whole below the heading, and one that is already stays where it is", () => {
  fc.assert(
    fc.property(
      places.scrollTop,
      places.frame,
      places.height,
      fc.nat(5_000),
      (scrollTop, frame, height, row) => {
        const isWhole = (at: number) => {
          const top = HEADER + row * height - at;
          return top >= HEADER && top + height <= frame;
        };
        const next = scrollToShow(row, scrollTop, frame, { height, headerHeight: HEADER });
        expect(isWhole(next)).toBe(true);
        if (isWhole(scrollTop)) expect(next).toBe(scrollTop);
      },
    ),
  );
});

test("the rows in view are drawn in order, with the cursor's, and no row is left out of the height", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.nat(300), fc.nat(300), (a, b, cursor, more) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const count = to + more;
      const drawn = rowsToDraw({ from, to }, cursor, count);
      const indexes = drawn.map(({ index }) => index);
      const inView = Array.from({ length: to - from }, (_, at) => from + at);
      const wanted = new Set(cursor < count ? [...inView, cursor] : inView);
      expect(indexes).toEqual([...wanted].sort((one, other) => one - other));
      // Each lies where it would with every row drawn.
      let top = 0;
      const tops = drawn.map(({ skipped }) => (top += skipped + 1) - 1);
      expect(tops).toEqual(indexes);
    }),
  );
});
