/** Something to be read, with about how much memory it takes. */
export interface Sized {
  bytes: number;
}

/**
 * Cuts a list into batches, in its order, by how much its elements take together: at most `bytes`, and one element at
 * least, so that an element that is longer alone makes a batch. No batch has more than `count` elements.
 */
export function batchesBySize<T extends Sized>(
  list: readonly T[],
  { bytes, count }: { bytes: number; count: number },
): T[][] {
  const batches: T[][] = [];
  let taken = Infinity;
  for (const element of list) {
    const last = batches.at(-1);
    if (last === undefined || taken + element.bytes > bytes || last.length >= count) {
      batches.push([element]);
      taken = element.bytes;
    } else {
      last.push(element);
      taken += element.bytes;
    }
  }
  return batches;
}
