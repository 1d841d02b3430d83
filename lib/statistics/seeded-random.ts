/**
 * A seeded source of chance: xoshiro128** 1.1 by David Blackman and Sebastiano Vigna (prng.di.unimi.it, public domain;
 * "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical Software 47 (4), 2021). The same
 * seed gives the same numbers on every machine, so that what was dealt out by it can be dealt out again.
 */
export class SeededRandom {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  private constructor(state: readonly [number, number, number, number]) {
    [this.a, this.b, this.c, this.d] = state;
  }

  /** @param state four 32-bit integers, not all zero */
  static ofState(state: readonly [number, number, number, number]): SeededRandom {
    return new SeededRandom([state[0] >>> 0, state[1] >>> 0, state[2] >>> 0, state[3] >>> 0]);
  }

  /**
   * @param seed a whole number from 0 to 2^53 − 1
   * @param stream numbers of different streams of one seed have nothing to do with each other
   */
  static ofSeed(seed: number, stream = 0): SeededRandom {
    if (!Number.isSafeInteger(seed) || seed < 0)
      throw new RangeError(
        `Seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${seed}.`,
      );
    let mixed = 0x9e3779b9n ^ (BigInt(seed) << 11n) ^ BigInt(stream);
    // SplitMix64 (Steele, Lea and Flood, 2014), as xoshiro's authors advise for filling its state.
    const next = (): bigint => {
      mixed = BigInt.asUintN(64, mixed + 0x9e3779b97f4a7c15n);
      let z = mixed;
      z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
      z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
      return z ^ (z >> 31n);
    };
    const [first, second] = [next(), next()];
    const low = (value: bigint) => Number(BigInt.asUintN(32, value));
    return new SeededRandom([low(first), low(first >> 32n), low(second), low(second >> 32n)]);
  }

  /** The next 32 bits, as a number from 0 to 2^32 − 1. */
  bits(): number {
    const times5 = Math.imul(this.b, 5);
    const result = Math.imul((times5 << 7) | (times5 >>> 25), 9) >>> 0;
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = (this.d << 11) | (this.d >>> 21);
    return result;
  }

  /** Uniform in [0, 1), with all 53 bits that a number has. */
  uniform(): number {
    const high = this.bits() >>> 5;
    return (high * 67_108_864 + (this.bits() >>> 6)) / 9_007_199_254_740_992;
  }

  /** A whole number from 0 to below − 1, each as likely. @param below at most 2^32 */
  below(below: number): number {
    // Of 53 bits: no number is preferred to another by more than 2^-21 of its share.
    return Math.floor(this.uniform() * below);
  }

  /** All of them in random order, each order as likely. */
  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((one) => ({ one, key: this.uniform() }))
      .sort((a, b) => a.key - b.key)
      .map(({ one }) => one);
  }

  /** So many of them at random, in the order of the whole; all of them where there are no more. */
  sample<T>(items: readonly T[], size: number): T[] {
    if (size >= items.length) return [...items];
    const chosen = new Set(this.shuffled([...items.keys()]).slice(0, size));
    return items.filter((_, at) => chosen.has(at));
  }
}
