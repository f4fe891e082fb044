const SEED = 20_261_127;

/**
 * The seed of a random test: that of the variable `<NAME>_SEED`, else `TEST_SEED` for all of them, else the same in
 * each run. It is printed, so that a failure can be repeated.
 * @param name of the test, in capitals
 * @throws {Error} when the variable is no whole number of at most 9 digits
 */
export function seedOf(name: string): number {
  const variable = `${name}_SEED`;
  const given = process.env[variable] ?? process.env['TEST_SEED'];
  if (given !== undefined && !/^\d{1,9}$/.test(given)) throw new Error(`No seed: ${variable}=${given}`);
  const seed = Number(given ?? SEED);
  // Not on stdout, which contains Jest's JSON if that is requested.
  process.stderr.write(`${variable}=${seed}\n`);
  return seed;
}

/** The rounds of a random test: so many in each run of the tests, `TEST_ROUNDS` times as many before a release. */
export function roundsOf(usual: number): number {
  return usual * Number(process.env['TEST_ROUNDS'] ?? 1);
}

/** A random generator that returns the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in a random order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const drawn = items.map((item) => ({ item, place: random() }));
  return drawn.sort((one, other) => one.place - other.place).map(({ item }) => item);
}
